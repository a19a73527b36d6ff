/** A stream can stay open for hours, so it is ended with the session that opened it. */
import { AppError } from '#lib/app-error.ts';
import type { Auth } from './auth-port.ts';

const askAgainMs = 2_000;
/** Of one user in this process. A tab needs one to three, and without accounts everybody is one user. */
export const mostStreams = 100;

type Asks = Pick<Auth, 'getUser'>;
type Opened = { auth: Asks; headers: Headers; user: { id: string } };

/** The streams of one user with one cookie. */
type Watched = { streams: Set<AbortController>; stop: () => void };

/** What is open in this process: by user, then by cookie. */
const openStreams = new WeakMap<Asks, Map<string, Map<string, Watched>>>();

/**
 * Yields the events of `follow` until the request ends. Errors: `unauthenticated` within seconds after the session has ended or
 * belongs to another user; `busy` when the user has too many streams open.
 */
export async function* whileSignedIn<Event>(
  opened: Opened,
  request: AbortSignal | undefined,
  follow: (until: AbortSignal) => AsyncIterable<Event>,
  everyMs = askAgainMs,
): AsyncGenerator<Event> {
  const ended = new AbortController();
  const leave = watchStream(opened, ended, everyMs);
  try {
    yield* follow(request ? AbortSignal.any([request, ended.signal]) : ended.signal);
  } finally {
    leave();
  }
  if (ended.signal.aborted) throw new AppError('unauthenticated');
}

/** Aborts `ended` when the session has ended. Returns what to call when the stream is over. Errors: `busy`. */
function watchStream(opened: Opened, ended: AbortController, everyMs: number): () => void {
  const { auth, headers, user } = opened;
  const users = openStreams.get(auth) ?? new Map<string, Map<string, Watched>>();
  openStreams.set(auth, users);
  const sessions = users.get(user.id) ?? new Map<string, Watched>();
  const count = [...sessions.values()].reduce((sum, { streams }) => sum + streams.size, 0);
  if (count >= mostStreams) throw new AppError('busy', { detail: 'too many open streams of one user' });
  users.set(user.id, sessions);
  const cookie = headers.get('cookie') ?? '';
  const watched = sessions.get(cookie) ?? watchSession(opened, everyMs);
  sessions.set(cookie, watched);
  watched.streams.add(ended);
  return () => {
    watched.streams.delete(ended);
    if (watched.streams.size > 0) return;
    watched.stop();
    sessions.delete(cookie);
    if (sessions.size === 0) users.delete(user.id);
  };
}

/** Asks for the session once for all its streams: hundreds of them must not keep the database busy. */
function watchSession({ auth, headers, user }: Opened, everyMs: number): Watched {
  const streams = new Set<AbortController>();
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function askLater(): void {
    if (!over) timer = setTimeout(ask, everyMs);
  }
  function ask(): void {
    // While the database does not answer, nothing comes from it either.
    auth.getUser(headers).then((now) => {
      if (now?.id !== user.id) for (const stream of streams) stream.abort();
      // A stream that was opened with this cookie since then is ended the next time.
      askLater();
    }, askLater);
  }
  askLater();
  return {
    streams,
    stop() {
      over = true;
      clearTimeout(timer);
    },
  };
}
