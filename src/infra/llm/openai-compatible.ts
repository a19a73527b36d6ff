/** Any server that speaks OpenAI's chat completions: OpenAI, relays, DeepSeek, Qwen, Ollama, vLLM. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, streamText } from 'ai';
import type { LanguageModelPort } from '#engine/ports.ts';
import { AppError, findAppError } from '#lib/app-error.ts';
import { createPinnedFetch } from '../guarded-fetch/pinned-fetch.ts';

export type OpenAICompatibleConfig = {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  contextTokens: number;
  /** Silence before the first and between later pieces of an answer, and its whole length, in ms. */
  timeouts?: { firstMs: number; idleMs: number; totalMs: number };
};

const defaultTimeouts = { firstMs: 120_000, idleMs: 45_000, totalMs: 20 * 60_000 };

export function createOpenAICompatibleModel(config: OpenAICompatibleConfig): LanguageModelPort {
  const timeouts = config.timeouts ?? defaultTimeouts;
  const provider = createOpenAICompatible({
    name: 'configured',
    baseURL: config.baseUrl,
    apiKey: config.apiKey,
    includeUsage: true,
    fetch: createPinnedFetch(config.baseUrl),
  });
  const model = provider(config.model);

  return {
    id: config.model,
    contextTokens: config.contextTokens,
    async *stream(request) {
      const watch = createWatch(timeouts, request.signal);
      let failure: { error: unknown } | undefined;
      try {
        const result = streamText({
          model,
          instructions: request.instructions,
          prompt: request.prompt,
          maxOutputTokens: request.maxOutputTokens,
          temperature: 0.3,
          // The product has one retry layer, and it is not here.
          maxRetries: 0,
          abortSignal: watch.signal,
          onError: ({ error }) => {
            failure = { error };
          },
        });
        let finished = false;
        for await (const part of result.stream) {
          if (part.type === 'text-delta') {
            watch.alive();
            yield { type: 'text' as const, text: part.text };
          } else if (part.type === 'reasoning-delta') watch.alive();
          else if (part.type === 'error') throw part.error;
          else if (part.type === 'finish') {
            finished = true;
            yield {
              type: 'finish' as const,
              reason: finishReason(part.finishReason),
              inputTokens: part.totalUsage.inputTokens ?? null,
              outputTokens: part.totalUsage.outputTokens ?? null,
            };
          }
        }
        if (failure) throw failure.error;
        // A stream that just ends was aborted or cut: an answer is only whole when its end was said.
        if (!finished)
          throw watch.timedOut()
            ? new AppError('llm_timed_out', { retry: {} })
            : new AppError('llm_unavailable', { detail: 'stream cut', retry: {} });
      } catch (error) {
        request.signal.throwIfAborted();
        throw watch.timedOut() ? new AppError('llm_timed_out', { cause: error, retry: {} }) : toModelError(error);
      } finally {
        watch.stop();
      }
    },
  };
}

function finishReason(reason: string): 'stop' | 'length' | 'other' {
  if (reason === 'content-filter') throw new AppError('llm_refused');
  return reason === 'stop' || reason === 'length' ? reason : 'other';
}

function createWatch(timeouts: { firstMs: number; idleMs: number; totalMs: number }, outer: AbortSignal) {
  const controller = new AbortController();
  let timedOut = false;
  const expire = () => {
    timedOut = true;
    controller.abort();
  };
  const total = setTimeout(expire, timeouts.totalMs);
  let idle = setTimeout(expire, timeouts.firstMs);
  return {
    signal: AbortSignal.any([outer, controller.signal]),
    timedOut: () => timedOut,
    alive() {
      clearTimeout(idle);
      idle = setTimeout(expire, timeouts.idleMs);
    },
    stop() {
      clearTimeout(total);
      clearTimeout(idle);
      // Frees the connection when the consumer leaves early.
      controller.abort();
    },
  };
}

/** A provider's answer as one of our codes; whether to try again is said by `retry`. */
function toModelError(error: unknown): AppError {
  const known = findAppError(error);
  if (known) return known;
  const call = APICallError.isInstance(error) ? error : undefined;
  const status = call?.statusCode;
  if (status === undefined) return new AppError('llm_unavailable', { cause: error, retry: {} });
  if (status === 401 || status === 403) return new AppError('llm_unauthorized', { cause: error });
  if (status === 402) return new AppError('llm_quota', { cause: error });
  if (status === 429) return new AppError('llm_rate_limited', { cause: error, retry: retryAfter(call?.responseHeaders) });
  if (status === 408 || status === 409 || status >= 500)
    return new AppError('llm_unavailable', { cause: error, retry: retryAfter(call?.responseHeaders) });
  return new AppError('llm_refused', { cause: error, params: { status } });
}

function retryAfter(headers: Record<string, string> | undefined): { afterMs?: number } {
  const ms = Number(headers?.['retry-after-ms']);
  if (Number.isFinite(ms) && ms >= 0) return { afterMs: ms };
  const value = headers?.['retry-after'];
  if (value === undefined) return {};
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return { afterMs: Math.max(0, seconds * 1000) };
  const date = Date.parse(value);
  return Number.isNaN(date) ? {} : { afterMs: Math.max(0, date - Date.now()) };
}
