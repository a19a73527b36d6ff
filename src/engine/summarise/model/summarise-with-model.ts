/**
 * The note a model writes: one request while the source fits, else windows in parallel whose finished sections are
 * kept and never rewritten, and a last request that adds abstract and tags.
 */
import { z } from 'zod';
import { AppError, hasCode } from '#lib/app-error.ts';
import { hashOf } from '../../hash.ts';
import { type Chapter, type Detail, type Language, type Outline, type Segment, zChapter } from '../../model.ts';
import type { EnginePorts, LanguageModelPort, ProgressSink } from '../../ports.ts';
import type { Treatment } from '../extractive/document.ts';
import { type Answer, ask } from './ask.ts';
import { applyMerges, noChecks, toChapters, verifyQuotes } from './assemble.ts';
import { createGrounding, markGrounding } from './grounding.ts';
import { createDraftParser, type Draft } from './line-protocol.ts';
import { createModelFreeRest, type ModelFreeRest } from './model-free-rest.ts';
import {
  promptVersion,
  renderInstructions,
  renderMergeTask,
  renderRepairTask,
  renderSource,
  renderWholeTask,
  renderWindowTask,
  type SourceFacts,
} from './prompts.ts';
import { applyCorrections, type Failing, linesFor, mostRepairs, readCorrections } from './repair.ts';
import { planWindows, type Window, wantedSections } from './windows.ts';

const PARALLEL_WINDOWS = 4;
/** How often an answer that stopped at its length limit is continued behind its last complete section. */
const CONTINUATIONS = 6;
const SHOW_EVERY_MS = 150;
/** Requests for one note beyond two for each window: continuations, second tries, merge, repair. */
const SPARE_CALLS = 6;

export type ModelInput = {
  facts: SourceFacts;
  segments: readonly Segment[];
  noteLanguage: Language;
  detail: Detail;
  /** Part of every checkpoint's key: see `NoteOptions`. */
  variant?: string | undefined;
  llm: LanguageModelPort;
  ports: Pick<EnginePorts, 'checkpoints' | 'clock'>;
  progress: ProgressSink;
  signal: AbortSignal;
  /** For what is done without the model once it may not be asked any more: how to read the source, and in which language it is. */
  treatment?: Treatment | undefined;
  sourceLanguage?: Language | null | undefined;
  /** Called with the outline as far as it is written, while it is written. */
  onPartial(outline: Outline): void;
};

type Written = {
  chapters: Chapter[];
  abstract: string;
  tags: string[];
  droppedReferences: number;
  /** The limit of what the note may cost was reached in it. */
  limited?: boolean;
};

type Input = ModelInput & { rest: ModelFreeRest };

const zWrittenWindow = z.object({ chapters: z.array(zChapter), droppedReferences: z.number() });

/**
 * Where the note may cost no more (AppError `llm_cost_limit` of a request, or too many requests) it is made whole without
 * the model: what is written stays, the rest is the source's own sentences. Errors: the other `llm_*` codes, `cancelled`.
 */
export async function summariseWithModel(given: ModelInput): Promise<Outline> {
  const windows = planWindows(given.segments, given.facts.chapters, given.llm.contextTokens, given.facts.sections);
  const llm = limitCalls(given.llm, windows.length * 2 + SPARE_CALLS);
  const input: Input = { ...given, llm, rest: createModelFreeRest(given) };
  const checks = noChecks();
  let outline: Outline;
  if (windows.length === 1) {
    input.progress.stage('outline', 20, 'asking_model', { model: input.llm.id });
    const whole = { first: 0, last: input.segments.length - 1 };
    const written = await writeRange(input, whole, { part: 1, parts: 1 }, (draft) => input.onPartial(toOutline(input, draft)));
    checks.droppedReferences = written.droppedReferences;
    outline = written.limited ? withoutModel(input, written) : toOutline(input, written);
  } else {
    const chapters = await writeWindows(input, windows, checks);
    outline = await merge(input, chapters, checks);
  }
  if (outline.chapters.length === 0)
    throw new AppError('llm_bad_output', { detail: 'no section with a valid reference', retry: {} });
  input.progress.stage('outline', 90, 'checking_quotes');
  if (outline.method === 'model') {
    outline.checks = checks;
    await ground(input, outline);
  }
  outline.writing = { promptVersion, usage: given.llm.used?.() ?? null };
  return outline;
}

