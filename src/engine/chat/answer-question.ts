import type { Language, Segment } from '../domain.ts';
import { renderSource, type SourceFacts } from '../llm/source-prompt.ts';
import { estimateTokens, planWindows } from '../llm/windows.ts';
import { latestTurns } from './earlier-turns.ts';
import { firstLines, roomBeside, withShorterLists } from './fit-to-context.ts';
import { renderAnswerTask, renderTalk, type Turn } from './prompts.ts';
import { createAnswerReader } from './read-answer.ts';
import { type Answered, type AnswerStream, streamAnswer } from './stream-answer.ts';

const PASSAGE_BUDGET_TOKENS = 12_000;
/** Shares: of the room for title, description, chapters and sections; of what is then left for the earlier turns. */
const FACTS_SHARE = 0.25;
const HISTORY_SHARE = 1 / 3;
/** Lines get at least this many tokens, even if the question leaves no room. */
const LEAST_FOR_LINES = 200;

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
  const language = languageOf(input.question) ?? input.noteLanguage;
  const { segments } = input;
  const { facts, turns, ids, lines } = await chooseMaterial(input, language);
  const allowed = new Set(ids);
  const reader = createAnswerReader({ segments, facts, given: (id) => ids === null || allowed.has(id) });
  const task = renderAnswerTask({ language, question: input.question, history: turns, excerpts: ids !== null });
  return streamAnswer(input, { language, prefix: renderSource(facts, lines), prompt: task, reader });
}

type Material = { facts: SourceFacts; turns: readonly Turn[]; ids: number[] | null; lines: readonly Segment[] };

/** What the model has room for beside its instructions and the question. `ids`: the lines that were looked up; null: all. */
async function chooseMaterial(input: QuestionInput, language: Language): Promise<Material> {
  const { llm, segments, question } = input;
  const task = renderAnswerTask({ language, question, history: [], excerpts: true });
  const room = roomBeside(task, language, llm.contextTokens);
  const facts = withShorterLists(input.facts, room * FACTS_SHARE);
  const aboutSource = estimateTokens(renderSource(facts, []));
  const turns = latestTurns(input.history, (room - aboutSource) * HISTORY_SHARE);
  const forLines = Math.max(LEAST_FOR_LINES, room - aboutSource - estimateTokens(renderTalk(turns)));
  const costOf = (lines: readonly Segment[]) => estimateTokens(renderSource(facts, lines)) - aboutSource;
  const isShort = planWindows(segments, facts.chapters, llm.contextTokens).length === 1;
  if (isShort && costOf(segments) <= forLines) return { facts, turns, ids: null, lines: segments };

  const budget = Math.min(PASSAGE_BUDGET_TOKENS, Math.floor(llm.contextTokens * 0.4), Math.floor(forLines));
  const lookUp = async (tokens: number) => (await input.retrieve(tokens)).flatMap((id) => segments[id] ?? []);
  let lines: readonly Segment[] = await lookUp(budget);
  const cost = costOf(lines);
  // The budget does not know of speakers and marks, which a talk of short lines has many of.
  if (cost > forLines) lines = firstLines(await lookUp(Math.floor((budget * forLines * 0.9) / cost)), forLines, costOf);
  return { facts, turns, ids: lines.map(({ id }) => id), lines };
}

/** Null when the text is too short to tell. */
export function languageOf(text: string): Language | null {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (han >= 2) return 'zh';
  const words = text.match(/\p{Script=Latin}{2,}/gu)?.length ?? 0;
  return han === 0 && words >= 2 ? 'en' : null;
}
