import type { Language, Segment } from '../domain.ts';
import { renderSource, type SourceFacts } from '../llm/source-prompt.ts';
import { planWindows } from '../llm/windows.ts';
import { renderAnswerTask, type Turn } from './prompts.ts';
import { createAnswerReader } from './read-answer.ts';
import { type Answered, type AnswerStream, streamAnswer } from './stream-answer.ts';

const PASSAGE_BUDGET_TOKENS = 12_000;
const HISTORY_TURNS = 8;

export type QuestionInput = AnswerStream & {
  facts: SourceFacts;
  segments: readonly Segment[];
  /** Language of the answer too, unless the question is clearly in the other language. */
  noteLanguage: Language;
  question: string;
  history: readonly Turn[];
  /** Ids of the lines to read when the source does not fit, ascending; `budget` is in tokens. */
  retrieve(budget: number): Promise<number[]>;
};

/** Errors: those of `streamAnswer`. */
export async function answerQuestion(input: QuestionInput): Promise<Answered> {
  const { llm, segments, facts } = input;
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
  return streamAnswer(input, { language, prefix: renderSource(facts, lines), prompt: task, reader });
}

/** Null when the text is too short to tell. */
export function languageOf(text: string): Language | null {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (han >= 2) return 'zh';
  const words = text.match(/\p{Script=Latin}{2,}/gu)?.length ?? 0;
  return han === 0 && words >= 2 ? 'en' : null;
}