/** What the model did not come to, from the source itself. Nothing at all of the model's: a note without one, that says why. */
function withoutModel(input: Input, written: Pick<Written, 'chapters' | 'abstract' | 'tags'>): Outline {
  const rest = input.rest.whole();
  if (written.chapters.every(({ extractive }) => extractive)) return { ...rest, costLimited: true };
  const outline = toOutline(input, written);
  return {
    ...outline,
    costLimited: true,
    abstract: outline.abstract.length > 0 ? outline.abstract : rest.abstract,
    tags: outline.tags.length > 0 ? outline.tags : rest.tags,
  };
}

/** Nothing a model or a provider does makes one note cost without end. */
function limitCalls(llm: LanguageModelPort, most: number): LanguageModelPort {
  let calls = 0;
  return {
    ...llm,
    stream(request) {
      calls++;
      if (calls > most) throw new AppError('llm_cost_limit', { detail: 'more requests than a note may cost' });
      return llm.stream(request);
    },
  };
}

/** Checks what the outline claims; what fails is put right by one more request, and marked when it still fails. */
async function ground(input: ModelInput, outline: Outline): Promise<void> {
  const grounding = createGrounding(input.segments, input.facts);
  const { failing } = markGrounding(outline, grounding);
  if (failing.length > 0 && failing.length <= mostRepairs) await repair(input, outline, failing);
  verifyQuotes(outline, input.segments, outline.checks);
  markGrounding(outline, grounding);
}

/** A repair is a kindness: when it cannot be had, the marks say what is open. Cancelling still cancels. */
async function repair(input: ModelInput, outline: Outline, failing: readonly Failing[]): Promise<void> {
  const lines = linesFor(failing, input.segments);
  const listed = failing.map(({ statement }) => ({ ...statement, missing: statement.unverified ?? [] }));
  const prompt = renderRepairTask(input.noteLanguage, input.facts, lines, listed);
  const key = hashOf('repair', promptVersion, input.llm.id, input.variant, prompt);
  try {
    const kept = z.string().safeParse(await input.ports.checkpoints.get(key));
    const text = kept.success ? kept.data : await askForText(input, prompt);
    if (!kept.success) await input.ports.checkpoints.put(key, text);
    const range = { first: 0, last: input.segments.length - 1 };
    applyCorrections(outline, failing, readCorrections(text, failing.length, range));
  } catch (error) {
    input.signal.throwIfAborted();
    if (!(error instanceof AppError) || error.code === 'cancelled') throw error;
  }
}

async function askForText(input: ModelInput, prompt: string): Promise<string> {
  const answer = await ask(askOptions(input, prompt), () => {
    let text = '';
    return {
      push(piece) {
        text += piece;
      },
      finish: () => text,
    };
  });
  return answer.value;
}

function toOutline(input: ModelInput, written: Pick<Written, 'chapters' | 'abstract' | 'tags'>): Outline {
  return {
    method: 'model',
    model: input.llm.id,
    language: input.noteLanguage,
    abstract: written.abstract === '' ? [] : [{ text: written.abstract, segmentIds: [] }],
    chapters: written.chapters,
    tags: written.tags.slice(0, 6),
    checks: noChecks(),
  };
}

/** Writes the sections of one range of lines; an answer cut at its length limit goes on behind its last complete section. */
async function writeRange(
  input: Input,
  window: Window,
  place: { part: number; parts: number },
  onDraft: (written: Written) => void,
): Promise<Written> {
  const done: Written = { chapters: [], abstract: '', tags: [], droppedReferences: 0 };
  let first = window.first;
  for (let round = 0; ; round++) {
    const range = { first, last: window.last };
    const join = (draft: Draft): Written => ({
      chapters: [...done.chapters, ...toChapters(draft.sections, input.segments, range)],
      abstract: done.abstract || draft.abstract,
      tags: draft.tags.length > 0 ? draft.tags : done.tags,
      droppedReferences: done.droppedReferences + draft.droppedReferences,
    });
    const here = round === 0 ? place : { part: Math.max(2, place.part), parts: Math.max(2, place.parts) };
    const answer = await request(input, range, here, (draft) => onDraft(join(draft))).catch(unlessLimited);
    if (answer === null) return { ...done, chapters: [...done.chapters, ...input.rest.chaptersOf(range)], limited: true };
    const written = join(answer.value);
    const lastStart = written.chapters.at(-1)?.segmentIds[0];
    const canGoOn = answer.finish === 'length' && lastStart !== undefined && lastStart > first && round < CONTINUATIONS;
    if (!canGoOn) return written;
    // The last section was cut: keep those before it and ask again from where it started.
    done.chapters = written.chapters.slice(0, -1);
    done.abstract = written.abstract;
    done.droppedReferences = written.droppedReferences;
    first = lastStart;
  }
}

