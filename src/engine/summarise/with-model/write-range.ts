/** Writes the sections of one range of lines with a model, to the end of the range, whatever an answer stops at. */
import { AppError, findAppError, hasCode } from '#lib/app-error.ts';
import type { Chapter, Language, Segment } from '../../domain.ts';
import { type Answer, ask } from '../../llm/ask.ts';
import { createDraftParser, type Draft } from '../../llm/line-protocol.ts';
import { renderInstructions, renderSource } from '../../llm/source-prompt.ts';
import { estimateTokens, type Window } from '../../llm/windows.ts';
import type { ChapterRange } from '../extractive/chapters/chapters.ts';
import { toChapters } from './assemble.ts';
import type { ModelFreeRest } from './model-free-rest.ts';
import type { ModelInput } from './model-input.ts';
import { renderWholeTask, renderWindowTask } from './prompts.ts';
import { wantedSections } from './section-range.ts';

/** How often an answer that stopped at its length limit is continued behind its last complete section. */
const CONTINUATIONS = 6;
/** How often an answer that ended of itself long before the end of its lines is continued behind the last it tells of. */
const EARLY_ENDS = 2;
/** What an answer may leave untold at its end: this share of its lines, or this many tokens of them. */
const UNTOLD = { share: 0.3, tokens: 2500 };
const SHOW_EVERY_MS = 150;

export type Written = {
  chapters: Chapter[];
  abstract: string;
  tags: string[];
  droppedReferences: number;
  /** The limit of what the note may cost was reached in it. */
  limited?: boolean;
};

export type Input = ModelInput & {
  rest: ModelFreeRest;
  /** The creator's chapters; empty when there are none. */
  ranges: readonly ChapterRange[];
};

/** Writes the sections of one range of lines; an answer cut at its length limit goes on behind its last complete section. */
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
      // A rest that was asked for a second time and did not come does not take what is written along.
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
      // The last section was cut: keep those before it and ask again from where it started.
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

/** The last line that a section or a point points at. */
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

/** The last section reaches just to `last`. */
function upTo(chapters: readonly Chapter[], last: number): Chapter[] {
  const end = chapters.at(-1);
  const start = end?.segmentIds[0];
  if (!end || start === undefined) return [...chapters];
  const segmentIds = Array.from({ length: Math.max(1, last - start + 1) }, (_, offset) => start + offset);
  return [...chapters.slice(0, -1), { ...end, segmentIds }];
}

/** A statement without its reference at the end of an answer that was cut is half a statement. */
function dropCutLine({ sections }: Draft): void {
  const section = sections.at(-1);
  const point = section?.points.at(-1);
  if (!section || !point) return;
  const detail = point.details.at(-1);
  if (detail?.segmentIds.length === 0) point.details.pop();
  else if (!detail && point.segmentIds.length === 0) section.points.pop();
}

/** Null for a request that was not made because it would have cost too much. */
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
    const asked = ask({ ...askOptions(input, task), prefix }, () => {
      const parser = createDraftParser(range);
      let shownAt = Number.NEGATIVE_INFINITY;
      return {
        push(text) {
          parser.push(text);
          // A snapshot costs a copy of the draft: a few a second are all that a reader can see.
          if (input.ports.clock.now() - shownAt < SHOW_EVERY_MS) return;
          shownAt = input.ports.clock.now();
          onDraft(parser.snapshot());
        },
        finish: () => parser.finish(),
      };
    });
    // In the wrong language is better than not at all, whatever becomes of the second try.
    const kept = first;
    const answer = await (kept
      ? asked.catch((error: unknown) => {
          if (findAppError(error)?.code.startsWith('llm_')) return kept;
          throw error;
        })
      : asked);
    const rests = toChapters(answer.value.sections, input.segments, range).length > 0;
    // In another language than asked for, once more; the second answer is taken as it is.
    if (rests && (attempt === 2 || isInLanguage(answer.value, input.noteLanguage))) return answer;
    // Words, but no section that rests on a line: once more, then say so.
    if (kept) return kept;
    if (attempt === 2) throw new AppError('llm_bad_output', { detail: 'no section with a valid reference', retry: {} });
    if (rests) first = answer;
  }
}

/** The creator's chapters as far as they lie in the range, else about as many sections as so much talk wants. */
function sectionsOf(input: Input, range: Window) {
  const own = input.ranges.filter(({ start, end }) => start <= range.last && end > range.first).length;
  return own > 0 ? { min: own, max: own, own: true } : wantedSections(input.segments, range, input.detail);
}

/** Chinese is known by its characters; a note on Chinese names in English has some of them, but few. */
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
    onWait: (seconds: number) => input.progress.stage('outline', 20, 'waiting_provider', { seconds }),
  };
}
