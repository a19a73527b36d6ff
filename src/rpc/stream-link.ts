/** tRPC's link would be part of every start, and does not survive an absent server, a proxy's error page or a silence. */
import { type Operation, type OperationResultEnvelope, TRPCClientError } from '@trpc/client';
import type { Observer } from '@trpc/server/observable';
import type { AppRouter } from '#server/router.ts';

export type StreamObserver = Observer<OperationResultEnvelope<unknown, TRPCClientError<AppRouter>>, TRPCClientError<AppRouter>>;

type EventSourceLike = Pick<EventSource, 'addEventListener' | 'close'> & { readonly readyState: number };

export type StreamDeps = {
  open: (url: string) => EventSourceLike;
  setTimer: (callback: () => void, delayMs: number) => ReturnType<typeof setTimeout>;
};

const browserDeps: StreamDeps = { open: (url) => new EventSource(url), setTimer: (callback, ms) => setTimeout(callback, ms) };

const firstRetryMs = 1000;
const longestRetryMs = 15_000;
/** tRPC's numbers for failures that pass by themselves: 5xx (one number for all), 408, 429 and 499. */
const passing = new Set([-32603, -32008, -32029, -32099]);
const unauthenticated = -32001;

/** Until it ends, fails for good, or the returned function is called. */
export function followStream(
  endpoint: string,
  op: Pick<Operation, 'path' | 'input'>,
  observer: StreamObserver,
  deps: StreamDeps = browserDeps,
): () => void {
  let source: EventSourceLike | null = null;
  let lastEventId: string | null = null;
  let retryMs = firstRetryMs;
  let silenceMs: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  /** Something has come since it was connected: a call that is refused is connected too, and then fails at once. */
  let accepted = false;

  function connect(): void {
    observer.next({ result: { type: 'state', state: 'connecting', error: null } });
    const opened = deps.open(urlOf(endpoint, op, lastEventId));
    source = opened;
    const on = (name: string, handle: Handle) => listen(opened, name, () => !ended && opened === source, handle);
    on('connected', (text) => {
      silenceMs = silenceOf(text);
      listenForSilence(false);
      observer.next({ result: { type: 'started' } });
      observer.next({ result: { type: 'state', state: 'pending', error: null } });
    });
    on('ping', () => listenForSilence(true));
    on('message', (text, id) => {
      listenForSilence(true);
      const data: unknown = JSON.parse(text);
      if (id !== '') lastEventId = id;
      observer.next({ result: id === '' ? { data } : { id, data: { id, data } } });
    });
    on('return', () => {
      stop();
      observer.next({ result: { type: 'stopped' } });
      observer.complete();
    });
    on('serialized-error', (text) => {
      const error: { code: number; message: string; data: object } = JSON.parse(text);
      // Another tab may have changed the password or signed in: the browser has a new cookie then.
      if (passing.has(error.code) || (error.code === unauthenticated && accepted)) return reconnect();
      stop();
      observer.error(TRPCClientError.from({ error }));
    });
    opened.addEventListener('error', () => {
      if (ended || opened !== source) return;
      // A closed source does not reconnect by itself, a connecting one does: that may take long, so it is told at once.
      if (opened.readyState === 2) reconnect();
      else observer.next({ result: { type: 'state', state: 'connecting', error: null } });
    });
  }

  function listenForSilence(isAccepted: boolean): void {
    accepted = isAccepted;
    // Not when it is only connected: a call that is refused for now would be made every second.
    if (accepted) retryMs = firstRetryMs;
    clearTimeout(timer);
    if (silenceMs !== null) timer = deps.setTimer(reconnect, silenceMs);
  }

  function reconnect(): void {
    if (ended) return;
    source?.close();
    source = null;
    clearTimeout(timer);
    timer = deps.setTimer(connect, retryMs);
    retryMs = Math.min(retryMs * 2, longestRetryMs);
  }

  function stop(): void {
    ended = true;
    clearTimeout(timer);
    source?.close();
  }

  connect();
  return stop;
}

type Handle = (text: string, id: string) => void;

function listen(target: EventSourceLike, name: string, isWanted: () => boolean, handle: Handle): void {
  target.addEventListener(name, (event) => {
    if (!isWanted()) return;
    if (event instanceof MessageEvent) handle(String(event.data), event.lastEventId);
    else if (name !== 'message') handle('', '');
  });
}

function urlOf(endpoint: string, op: Pick<Operation, 'path' | 'input'>, lastEventId: string | null): string {
  const input = lastEventId === null ? op.input : { ...(op.input as object), lastEventId };
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  return `${endpoint}/${op.path}${query}`;
}

/** The server's longest silence; it pings more often. */
function silenceOf(options: string): number | null {
  const parsed: unknown = options === '' ? null : JSON.parse(options);
  if (typeof parsed !== 'object' || parsed === null || !('reconnectAfterInactivityMs' in parsed)) return null;
  const { reconnectAfterInactivityMs } = parsed;
  return typeof reconnectAfterInactivityMs === 'number' ? reconnectAfterInactivityMs : null;
}
