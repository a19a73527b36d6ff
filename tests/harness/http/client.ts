/** A browser's side of the calls, without a browser: cookies kept, the header set, event streams read. */
import { createTRPCClient, httpBatchLink, type TRPCClient, TRPCClientError } from '@trpc/client';
import type { ErrorCode } from '#lib/app-error.ts';
import { mostCallsPerBatch } from '#lib/input-limits.ts';
import type { AppRouter } from '#server/router.ts';

export type StreamedEvent = { id: string | null; type: string; data: unknown };

export type TestClient = {
  /** Every call, typed. */
  rpc: TRPCClient<AppRouter>;
  /** A plain request with this client's cookies. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Events of a subscription as they come; break off by leaving the loop or with `signal`. */
  events(path: string, input: unknown, options?: { signal?: AbortSignal; lastEventId?: string }): AsyncGenerator<StreamedEvent>;
  cookie(): string;
};

/** `signedIn`: cookies of another client. `always`: headers of every request. */
export function createTestClient(url: string, signedIn = '', always: Record<string, string> = {}): TestClient {
  const jar = new Map<string, string>();
  const keep = (pair: string) => void jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  if (signedIn !== '') for (const pair of signedIn.split('; ')) keep(pair);
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  async function request(input: string | URL, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(always)) headers.set(name, value);
    if (jar.size > 0) headers.set('cookie', cookie());
    const response = await fetch(input, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      keep(pair);
    }
    return response;
  }

  return {
    rpc: createTRPCClient<AppRouter>({
      links: [
        httpBatchLink({
          url: `${url}/api/trpc`,
          methodOverride: 'POST',
          maxItems: mostCallsPerBatch,
          headers: { 'x-gleaner': '1' },
          fetch: (input, init) => request(input as string, init as RequestInit),
        }),
      ],
    }),
    fetch: (path, init) => request(new URL(path, url), init),
    cookie,
    async *events(path, input, options = {}) {
      const target = new URL(`/api/trpc/${path}`, url);
      target.searchParams.set('input', JSON.stringify(input));
      const response = await request(target, {
        headers: { accept: 'text/event-stream', ...(options.lastEventId ? { 'last-event-id': options.lastEventId } : {}) },
        ...(options.signal ? { signal: options.signal } : {}),
      });
      if (!response.ok || !response.body) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      yield* readEvents(response.body);
    },
  };
}

async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamedEvent> {
  let pending = '';
  // Types of browsers and of Node differ in what the stream may be given.
  const decoder = new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>;
  for await (const text of body.pipeThrough(decoder)) {
    pending += text;
    for (let end = pending.indexOf('\n\n'); end >= 0; end = pending.indexOf('\n\n')) {
      const event = readEvent(pending.slice(0, end));
      pending = pending.slice(end + 2);
      if (event) yield event;
    }
  }
}

function readEvent(block: string): StreamedEvent | null {
  let id: string | null = null;
  let type = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [name = '', ...rest] = line.split(':');
    const value = rest.join(':').replace(/^ /, '');
    if (name === 'id') id = value;
    if (name === 'event') type = value;
    if (name === 'data') data.push(value);
  }
  // A ping has an empty `data` line.
  const text = data.join('\n');
  return data.length === 0 && type === 'message' ? null : { id, type, data: text === '' ? null : JSON.parse(text) };
}

/** The code a refused call carries. */
export function codeOf(error: unknown): ErrorCode | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  const data = error.data as { app?: { code: ErrorCode } } | null | undefined;
  return data?.app?.code;
}
