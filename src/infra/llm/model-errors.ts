import { APICallError, JSONParseError, TypeValidationError } from 'ai';
import { z } from 'zod';
import { AppError, findAppError } from '#lib/app-error.ts';
import { retryAfterMs } from '#lib/retry-after.ts';

const zCode = z.union([z.string(), z.number()]).nullish();
/** The machine-readable part of an error body. Its text is used by `saysTooLong` and `saysFull` alone. */
const zErrorBody = z.object({
  /** SiliconFlow has its code here. */
  code: zCode.catch(null),
  error: z
    .object({
      code: zCode,
      type: z.string().nullish(),
      status: z.string().nullish(),
      details: z
        .array(z.object({ reason: z.string().nullish(), retryDelay: z.string().nullish() }))
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
});

/** The last four: Moonshot, Alibaba, Zhipu, SiliconFlow. */
const quotaWords = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_error',
  'exceeded_current_quota_error',
  'Arrearage',
  '1113',
  '30001',
]);
const limitWords = new Set(['rate_limit_error', 'rate_limit_exceeded', 'RESOURCE_EXHAUSTED']);
const modelWords = new Set(['model_not_found']);
/** OpenAI and those who answer like it, Anthropic (for the size of the request), llama.cpp. */
const lengthWords = new Set(['context_length_exceeded', 'request_too_large', 'exceed_context_size_error']);
const regionWords = new Set(['unsupported_country_region_territory', 'FAILED_PRECONDITION']);
const keyWords = new Set(['invalid_api_key', 'authentication_error', 'permission_error', 'API_KEY_INVALID', 'UNAUTHENTICATED']);

/** Keeps nothing that the provider sent: some repeat the key, and causes are logged. */
export function toModelError(error: unknown): AppError {
  const known = findAppError(error);
  if (known) return known;
  if (isMalformed(error)) {
    // An error object in a stream does not match the response schema, but it names the failure.
    const value = TypeValidationError.isInstance(error) ? error.value : undefined;
    return byWord(wordsOf(value)) ?? new AppError('llm_bad_output', { detail: 'malformed stream', retry: {} });
  }
  if (!APICallError.isInstance(error)) return byWord(wordsOf({ error })) ?? inStream(error);
  const { statusCode: status, responseHeaders: headers } = error;
  // Not `data` first: the library leaves out what it does not know.
  const body = parsed(error.responseBody) ?? error.data;
  const words = wordsOf(body);
  if (status === undefined)
    return new AppError(isUnreachable(error) ? 'llm_unreachable' : 'llm_unavailable', { detail: kindOf(error.cause), retry: {} });
  const detail = [`status ${status}`, ...words].join(' ');
  if (words.some((word) => quotaWords.has(word)) || status === 402) return new AppError('llm_quota', { detail });
  if (words.some((word) => lengthWords.has(word)) || status === 413) return new AppError('llm_too_long', { detail });
  if (words.some((word) => regionWords.has(word))) return new AppError('llm_region_refused', { detail });
  if (status === 404 || words.some((word) => modelWords.has(word))) return new AppError('llm_model_unknown', { detail });
  if (status === 401 || status === 403 || words.some((word) => keyWords.has(word)))
    return new AppError('llm_unauthorized', { detail });
  if (status === 429) return new AppError('llm_rate_limited', { detail, retry: retryAfter(headers, body) });
  if (status >= 500 && saysFull(error.responseBody)) return new AppError('llm_too_long', { detail });
  if (status === 408 || status === 409 || status >= 500)
    return new AppError('llm_unavailable', { detail, retry: retryAfter(headers) });
  // The connection broke or an invalid event came after a good start.
  if (status >= 200 && status < 300)
    return (
      findAppError(error.cause) ??
      new AppError(isMalformed(error.cause) ? 'llm_bad_output' : 'llm_unavailable', { detail: 'broke off', retry: {} })
    );
  if (saysTooLong(error.responseBody)) return new AppError('llm_too_long', { detail });
  return new AppError('llm_refused', { detail, params: { status } });
}