/** Null for a request that was not made because it would have cost too much. */
function unlessLimited(error: unknown): null {
  if (hasCode(error, 'llm_cost_limit')) return null;
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
  const sections = wantedSections(input.segments, range, input.detail);
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
    // In the wrong language is better than not at all.
    const kept = first;
    const answer = await (kept ? asked.catch((error: unknown) => unlessLimited(error) ?? kept) : asked);
    const rests = toChapters(answer.value.sections, input.segments, range).length > 0;
    // In another language than asked for, once more; the second answer is taken as it is.
    if (rests && (attempt === 2 || isInLanguage(answer.value, input.noteLanguage))) return answer;
    // Words, but no section that rests on a line: once more, then say so.
    if (attempt === 2) throw new AppError('llm_bad_output', { detail: 'no section with a valid reference', retry: {} });
    if (rests) first = answer;
  }
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

function askOptions(input: ModelInput, prompt: string) {
  return {
    llm: input.llm,
    clock: input.ports.clock,
    signal: input.signal,
    instructions: renderInstructions(input.noteLanguage),
    prompt,
    onWait: (seconds: number) => input.progress.stage('outline', 20, 'waiting_provider', { seconds }),
  };
}

async function writeWindows(input: Input, windows: readonly Window[], checks: Outline['checks']): Promise<Chapter[]> {
  const written: (Written | undefined)[] = new Array(windows.length).fill(undefined);
  const finished = new Set<number>();
  const report = () => {
    // Shown in reading order: what is behind a gap waits until the gap is filled.
    const visible: Chapter[] = [];
    for (const [index, part] of written.entries()) {
      if (part) visible.push(...part.chapters);
      if (!finished.has(index)) break;
    }
    input.onPartial(toOutline(input, { chapters: visible, abstract: '', tags: [] }));
  };
  const stage = () =>
    input.progress.stage('outline', 20 + Math.round((60 * finished.size) / windows.length), 'writing_section', {
      done: finished.size,
      total: windows.length,
    });
  stage();

  const writeWindow = async (index: number): Promise<void> => {
    const window = windows[index];
    if (!window) return;
    const segments = input.segments.slice(window.first, window.last + 1);
    const key = hashOf(
      'window',
      promptVersion,
      input.llm.id,
      input.variant,
      input.noteLanguage,
      input.detail,
      input.facts,
      window,
      segments,
    );
    const kept = zWrittenWindow.safeParse(await input.ports.checkpoints.get(key));
    if (kept.success) written[index] = { ...kept.data, abstract: '', tags: [] };
    else {
      const part = await writeRange(input, window, { part: index + 1, parts: windows.length }, (draft) => {
        written[index] = draft;
        report();
      });
      // What was left to the source is no result to go on from: next time the model may be asked.
      if (!part.limited)
        await input.ports.checkpoints.put(key, { chapters: part.chapters, droppedReferences: part.droppedReferences });
      written[index] = part;
    }
    finished.add(index);
    checks.droppedReferences += written[index]?.droppedReferences ?? 0;
    stage();
    report();
  };
  await forEachParallel(windows.length, PARALLEL_WINDOWS, writeWindow);
  return written.flatMap((part) => part?.chapters ?? []);
}

async function merge(input: Input, chapters: readonly Chapter[], checks: Outline['checks']): Promise<Outline> {
  input.progress.stage('outline', 82, 'merging_sections');
  const sections = chapters.map((chapter) => ({ title: chapter.title, points: chapter.points.map((point) => point.text) }));
  const prompt = renderMergeTask(input.noteLanguage, input.facts.title, sections);
  const range = { first: 0, last: input.segments.length - 1 };
  const untouched = { chapters: [...chapters], abstract: '', tags: [] };
  // A model that wrote nothing of the note has no abstract to give.
  if (chapters.every(({ extractive }) => extractive)) return withoutModel(input, untouched);
  const answer = await ask(askOptions(input, prompt), () => createDraftParser(range)).catch(unlessLimited);
  if (answer === null) return withoutModel(input, untouched);
  const { abstract, tags, merges, droppedReferences } = answer.value;
  checks.droppedReferences += droppedReferences;
  const merged = { chapters: applyMerges(chapters, merges), abstract, tags };
  return chapters.some(({ extractive }) => extractive) ? withoutModel(input, merged) : toOutline(input, merged);
}

/** Runs `work` for 0..count-1, at most `limit` at a time; the first failure stops new starts and is thrown when all have settled. */
async function forEachParallel(count: number, limit: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  let failure: { error: unknown } | undefined;
  const lane = async (): Promise<void> => {
    while (next < count && !failure) {
      const index = next++;
      try {
        await work(index);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, count) }, lane));
  if (failure) throw failure.error;
}
