import { type ModelMessage, streamText } from 'ai';
import type { LanguageModelPort } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';
import { textMender } from '#lib/text/storable-text.ts';
import { createKeyRing } from './key-ring.ts';
import { toModelError } from './model-errors.ts';

export type ModelTimeouts = { firstMs: number; idleMs: number; totalMs: number };

const defaultTimeouts: ModelTimeouts = { firstMs: 120_000, idleMs: 45_000, totalMs: 20 * 60_000 };

/** In characters. A longer answer counts as truncated. */
const LONGEST_ANSWER = 200_000;

export type ModelRequest = Parameters<LanguageModelPort['stream']>[0];
type ModelPart = ReturnType<LanguageModelPort['stream']> extends AsyncIterable<infer Part> ? Part : never;

export type Dialect = {
  modelFor(key: string | undefined): Parameters<typeof streamText>[0]['model'];
  messages(request: ModelRequest): ModelMessage[];
  temperature?: number;
  /** Some providers stop early without an explicit limit. */
  maxOutputTokens?: number | undefined;
  providerOptions?(request: ModelRequest): Parameters<typeof streamText>[0]['providerOptions'];
};

export type StreamModelOptions = {
  id: string;
  contextTokens: number;
  keys: readonly string[];
  timeouts?: ModelTimeouts | undefined;
};

/** If a key is refused before the first token, the next one is tried; all other retries are left to the engine. */
export function createStreamModel(dialect: Dialect, options: StreamModelOptions): LanguageModelPort {
  const ring = createKeyRing(options.keys);
  const timeouts = options.timeouts ?? defaultTimeouts;
  return {
    id: options.id,
    contextTokens: options.contextTokens,
    async *stream(request) {
      const keys = ring.candidates();
      for (const [index, key] of keys.entries()) {
        let begun = false;
        try {
          for await (const part of streamOnce(dialect, key, request, timeouts)) {
            begun = true;
            yield part;
          }
          return;
        } catch (error) {
          request.signal.throwIfAborted();
          const known = toModelError(error);
          const mayChange = ring.refused(key, known);
          if (begun || !mayChange || index === keys.length - 1) throw known;
        }
      }
    },
  };
}

async function* streamOnce(
  dialect: Dialect,
  key: string | undefined,
  request: ModelRequest,
  timeouts: ModelTimeouts,
): AsyncGenerator<ModelPart> {
  const watch = createWatch(timeouts, request.signal);
  let failure: { error: unknown } | undefined;
  try {
    const providerOptions = dialect.providerOptions?.(request);
    const maxOutputTokens =
      request.maxOutputTokens === undefined || dialect.maxOutputTokens === undefined
        ? (request.maxOutputTokens ?? dialect.maxOutputTokens)
        : Math.min(request.maxOutputTokens, dialect.maxOutputTokens);
    const result = streamText({
      model: dialect.modelFor(key),
      instructions: request.instructions,
      messages: dialect.messages(request),
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      ...(dialect.temperature === undefined ? {} : { temperature: dialect.temperature }),
      ...(providerOptions ? { providerOptions } : {}),
      maxRetries: 0,
      abortSignal: watch.signal,
      onError: ({ error }) => {
        failure = { error };
      },
    });
    let finished = false;
    let written = 0;
    // Repairs invalid characters, so that an answer that was paid for is not lost.
    const mender = textMender();
    const ending = function* (): Generator<ModelPart> {
      const text = mender.end();
      if (text !== '') yield { type: 'text', text };
    };
    for await (const part of result.stream) {
      if (part.type === 'text-delta') {
        watch.alive();
        if (part.text === '') continue;
        written += part.text.length;
        const text = mender.push(part.text);
        if (text !== '') yield { type: 'text', text };
        if (written > LONGEST_ANSWER) {
          yield* ending();
          yield { type: 'finish', reason: 'length', inputTokens: null, outputTokens: null };
          return;
        }
      } else if (part.type === 'reasoning-delta') watch.alive();
      else if (part.type === 'error') throw part.error;
      else if (part.type === 'finish') {
        finished = true;
        yield* ending();
        const { inputTokens, outputTokens, inputTokenDetails } = part.totalUsage;
        yield {
          type: 'finish',
          reason: finishReason(part.finishReason, part.rawFinishReason),
          inputTokens: inputTokens ?? null,
          outputTokens: outputTokens ?? null,
          cachedTokens: inputTokenDetails?.cacheReadTokens ?? null,
          cacheWriteTokens: inputTokenDetails?.cacheWriteTokens ?? null,
        };
      }
    }
    if (failure) throw failure.error;
    // An answer without a finish event is incomplete.
    if (!finished) throw new AppError('llm_unavailable', { detail: 'stream cut', retry: {} });
  } catch (error) {
    request.signal.throwIfAborted();
    throw watch.timedOut() ? new AppError('llm_timed_out', { retry: {} }) : toModelError(error);
  } finally {
    watch.stop();
  }
}

function finishReason(reason: string, raw: string | undefined): 'stop' | 'length' | 'other' {
  if (reason === 'content-filter') throw new AppError('llm_refused');
  // The connection ended between events, and the library ended the answer by itself.
  if (reason !== 'stop' && reason !== 'length' && raw === undefined)
    throw new AppError('llm_unavailable', { detail: 'stream cut', retry: {} });
  return reason === 'stop' || reason === 'length' ? reason : 'other';
}

function createWatch(timeouts: ModelTimeouts, outer: AbortSignal) {
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
      controller.abort();
    },
  };
}
