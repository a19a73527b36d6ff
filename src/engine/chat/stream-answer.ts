import { AppError } from '#lib/app-error.ts';
import type { Language } from '../domain.ts';
import { ask } from '../llm/ask-with-retries.ts';
import { renderInstructions } from '../llm/instructions.ts';
import { withoutReasoning } from '../llm/reasoning.ts';
import { estimateTokens } from '../llm/windows.ts';
import type { Clock, LanguageModelPort } from '../ports.ts';
import { throttle } from '../throttle.ts';
import type { AnswerReader, ReadAnswer } from './read-answer.ts';

/** Most providers count reasoning too, which is longer than the answer. */
const MAX_OUTPUT_TOKENS = 16_000;
const LEAST_OUTPUT_TOKENS = 2_500;
const MAX_CHARACTERS = 24_000;
/** Looking for the end of the reasoning at every token would take quadratic time. */
const COUNT_EVERY_CHARACTERS = 1_000;
const SHOW_EVERY_MS = 150;

export type AnswerStream = {
  llm: LanguageModelPort;
  clock: Clock;
  signal: AbortSignal;
  onPartial(answer: ReadAnswer): void;
};

export type Answered = ReadAnswer & { outcome: 'done' | 'cut' };

type Request = { language: Language; prefix: string; prompt: string; reader: AnswerReader };

/** What was written before a failure is in the last `onPartial`. Errors: the `llm_*` codes, `cancelled`. */
export async function streamAnswer(input: AnswerStream, { language, prefix, prompt, reader }: Request): Promise<Answered> {
  const { llm, signal } = input;
  let raw = '';
  let longest = '';
  let overlong = false;
  const show = (done: boolean): ReadAnswer => {
    const answer = reader.read(raw, done);
    input.onPartial(answer);
    return answer;
  };
  const drafts = throttle(input.clock, SHOW_EVERY_MS, () => void show(false));
  const limit = new AbortController();
  const instructions = renderInstructions(language);
  try {
    const { value, finish } = await ask(
      {
        llm,
        clock: input.clock,
        signal: AbortSignal.any([signal, limit.signal]),
        instructions,
        prefix,
        prompt,
        ...outputLimit(llm, instructions + prefix + prompt),
        onWait: () => undefined,
      },
      () => {
        if (raw.length > longest.length) longest = raw;
        raw = '';
        let countAt = MAX_CHARACTERS;
        return {
          push(text) {
            raw += text;
            if (raw.length > countAt) {
              countAt = raw.length + COUNT_EVERY_CHARACTERS;
              overlong = withoutReasoning(raw).length > MAX_CHARACTERS;
              if (overlong) return limit.abort();
            }
            drafts.call();
          },
          finish(reason) {
            const answer = show(true);
            // A model that reached its limit before it began to answer would reach it again.
            const again = reason === 'length' ? {} : { retry: {} };
            if (answer.markdown === '') throw new AppError('llm_bad_output', { detail: 'no answer', ...again });
            return answer;
          },
        };
      },
    ).finally(drafts.stop);
    return { ...value, outcome: finish === 'length' ? 'cut' : 'done' };
  } catch (error) {
    if (longest.length > raw.length) raw = longest;
    const answer = show(true);
    if (overlong && !signal.aborted && answer.markdown !== '') return { ...answer, outcome: 'cut' };
    throw error;
  }
}

/**
 * Providers refuse a limit that is above what the model writes, or that its context has no room for, counted with a margin
 * for our estimate. Where the model is unknown, or not even a short answer is sure to fit, the provider's own limit holds.
 */
function outputLimit(llm: LanguageModelPort, input: string): { maxOutputTokens?: number } {
  if (!llm.maxOutputTokens) return {};
  const room = llm.contextTokens - 2 * estimateTokens(input);
  const most = Math.min(MAX_OUTPUT_TOKENS, llm.maxOutputTokens, room);
  return most >= LEAST_OUTPUT_TOKENS ? { maxOutputTokens: most } : {};
}
