/** A stream can stay open for hours, so it is ended with the session that opened it. */
import { AppError } from '#lib/app-error.ts';
import type { Auth } from './auth-port.ts';

const lookAgainMs = 2_000;

type Opened = { auth: Pick<Auth, 'getUser'>; headers: Headers; user: { id: string } };

/**
 * Yields the events of `follow` until the request ends. Errors: `unauthenticated` within seconds after the session has ended or
 * belongs to another user.
 */
export async function* whileSignedIn<Event>(
  { auth, headers, user }: Opened,
  request: AbortSignal | undefined,
  follow: (until: AbortSignal) => AsyncIterable<Event>,
  everyMs = lookAgainMs,
): AsyncGenerator<Event> {
  const ended = new AbortController();
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function lookLater(): void {
    if (!over) timer = setTimeout(look, everyMs);
  }
  function look(): void {
    // While the database does not answer, nothing comes from it either.
    auth.getUser(headers).then((now) => (now?.id === user.id ? lookLater() : ended.abort()), lookLater);
  }
  lookLater();
  try {
    yield* follow(request ? AbortSignal.any([request, ended.signal]) : ended.signal);
  } finally {
    over = true;
    clearTimeout(timer);
  }
  if (ended.signal.aborted) throw new AppError('unauthenticated');
}
