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
  const timer = setInterval(() => {
    // A failed check is ignored: while the database does not answer, it sends no events either.
    auth.getUser(headers).then(
      (now) => {
        if (now?.id !== user.id) ended.abort();
      },
      () => undefined,
    );
  }, everyMs);
  try {
    yield* follow(request ? AbortSignal.any([request, ended.signal]) : ended.signal);
  } finally {
    clearInterval(timer);
  }
  if (ended.signal.aborted) throw new AppError('unauthenticated');
}
