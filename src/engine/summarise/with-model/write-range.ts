import { AppError, findAppError, hasCode } from '#lib/app-error.ts';
import type { Chapter, Language, Segment } from '../../domain.ts';
import { type Answer, ask } from '../../llm/ask-with-retries.ts';
import { renderInstructions } from '../../llm/instructions.ts';
import { createDraftParser, type Draft } from '../../llm/line-protocol.ts';
import { renderSource } from '../../llm/source-prompt.ts';
import { estimateTokens, type Window } from '../../llm/windows.ts';
import { progressPercents } from '../../progress-percents.ts';
import { throttle } from '../../throttle.ts';
import type { ChapterRange } from '../extractive/chapters/chapters.ts';
import { toChapters } from './assemble.ts';
import type { ModelFreeRest } from './model-free-rest.ts';
import type { ModelInput } from './model-input.ts';
import { renderWholeTask, renderWindowTask } from './prompts.ts';
import { wantedSections } from './section-range.ts';

const CONTINUATIONS = 6;
/** How often an answer that ends early by itself is continued. */
const EARLY_ENDS = 2;
/** More than both of these must be left for that: a share of the window's tokens, and a number of tokens. */
const UNTOLD = { share: 0.3, tokens: 2500 };
const SHOW_EVERY_MS = 150;
/** Several times what a window's longest note takes: a model that goes on repeats itself. */
const LONGEST_ANSWER = 100_000;

export type Written = {
  chapters: Chapter[];
  abstract: string;
  tags: string[];
  droppedReferences: number;
  limited?: boolean;
};

export type Input = ModelInput & {
  rest: ModelFreeRest;
  ranges: readonly ChapterRange[];
};

/** Continues an answer that was cut at its length limit, after its last complete section. */
export async function writeRange(
  input: Input,
  window: Window,
  place: { part: number; parts: number },
  onDraft: (written: Written) => void,
): Promise<Written> {
  const done: Written = { chapters: [], abstract: '', tags: [], droppedReferences: 0 };
  let first = window.first;
  let early = 0;
  for (let round = 0; ; round++) {
    const range = { first, last: window.last };
    const join = (draft: Draft): Written => ({
      chapters: [...done.chapters, ...toChapters(draft.sections, input.segments, range)],
      abstract: done.abstract || draft.abstract,
      tags: draft.tags.length > 0 ? draft.tags : done.tags,
      droppedReferences: done.droppedReferences + draft.droppedReferences,
    });
    const here = round === 0 ? place : { part: Math.max(2, place.part), parts: Math.max(2, place.parts) };
    const answer = await request(input, range, here, (draft) => onDraft(join(draft))).catch((error: unknown) => {
      // When a continuation fails, what is written stays.
      if (early > 0 && hasCode(error, 'llm_bad_output')) return undefined;
      return unlessLimited(error);
    });
    if (answer === undefined) return { ...done, chapters: upTo(done.chapters, window.last) };
    if (answer === null) return { ...done, chapters: [...done.chapters, ...(await input.rest.chaptersOf(range))], limited: true };
    const cut = answer.finish === 'length';
    if (cut) dropCutLine(answer.value);
    const written = join(answer.value);
    const lastStart = written.chapters.at(-1)?.segmentIds[0];
    if (cut && lastStart !== undefined && lastStart > first && round < CONTINUATIONS) {
      // The last section was cut, and is written again from its start.
      Object.assign(done, written, { chapters: written.chapters.slice(0, -1) });
      first = lastStart;
      continue;
    }
    const told = lastTold(written.chapters);
    if (told < first || early >= EARLY_ENDS || !isUntold(input.segments, { first: told + 1, last: window.last }, window))
      return written;
    early++;
    Object.assign(done, written, { chapters: upTo(written.chapters, told) });
    first = told + 1;
  }
}

function lastTold(chapters: readonly Chapter[]): number {
  let last = -1;
  for (const { points, segmentIds } of chapters) {
    last = Math.max(last, segmentIds[0] ?? -1);
    for (const point of points)
      for (const { segmentIds: ids } of [point, ...(point.details ?? [])]) last = Math.max(last, ids.at(-1) ?? -1);
  }
  return last;
}

function isUntold(segments: readonly Segment[], rest: Window, whole: Window): boolean {
  const tokens = ({ first, last }: Window) =>
    segments.slice(first, last + 1).reduce((sum, { text }) => sum + estimateTokens(text), 0);
  const left = tokens(rest);
  return left > UNTOLD.tokens && left > UNTOLD.share * tokens(whole);
}

