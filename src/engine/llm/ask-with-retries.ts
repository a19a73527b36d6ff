import { AppError, findAppError, toAppError } from '#lib/app-error.ts';
import type { Clock, LanguageModelPort } from '../ports.ts';

const ATTEMPTS = 3;
/** If the provider asks for a longer pause, the error goes to the caller, and the job is postponed. */
const LONGEST_WAIT_MS = 60_000;

export type AskOptions = {
  llm: LanguageModelPort;
  clock: Clock;
  signal: AbortSignal;
  instructions: string;
  prefix?: string | undefined;
  prompt: string;
  maxOutputTokens?: number;
  onWait(seconds: number): void;
};

export type Answer<T> = { value: T; finish: 'stop' | 'length' | 'other' };

type Reader<T> = { push(text: string): void; finish(reason: Answer<T>['finish']): T };

/** The only place that retries model requests. `read` is called anew for each attempt. Errors: the `llm_*` codes. */
export async function ask<T>(options: AskOptions, read: () => Reader<T>): Promise<Answer<T>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await askOnce(options, read());
    } catch (error) {
      options.signal.throwIfAborted();
      const known = findAppError(error) ?? toAppError(error);
      const waitMs = known.retry?.afterMs ?? 1000 * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
      if (known.retry === undefined || attempt >= ATTEMPTS || waitMs > LONGEST_WAIT_MS) throw known;
      options.onWait(Math.ceil(waitMs / 1000));
      await options.clock.sleep(waitMs, options.signal);
    }
  }
}

async function askOnce<T>(options: AskOptions, reader: Reader<T>): Promise<Answer<T>> {
  let finish: Answer<T>['finish'] = 'other';
  let written = 0;
  const request = {
    instructions: options.instructions,
    prefix: options.prefix,
    prompt: options.prompt,
    maxOutputTokens: options.maxOutputTokens,
    signal: options.signal,
  };
  for await (const part of options.llm.stream(request)) {
    if (part.type === 'text') {
      written += part.text.length;
      reader.push(part.text);
    } else finish = part.reason;
  }
  // A model that spent all its tokens on reasoning would do so again.
  if (written === 0 && finish === 'length') throw new AppError('llm_bad_output', { detail: 'nothing written within the length' });
  if (written === 0) throw new AppError('llm_bad_output', { detail: 'empty answer', retry: {} });
  return { value: reader.finish(finish), finish };
}
