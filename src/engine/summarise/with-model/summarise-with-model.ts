/** One request while the source fits, else windows in parallel and a last request for abstract and tags. */
import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';
import { type Chapter, type Outline, zChapter } from '../../domain.ts';
import { forEachParallel } from '../../for-each-parallel.ts';
import { hashOf } from '../../hash.ts';
import { ask } from '../../llm/ask-with-retries.ts';
import { createGrounding, markGrounding, markTitles } from '../../llm/check-names-and-numbers.ts';
import { planWindows, type Window } from '../../llm/windows.ts';
import type { LanguageModelPort } from '../../ports.ts';
import { progressPercents } from '../../progress-percents.ts';
import { noChecks, verifyQuotes } from './assemble.ts';
import { rangesOf, underChapters } from './by-chapters.ts';
import { applyCorrections, type Failing, linesFor, mostRepairs, readCorrections } from './correct-statements.ts';
import { joinWindows } from './join-windows.ts';
import { createModelFreeRest } from './model-free-rest.ts';
import type { ModelInput } from './model-input.ts';
import { promptVersion, renderRepairTask } from './prompts.ts';
import { askOptions, type Input, type Written, writeRange } from './write-range.ts';

const percents = progressPercents.outline.withModel;

const PARALLEL_WINDOWS = 4;
/** Requests allowed beyond two per window. */
const SPARE_CALLS = 6;

const zWrittenWindow = z.object({ chapters: z.array(zChapter), droppedReferences: z.number() });

/** At the cost limit the rest is extractive. Errors: the other `llm_*` codes, `cancelled`. */
export async function summariseWithModel(given: ModelInput): Promise<Outline> {
  const windows = planWindows(given.segments, given.facts.chapters, given.llm.contextTokens, given.facts.sections);
  const llm = limitCalls(given.llm, windows.length * 2 + SPARE_CALLS);
  const ranges = rangesOf(given.segments, given.facts.chapters, given.facts.timed);
  const input: Input = { ...given, llm, ranges, rest: createModelFreeRest(given) };
  const checks = noChecks();
  let outline: Outline;
  if (windows.length === 1) {
    input.progress.stage('outline', percents.sections.from, 'asking_model', { model: input.llm.id });
    const whole = { first: 0, last: input.segments.length - 1 };
    const written = await writeRange(input, whole, { part: 1, parts: 1 }, (draft) => input.onPartial(toOutline(input, draft)));
    checks.droppedReferences = written.droppedReferences;
    outline = written.limited ? await withoutModel(input, written) : toOutline(input, written);
  } else {
    const chapters = await writeWindows(input, windows, checks);
    const joined = await joinWindows(input, chapters);
    checks.droppedReferences += joined.droppedReferences;
    outline = joined.limited ? await withoutModel(input, joined) : toOutline(input, joined);
  }
  if (outline.chapters.length === 0)
    throw new AppError('llm_bad_output', { detail: 'no section with a valid reference', retry: {} });
  input.progress.stage('outline', percents.checking, 'checking_quotes');
  if (outline.method === 'model') {
    outline.checks = checks;
    await ground(input, outline);
  }
  outline.writing = { promptVersion, usage: given.llm.used?.() ?? null };
  return outline;
}

/** Sections that the model did not write are extractive; if it wrote none, the whole note is. */
async function withoutModel(input: Input, written: Pick<Written, 'chapters' | 'abstract' | 'tags'>): Promise<Outline> {
  const rest = await input.rest.whole();
  if (written.chapters.every(({ extractive }) => extractive)) return { ...rest, costLimited: true };
  const outline = toOutline(input, written);
  return {
    ...outline,
    costLimited: true,
    abstract: outline.abstract.length > 0 ? outline.abstract : rest.abstract,
    tags: outline.tags.length > 0 ? outline.tags : rest.tags,
  };
}

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

async function ground(input: ModelInput, outline: Outline): Promise<void> {
  const grounding = createGrounding(input.segments, input.facts);
  const own = new Set([...input.facts.chapters, ...(input.facts.sections ?? [])].map(({ title }) => title));
  const { failing } = markGrounding(outline, grounding);
  const titles = markTitles(outline, grounding, own);
  const all = [...failing, ...titles.map(({ chapter, statement }) => ({ statement, section: chapter.segmentIds }))];
  if (all.length > 0 && all.length <= mostRepairs) await repair(input, outline, all);
  for (const { chapter, statement } of titles) chapter.title = statement.text;
  verifyQuotes(outline, input.segments, outline.checks, own);
  markGrounding(outline, grounding);
  markTitles(outline, grounding, own);
}

/** When the repair fails, the marks remain; a cancelled run still throws. */
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

function toOutline(input: Input, written: Pick<Written, 'chapters' | 'abstract' | 'tags'>): Outline {
  const last = written.chapters.at(-1)?.segmentIds.at(-1) ?? -1;
  return {
    method: 'model',
    model: input.llm.id,
    language: input.noteLanguage,
    abstract: written.abstract === '' ? [] : [{ text: written.abstract, segmentIds: [] }],
    chapters: underChapters(written.chapters, input.ranges, input.noteLanguage, last),
    tags: written.tags.slice(0, 6),
    checks: noChecks(),
  };
}

async function writeWindows(input: Input, windows: readonly Window[], checks: Outline['checks']): Promise<Chapter[]> {
  const written: (Written | undefined)[] = new Array(windows.length).fill(undefined);
  const finished = new Set<number>();
  const report = () => {
    // In reading order: sections after a gap wait until it is filled.
    const visible: Chapter[] = [];
    for (const [index, part] of written.entries()) {
      if (part) visible.push(...part.chapters);
      if (!finished.has(index)) break;
    }
    input.onPartial(toOutline(input, { chapters: visible, abstract: '', tags: [] }));
  };
  const { from, to } = percents.sections;
  const stage = () =>
    input.progress.stage('outline', from + Math.round(((to - from) * finished.size) / windows.length), 'writing_section', {
      done: finished.size,
      total: windows.length,
    });
  stage();

  const writeWindow = async (window: Window, index: number): Promise<void> => {
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
      // Extractive parts are not kept, so that the next run may ask the model.
      if (!part.limited)
        await input.ports.checkpoints.put(key, { chapters: part.chapters, droppedReferences: part.droppedReferences });
      written[index] = part;
    }
    finished.add(index);
    checks.droppedReferences += written[index]?.droppedReferences ?? 0;
    stage();
    report();
  };
  await forEachParallel(windows, { concurrency: PARALLEL_WINDOWS, signal: input.signal }, writeWindow);
  return written.flatMap((part) => part?.chapters ?? []);
}
