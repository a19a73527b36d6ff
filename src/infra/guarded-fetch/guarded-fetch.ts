import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import type { FetchOptions, FetchResponse, GuardedFetch } from '#engine/ports.ts';
import { AppError, findAppError } from '#lib/app-error.ts';
import { acceptedEncodings, decodeBody, parseEncodings } from './body.ts';
import { createConnector, type Dial, dialDirectly, type Resolver, resolveBySystem } from './connector.ts';
import { createReplay } from './replay.ts';
import { createSlots, defaultSlotLimits, isStranger, type SlotLimits } from './request-slots.ts';
import { blocked, checkUrl, parseAllowList } from './url-rules.ts';
import { createWorkTimer } from './work-timer.ts';

export type GuardedFetchOptions = {
  allow?: readonly string[];
  resolver?: Resolver;
  dial?: Dial;
  /** `http://127.0.0.1:<port>`: for tests and offline work, all responses come from this server, at `/<host>/<path>`. */
  replayFrom?: string | undefined;
  slots?: Partial<SlotLimits>;
  /** Longest wait for a slot, in total for all redirects. */
  waitMs?: { stranger: number; known: number };
};

const defaultMaxBytes = 20 * 1024 * 1024;
const defaultTimeoutMs = 30_000;
const headersTimeoutMs = 10_000;
const maxHeaderBytes = 32 * 1024;
const maxRedirects = 5;
/** A stranger is waiting at a screen; a job has time. */
const defaultWaitMs = { stranger: 10_000, known: 60_000 };

const userAgent = 'Mozilla/5.0 (compatible; Gleaner/0.1; personal reading assistant)';
const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Headers that are not forwarded to another site on a redirect. */
const credentialHeaders = ['authorization', 'cookie', 'proxy-authorization'];
/** Headers that are set here and never by the caller. */
const ownHeaders = ['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'accept-encoding', 'te', 'trailer'];

/** A fetch that reaches only public web servers. Ignores proxy variables. */
export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  const replay = options.replayFrom === undefined ? null : createReplay(options.replayFrom, options.allow ?? []);
  const allow = parseAllowList([...(options.allow ?? []), ...(replay ? [replay.host] : [])]);
  const connect = createConnector(allow, options.resolver ?? resolveBySystem, options.dial ?? dialDirectly);
  const dispatcher = new Agent({ connect, headersTimeout: headersTimeoutMs, bodyTimeout: 0, maxHeaderSize: maxHeaderBytes });
  const slots = createSlots({ ...defaultSlotLimits, ...options.slots });
  const waitMs = options.waitMs ?? defaultWaitMs;

  return async (address, fetchOptions) => {
    const timer = createWorkTimer(fetchOptions.timeoutMs ?? defaultTimeoutMs);
    const signal = AbortSignal.any([fetchOptions.signal, timer.signal]);
    const asAppError = (error: unknown) => explain(error, fetchOptions.signal, timer.signal);
    const asker = fetchOptions.asker ?? {};
    let waitLeftMs = isStranger(asker) ? waitMs.stranger : waitMs.known;
    const takeSlot = async (host: string): Promise<() => void> => {
      const asked = performance.now();
      const free = await slots.acquire(host, asker, { signal, waitMs: waitLeftMs });
      waitLeftMs = Math.max(0, waitLeftMs - (performance.now() - asked));
      timer.run();
      return () => {
        timer.pause();
        free();
      };
    };
    let headers = startHeaders(fetchOptions.headers ?? {});
    let url = checkUrl(address, allow);
    let lasting: URL | null = null;
    let method = fetchOptions.method ?? 'GET';
    let body = fetchOptions.body ?? null;
    try {
      for (let hop = 0; hop <= maxRedirects; hop++) {
        const release = await takeSlot(url.hostname);
        const asked = replay && !replay.covers(url) ? replay.addressOf(url) : url;
        const answer = await request(asked, { dispatcher, signal, method, headers, body }).catch((error: unknown) => {
          release();
          throw error;
        });
        const next = redirectTarget(answer.statusCode, answer.headers.location);
        if (next === null)
          return { ...toResponse(answer, url, fetchOptions, { release, asAppError }), lastingUrl: (lasting ?? url).href };
        discard(answer.body);
        release();
        const target = checkUrl(next, allow, url);
        if (answer.statusCode !== 301 && answer.statusCode !== 308) lasting ??= url;
        if (url.protocol === 'https:' && target.protocol === 'http:') throw blocked();
        if (target.origin !== url.origin) headers = without(headers, credentialHeaders);
        if (method === 'POST' && answer.statusCode < 304) {
          method = 'GET';
          body = null;
          headers = without(headers, ['content-type']);
        }
        url = target;
      }
    } catch (error) {
      throw asAppError(error);
    }
    throw new AppError('fetch_failed', { detail: 'too many redirects' });
  };
}

type Answer = Awaited<ReturnType<typeof request>>;
type Handles = { release: () => void; asAppError: (error: unknown) => AppError };

function toResponse(answer: Answer, url: URL, options: FetchOptions, { release, asAppError }: Handles): FetchResponse {
  const raw: Readable = answer.body;
  raw.once('close', release);
  // Without a listener, a late abort would be an unhandled error.
  raw.on('error', () => {});
  const headers = toHeaders(answer.headers);
  const maxBytes = options.maxBytes ?? defaultMaxBytes;
  try {
    const encodings = options.method === 'HEAD' ? [] : parseEncodings(headers.get('content-encoding'));
    const length = Number(headers.get('content-length') ?? 0);
    if (options.method !== 'HEAD' && length > maxBytes) throw new AppError('fetch_too_large');
    const body = readBody(raw, encodings, maxBytes, asAppError);
    const bytes = async () => await concat(body);
    const cancel = async () => discard(raw);
    return { status: answer.statusCode, url: url.href, headers, body, bytes, cancel };
  } catch (error) {
    discard(raw);
    throw error;
  }
}

async function* readBody(
  raw: Readable,
  encodings: string[],
  maxBytes: number,
  asAppError: (error: unknown) => AppError,
): AsyncGenerator<Uint8Array> {
  try {
    yield* decodeBody(raw, encodings, maxBytes);
  } catch (error) {
    throw asAppError(error);
  }
}

async function concat(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Closes the connection, because draining it would let the server send forever. */
function discard(body: Readable): void {
  body.on('error', () => {});
  body.destroy();
}

function redirectTarget(status: number, location: string | string[] | undefined): string | null {
  if (![301, 302, 303, 307, 308].includes(status)) return null;
  return (Array.isArray(location) ? location[0] : location) ?? null;
}

function startHeaders(given: Record<string, string>): Record<string, string> {
  const lower = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  return { 'user-agent': userAgent, accept, ...without(lower, ownHeaders), 'accept-encoding': acceptedEncodings };
}

function without(headers: Record<string, string>, names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

function toHeaders(raw: Answer['headers']): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined) continue;
      try {
        headers.append(name, one);
      } catch {
        // Skips headers with invalid characters.
      }
    }
  }
  return headers;
}

function explain(error: unknown, caller: AbortSignal, timeout: AbortSignal): AppError {
  if (caller.aborted) return new AppError('cancelled', { cause: caller.reason });
  if (timeout.aborted) return new AppError('fetch_timed_out', { cause: error });
  const known = findAppError(error);
  if (known) return known;
  const slow = error instanceof Error && 'code' in error && timeoutCodes.has(String(error.code));
  return new AppError(slow ? 'fetch_timed_out' : 'fetch_failed', { cause: error, retry: {} });
}

const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']);
