import { AppError } from '#lib/app-error.ts';
import type { Language, Segment } from '../domain.ts';
import { ask } from '../llm/ask-with-retries.ts';
import { renderInstructions, renderSource, type SourceFacts } from '../llm/source-prompt.ts';
import { planWindows } from '../llm/windows.ts';
import type { Clock, LanguageModelPort } from '../ports.ts';
import { renderAnswerTask, type Turn } from './prompts.ts';
import { createAnswerReader, type ReadAnswer } from './read-answer.ts';

const MAX_OUTPUT_TOKENS = 2_500;
const MAX_CHARACTERS = 24_000;
const PASSAGE_BUDGET_TOKENS = 12_000;
const SHOW_EVERY_MS = 150;
const HISTORY_TURNS = 8;

export type QuestionInput = {
  llm: LanguageModelPort;
  clock: Clock;
  signal: AbortSignal;
  facts: SourceFacts;
  segments: readonly Segment[];
  /** Also the answer's, unless the question is clearly in the other language. */
  noteLanguage: Language;
  question: string;
  history: readonly Turn[];
  /** Ids of the lines to read when the source does not fit, ascending; `budget` is tokens. */
  retrieve(budget: number): Promise<number[]>;
  onPartial(answer: ReadAnswer): void;
};

export type Answered = ReadAnswer & { outcome: 'done' | 'cut' };

/** What was written before a failure is in the last `onPartial`. Errors: the `llm_*` codes, `cancelled`. */
export async function answerQuestion(input: QuestionInput): Promise<Answered> {
  const { llm, segments, facts, signal } = input;
  const language = languageOf(input.question) ?? input.noteLanguage;
  const whole = planWindows(segments, facts.chapters, llm.contextTokens).length === 1;
  const budget = Math.min(PASSAGE_BUDGET_TOKENS, Math.floor(llm.contextTokens * 0.4));
  const ids = whole ? null : await input.retrieve(budget);
  const lines = ids === null ? segments : ids.flatMap((id) => segments[id] ?? []);
  const allowed = new Set(ids);
  const reader = createAnswerReader({ segments, facts, given: (id) => ids === null || allowed.has(id) });
  const task = renderAnswerTask({
    language,
    question: input.question,
    history: input.history.slice(-HISTORY_TURNS),
    excerpts: !whole,
  });
  let raw = '';
  let longest = '';
  let overlong = false;
  let shownAt = Number.NEGATIVE_INFINITY;
  const show = (done: boolean): ReadAnswer => {
    const answer = reader.read(raw, done);
    input.onPartial(answer);
    return answer;
  };
  const limit = new AbortController();
  try {
    const { value, finish } = await ask(
      {
        llm,
        clock: input.clock,
        signal: AbortSignal.any([signal, limit.signal]),
        instructions: renderInstructions(language),
        prefix: renderSource(facts, lines),
        prompt: task,
        maxOutputTokens: MAX_OUTPUT_TOKENS,
        onWait: () => undefined,
      },
      () => {
        if (raw.length > longest.length) longest = raw;
        raw = '';
        return {
          push(text) {
            raw += text;
            if (raw.length > MAX_CHARACTERS) {
              overlong = true;
              limit.abort();
              return;
            }
            const now = input.clock.now();
            if (now - shownAt < SHOW_EVERY_MS) return;
            shownAt = now;
            show(false);
          },
          finish() {
            const answer = show(true);
            if (answer.markdown === '') throw new AppError('llm_bad_output', { detail: 'no answer', retry: {} });
            return answer;
          },
        };
      },
    );
    return { ...value, outcome: finish === 'length' ? 'cut' : 'done' };
  } catch (error) {
    if (longest.length > raw.length) raw = longest;
    const answer = show(true);
    if (overlong && !signal.aborted && answer.markdown !== '') return { ...answer, outcome: 'cut' };
    throw error;
  }
}

/** Null when it says too little. */
export function languageOf(text: string): Language | null {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (han >= 2) return 'zh';
  const words = text.match(/\p{Script=Latin}{2,}/gu)?.length ?? 0;
  return han === 0 && words >= 2 ? 'en' : null;
}