/** Anthropic, Gemini, vLLM, DeepSeek and others have no code of their own for it, only words. */
const lengthPhrases =
  /context (?:length|window|size|limit)|(?:prompt|input|request|messages?) (?:is|are) too (?:long|large)|exceeds the maximum number of tokens|maximum (?:prompt|input) length|input length should be|model token limit|too many (?:input )?tokens|prompt\s?超长|(?:输入|上下文)[^"]{0,20}(?:过长|超长|超过|超出)/i;

/** For what would be a refusal otherwise: a wrong guess gives another advice and nothing more. */
function saysTooLong(body: string | undefined): boolean {
  return lengthPhrases.test((body ?? '').slice(0, 4000));
}

/** What llama.cpp says with status 500, or in the middle of an answer. Asked again, it would say so again. */
function saysFull(text: string | undefined): boolean {
  return /context size has been exceeded/i.test((text ?? '').slice(0, 4000));
}

function inStream(error: unknown): AppError {
  const message = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
  if (saysFull(message)) return new AppError('llm_too_long');
  return new AppError('llm_unavailable', { detail: kindOf(error), retry: {} });
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error in the stream';
  const inner: unknown = error.cause;
  const code = [error, inner]
    .map((one) => (typeof one === 'object' && one !== null && 'code' in one ? one.code : undefined))
    .find((one) => typeof one === 'string' && /^[A-Z_]{1,40}$/.test(one));
  return `${/^\w{1,40}$/.test(error.name) ? error.name : 'Error'} ${typeof code === 'string' ? code : ''}`.trim();
}

const unreachableCodes = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function isUnreachable(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth++) {
    const errors: unknown[] = current instanceof AggregateError ? current.errors : [current];
    if (errors.some((one) => one instanceof Error && 'code' in one && unreachableCodes.has(String(one.code)))) return true;
    current = current.cause;
  }
  return false;
}

function isMalformed(error: unknown): boolean {
  return JSONParseError.isInstance(error) || TypeValidationError.isInstance(error);
}

function byWord(words: readonly string[]): AppError | undefined {
  if (words.some((word) => quotaWords.has(word))) return new AppError('llm_quota');
  if (words.some((word) => keyWords.has(word))) return new AppError('llm_unauthorized');
  if (words.some((word) => lengthWords.has(word))) return new AppError('llm_too_long');
  if (words.some((word) => limitWords.has(word))) return new AppError('llm_rate_limited', { retry: {} });
  return undefined;
}

function wordsOf(body: unknown): string[] {
  const { code, error } = zErrorBody.safeParse(body).data ?? {};
  const reasons = (error?.details ?? []).map(({ reason }) => reason);
  return [error?.code ?? code, error?.type, error?.status, ...reasons]
    .map((word) => String(word ?? ''))
    .filter((word) => /^[a-z_]{1,40}$/i.test(word) || quotaWords.has(word));
}

function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return undefined;
  }
}

function retryAfter(headers: Record<string, string> | undefined, body?: unknown): { afterMs?: number } {
  const own = headers?.['retry-after-ms'];
  const ms = Number(own);
  if (own !== undefined && Number.isFinite(ms) && ms >= 0) return { afterMs: ms };
  const afterMs = retryAfterMs(headers?.['retry-after'], Date.now());
  if (afterMs !== null) return { afterMs };
  // Gemini tells the wait in the body alone, as `34s`.
  const details = zErrorBody.safeParse(body).data?.error?.details ?? [];
  const seconds = details.map(({ retryDelay }) => /^(\d{1,6}(?:\.\d{1,9})?)s$/.exec(retryDelay ?? '')?.[1]).find(Boolean);
  return seconds === undefined ? {} : { afterMs: Math.ceil(Number(seconds) * 1000) };
}
