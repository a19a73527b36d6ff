/** A stream is open for hours: it ends with the session that opened it. */
import { AppError } from '#lib/app-error.ts';
import type { Auth } from './auth-port.ts';

const lookAgainMs = 2_000;

type Opened = { auth: Pick<Auth, 'getUser'>; headers: Headers; user: { id: string } };

/**
 * What `follow` gives until the request ends. Errors: `unauthenticated` within seconds after the session has ended, or is another
 * user's.
 */
export async function* whileSignedIn<Event>(
  { auth, headers, user }: Opened,
  request: AbortSignal | undefined,
  follow: (until: AbortSignal) => AsyncIterable<Event>,
  everyMs = lookAgainMs,
): AsyncGenerator<Event> {
  const ended = new AbortController();
  const timer = setInterval(() => {
    // While the database does not answer, nothing comes from it either.
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
