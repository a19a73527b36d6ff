/** What of a request a model with a small context has room for: some servers cut what is too much without a word. */
import { sliceWhole } from '#lib/text/cut-text.ts';
import type { Language, Segment } from '../domain.ts';
import { renderInstructions } from '../llm/instructions.ts';
import { renderSource, type SourceFacts } from '../llm/source-prompt.ts';
import { estimateTokens } from '../llm/windows.ts';

/** The rest of the context is for the answer and the error of our estimate. */
const REQUEST_SHARE = 0.8;

/** Tokens that the instructions and a task without its talk leave of a request. */
export function roomBeside(task: string, language: Language, contextTokens: number): number {
  return Math.floor(contextTokens * REQUEST_SHARE) - estimateTokens(renderInstructions(language)) - estimateTokens(task);
}

/** Leaves out chapters and sections, evenly, until all that is said about the source takes at most so many tokens. */
export function withShorterLists(facts: SourceFacts, tokens: number): SourceFacts {
  const { chapters, sections = [] } = facts;
  let shorter = facts;
  for (let keepOneIn = 2; estimateTokens(renderSource(shorter, [])) > tokens; keepOneIn *= 2) {
    const dropsAll = keepOneIn > Math.max(chapters.length, sections.length);
    const isKept = (_: unknown, at: number) => !dropsAll && at % keepOneIn === 0;
    shorter = { ...facts, chapters: chapters.filter(isKept), sections: sections.filter(isKept) };
    if (dropsAll) break;
  }
  return shorter;
}

/** The first lines, as many as fit; the very first one is cut if it must be. */
export function firstLines(lines: readonly Segment[], tokens: number, cost: (lines: readonly Segment[]) => number): Segment[] {
  let count = lines.length;
  while (count > 1 && cost(lines.slice(0, count)) > tokens) count = Math.floor(count * 0.9);
  return count === 1 ? lines.slice(0, 1).map((line) => cutToFit(line, tokens)) : lines.slice(0, count);
}

export function cutToFit(line: Segment, tokens: number): Segment {
  let { text } = line;
  while (text.length > 20 && estimateTokens(text) > tokens) text = sliceWhole(text, 0, Math.floor(text.length * 0.9));
  return text === line.text ? line : { ...line, text };
}