function upTo(chapters: readonly Chapter[], last: number): Chapter[] {
  const end = chapters.at(-1);
  const start = end?.segmentIds[0];
  if (!end || start === undefined) return [...chapters];
  const segmentIds = Array.from({ length: Math.max(1, last - start + 1) }, (_, offset) => start + offset);
  return [...chapters.slice(0, -1), { ...end, segmentIds }];
}

/** The last statement of a cut answer is incomplete when it lacks its reference. */
function dropCutLine({ sections }: Draft): void {
  const section = sections.at(-1);
  const point = section?.points.at(-1);
  if (!section || !point) return;
  const detail = point.details.at(-1);
  if (detail?.segmentIds.length === 0) point.details.pop();
  else if (!detail && point.segmentIds.length === 0) section.points.pop();
}

/** Null for a request that the cost limit refused; other errors are thrown again. */
export function unlessLimited(error: unknown): null {
  if (hasCode(error, 'llm_cost_limit', 'server_cost_limit')) return null;
  throw error;
}

async function request(
  input: Input,
  range: Window,
  place: { part: number; parts: number },
  onDraft: (draft: Draft) => void,
): Promise<Answer<Draft>> {
  const segments = input.segments.slice(range.first, range.last + 1);
  const before = input.segments.slice(Math.max(0, range.first - 2), range.first);
  const sections = sectionsOf(input, range);
  const task =
    place.parts === 1
      ? renderWholeTask(input.noteLanguage, sections, input.detail)
      : renderWindowTask(input.noteLanguage, sections, input.detail, place);
  const prefix = renderSource(input.facts, segments, before);
  let first: Answer<Draft> | undefined;
  for (let attempt = 1; ; attempt++) {
    let parser = createDraftParser(range);
    // Each snapshot copies the draft, so they are made only now and then.
    const drafts = throttle(input.ports.clock, SHOW_EVERY_MS, () => onDraft(parser.snapshot()));
    const asked = ask({ ...askOptions(input, task), prefix }, () => {
      parser = createDraftParser(range);
      let length = 0;
      return {
        push(text) {
          length += text.length;
          if (length > LONGEST_ANSWER) throw new AppError('llm_bad_output', { detail: 'an answer without an end' });
          parser.push(text);
          drafts.call();
        },
        finish: () => parser.finish(),
      };
    }).finally(drafts.stop);
    // A second attempt must not lose the first one's answer.
    const kept = first;
    const answer = await (kept
      ? asked.catch((error: unknown) => {
          if (findAppError(error)?.code.startsWith('llm_')) return kept;
          throw error;
        })
      : asked);
    const rests = toChapters(answer.value.sections, input.segments, range).length > 0;
    // One retry for the wrong language; the second answer is taken as it is.
    if (rests && (attempt === 2 || isInLanguage(answer.value, input.noteLanguage))) return answer;
    // One retry for an answer without a usable section.
    if (kept) return kept;
    if (attempt === 2) throw new AppError('llm_bad_output', { detail: 'no section with a valid reference', retry: {} });
    if (rests) first = answer;
  }
}

function sectionsOf(input: Input, range: Window) {
  const own = input.ranges.filter(({ start, end }) => start <= range.last && end > range.first).length;
  return own > 0 ? { min: own, max: own, own: true } : wantedSections(input.segments, range, input.detail);
}

/** Judged by the share of Chinese characters: an English note on Chinese names has few. */
function isInLanguage(draft: Draft, language: Language): boolean {
  const text = draft.sections.flatMap((section) => [section.title, ...section.points.map((point) => point.text)]).join(' ');
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latinWords = text.match(/\p{Script=Latin}{2,}/gu)?.length ?? 0;
  if (han + latinWords < 20) return true;
  const share = han / (han + latinWords);
  return language === 'zh' ? share >= 0.3 : share <= 0.4;
}

export function askOptions(input: ModelInput, prompt: string) {
  return {
    llm: input.llm,
    clock: input.ports.clock,
    signal: input.signal,
    instructions: renderInstructions(input.noteLanguage),
    prompt,
    onWait: (seconds: number) =>
      input.progress.stage('outline', progressPercents.outline.withModel.sections.from, 'waiting_provider', { seconds }),
  };
}
