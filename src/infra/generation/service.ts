/** Shared by the image and music services: one request with limits, and its errors as codes. */
import { AppError, findAppError } from '#lib/app-error.ts';
import { retryAfterMs } from '#lib/retry-after.ts';
import { createPinnedFetch } from '../guarded-fetch/pinned-fetch.ts';

export type GenerationSettings = { baseUrl: string; apiKey: string | null; model: string; priceUsd: number | null };

type Ask = { path: string; body: object; timeoutMs: number; mostBytes: number; signal: AbortSignal };

/** Before these a request has not left. */
const notConnected = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  'ERR_TLS_CERT_ALTNAME_INVALID',
];
/** A proxy that stopped waiting for the service behind it. */
const gaveUpWaiting = [502, 504, 522, 524];

/** Returns the response's JSON. Errors: the `output_*` codes (`output_unconfirmed`: it may still have been made), `cancelled`. */
export function createAsker({ baseUrl, apiKey }: GenerationSettings): (ask: Ask) => Promise<unknown> {
  const fetch = createPinnedFetch(baseUrl);
  return async ({ path, body, timeoutMs, mostBytes, signal }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.any([signal, timeout]),
      });
      const text = await readText(response, mostBytes);
      if (!response.ok) throw refusalOf(response.status, text, response.headers);
      return JSON.parse(text) as unknown;
    } catch (error) {
      if (signal.aborted) throw new AppError('cancelled', { cause: signal.reason });
      if (timeout.aborted) throw new AppError('output_unconfirmed', { cause: error, detail: 'no answer in time' });
      if (error instanceof SyntaxError) throw new AppError('output_failed', { detail: 'no JSON' });
      const known = findAppError(error);
      if (known) throw known;
      if (!isBeforeSending(error)) throw new AppError('output_unconfirmed', { cause: error, detail: 'cut off' });
      throw new AppError('output_unavailable', { cause: error, retry: {} });
    }
  };
}

export function isBeforeSending(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown; syscall?: unknown } | null };
  if (notConnected.includes(String(cause?.code))) return true;
  // Also what waits for an answer ends with this; an error of several is of several addresses.
  return cause?.code === 'ETIMEDOUT' && (cause.syscall === 'connect' || cause instanceof AggregateError);
}

async function readText(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) {
      await response.body?.cancel().catch(() => {});
      throw new AppError('output_failed', { detail: 'the answer is too long' });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Leaves out the service's own message, which may repeat the key. */
function refusalOf(status: number, body: string, headers: Headers): AppError {
  const reason = reasonIn(body);
  const detail = `status ${status}${reason === '' ? '' : ` (${reason})`}`;
  if (/content_policy|moderation|safety/.test(reason)) return new AppError('output_refused', { detail });
  if (status === 402 || /insufficient_quota|quota_exceeded|billing/.test(reason)) return new AppError('output_quota', { detail });
  if (status === 401 || status === 403) return new AppError('output_unauthorized', { detail });
  if (gaveUpWaiting.includes(status)) return new AppError('output_unconfirmed', { detail });
  if (status === 408 || status === 409 || status === 429 || status >= 500) {
    const afterMs = retryAfterMs(headers.get('retry-after'), Date.now());
    return new AppError('output_unavailable', { detail, retry: afterMs === null ? {} : { afterMs } });
  }
  return new AppError('output_failed', { detail });
}

function reasonIn(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: { code?: unknown; type?: unknown } | null };
    return [error?.code, error?.type].filter((part) => typeof part === 'string' && /^[a-z][a-z_.]{1,60}$/.test(part)).join(' ');
  } catch {
    return '';
  }
}
