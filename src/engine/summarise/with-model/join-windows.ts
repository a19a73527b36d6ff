/** Adds an abstract and tags to finished sections, which are never rewritten. */
import { hasCode } from '#lib/app-error.ts';
import { sliceWhole } from '#lib/text/cut-text.ts';
import type { Chapter } from '../../domain.ts';
import { ask } from '../../llm/ask-with-retries.ts';
import { createDraftParser } from '../../llm/line-protocol.ts';
import { CONTEXT_SHARE, estimateTokens } from '../../llm/windows.ts';
import { progressPercents } from '../../progress-percents.ts';
import { applyMerges } from './assemble.ts';
import { renderMergeTask } from './prompts.ts';
import { askOptions, type Input, unlessLimited, type Written } from './write-range.ts';

export type Joined = Omit<Written, 'limited'> & {
  limited: boolean;
};

/** Errors: `cancelled` and the `llm_*` codes, unless the note can do without an abstract. */
export async function joinWindows(input: Input, chapters: readonly Chapter[]): Promise<Joined> {
  input.progress.stage('outline', progressPercents.outline.withModel.merging, 'merging_sections');
  const untouched = { chapters: [...chapters], abstract: '', tags: [], droppedReferences: 0, limited: false };
  if (chapters.every(({ extractive }) => extractive)) return { ...untouched, limited: true };
  const prompt = fittingTask(input, chapters);
  const range = { first: 0, last: input.segments.length - 1 };
  const answer = await ask(askOptions(input, prompt), () => createDraftParser(range)).catch((error: unknown) => {
    // The sections are complete without an abstract.
    if (hasCode(error, 'llm_bad_output')) return undefined;
    return unlessLimited(error);
  });
  if (answer === undefined) return untouched;
  if (answer === null) return { ...untouched, limited: true };
  const { abstract, tags, merges, droppedReferences } = answer.value;
  const joined = input.ranges.length > 0 ? [...chapters] : applyMerges(chapters, merges);
  return { chapters: joined, abstract, tags, droppedReferences, limited: chapters.some(({ extractive }) => extractive) };
}

function fittingTask(input: Input, chapters: readonly Chapter[]): string {
  const most = input.llm.contextTokens * CONTEXT_SHARE;
  for (const points of [Number.POSITIVE_INFINITY, 4, 2, 1, 0]) {
    const sections = chapters.map((chapter) => ({
      title: chapter.title,
      points: chapter.points.slice(0, points).map(({ text }) => (points > 4 ? text : sliceWhole(text, 0, 160))),
    }));
    const task = renderMergeTask(input.noteLanguage, input.facts.title, sections);
    if (points === 0 || estimateTokens(task) <= most) return task;
  }
  return '';
}
