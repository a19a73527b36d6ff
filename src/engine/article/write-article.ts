/** Writes an article part by part. A part that fails its check twice is kept as spoken and labelled so. */
import { z } from 'zod';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import type { Language, Segment } from '../domain.ts';
import { forEachParallel } from '../for-each-parallel.ts';
import { hashOf } from '../hash.ts';
import { type Answer, ask } from '../llm/ask-with-retries.ts';
import { renderInstructions } from '../llm/instructions.ts';
import { renderSource, type SourceFacts } from '../llm/source-prompt.ts';
import type { Checkpoints, Clock, LanguageModelPort } from '../ports.ts';
import {
  type ArticleLanguage,
  articleWording,
  type LineRange,
  renderArticleRepair,
  renderArticleTask,
} from './article-prompt.ts';
import { type ArticleChecks, type CheckedPart, createArticleChecks } from './check-article.ts';
import { type ArticlePart, windowsOfParts } from './plan-parts.ts';
import { type PlacedParagraph, placeParagraphs, readParagraphs } from './read-paragraphs.ts';
import { talkArticle } from './talk-article.ts';

const PARALLEL_PARTS = 3;
const MOST_ROUNDS = 5;
const MOST_DRAFTS = 2;
/** An answer this much longer than its lines is cut off. */
const LONGEST = { times: 4, more: 4000 };
const WORTH_GOING_ON = 30;
/** The article is given up after this many failed parts without a success. */
const HOPELESS = 4;
/** Letters; a part with less is noise. */
const LEAST_SAID = 60;

export const zWrittenParagraph = z.object({
  text: z.string(),
  first: z.number().int(),
  last: z.number().int(),
  /** The model's text failed its check, so these are the words as spoken. */
  asSpoken: z.boolean(),
});
export type WrittenParagraph = z.infer<typeof zWrittenParagraph>;

export type WrittenPart = WrittenParagraph[] | null;

export type WriteArticleOptions = {
  segments: readonly Segment[];
  parts: readonly ArticlePart[];
  wanted: readonly number[];
  facts: SourceFacts;
  language: ArticleLanguage;
  llm: LanguageModelPort;
  checkpoints: Checkpoints;
  clock: Clock;
  signal: AbortSignal;
  /** Part of the checkpoints' keys: another variant writes again. */
  variant?: string | undefined;
  /** Called after each part, in no fixed order. Throws to end the work. */
  onPart(index: number, written: WrittenPart): Promise<void>;
};

/** They may be due to one part's text, and leave the others to be written. */
const ofOnePart: ReadonlySet<ErrorCode> = new Set(['llm_refused', 'llm_too_long', 'llm_bad_output']);

/** Errors: `cancelled` and the `llm_*` codes; those `ofOnePart` only when no part could be written. */
export async function writeArticle(options: WriteArticleOptions): Promise<void> {
  const { segments, parts, wanted, llm } = options;
  const windows = windowsOfParts(parts, segments, llm.contextTokens);
  const work: Work = {
    ...options,
    checks: createArticleChecks(segments, options.facts),
    speakers: new Set(segments.map(({ speaker }) => speaker)).size > 1,
  };
  const order: number[] = [];
  for (const index of [...wanted].sort((a, b) => a - b)) {
    const part = parts[index];
    if (part && work.checks.said(part.first, part.last) >= LEAST_SAID) order.push(index);
    else if (part) await options.onPart(index, null);
  }
  // If no part succeeds, the model cannot do the task, so failed parts are not reported before the first success.
  const held: number[] = [];
  let written = 0;
  let refusal: AppError | null = null;
  const keep = async (index: number, outcome: WrittenPart): Promise<void> => {
    if (outcome === null && written === 0) {
      held.push(index);
      return;
    }
    written++;
    await options.onPart(index, outcome);
    for (const earlier of held.splice(0)) await options.onPart(earlier, null);
  };
  const limits = { concurrency: PARALLEL_PARTS, signal: options.signal };
  await forEachParallel(order, limits, async (index, _place, signal) => {
    signal.throwIfAborted();
    const part = parts[index];
    const window = windows[index];
    if (!part || !window) return;
    try {
      await keep(index, await writePart({ ...work, signal }, part, window));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AppError) || !ofOnePart.has(error.code)) throw error;
      refusal ??= error;
      await keep(index, null);
    }
    if (held.length >= HOPELESS) throw hopeless(refusal);
  });
  if (written === 0 && held.length > 0) throw hopeless(refusal);
}

function hopeless(refusal: AppError | null): AppError {
  const options = { detail: 'no part of the article held to its lines', ...(refusal ? { cause: refusal } : {}) };
  return new AppError(refusal?.code ?? 'llm_bad_output', options);
}

type Work = WriteArticleOptions & { checks: ArticleChecks; speakers: boolean };

async function writePart(work: Work, part: ArticlePart, window: LineRange): Promise<WrittenPart> {
  const range = { first: part.first, last: part.last };
  const lines = work.segments.slice(window.first, window.last + 1);
  const key = hashOf('article', articleWording, work.llm.id, work.variant, work.language, work.facts, range, lines);
  const kept = z.array(zWrittenParagraph).safeParse(await work.checkpoints.get(key));
  if (kept.success) return kept.data;
  const before = work.segments.slice(Math.max(0, window.first - 2), window.first);
  const prefix = renderSource(work.facts, lines, before);
  let best: CheckedPart | null = null;
  for (let draft = 1; draft <= MOST_DRAFTS; draft++) {
    const placed = await writeDraft(work, { prefix, range, repair: best ? renderArticleRepair(best.faults) : '' });
    const checked = work.checks.check(placed, range);
    if (!best || isBetter(checked, best)) best = checked;
    if (best.faults.length === 0) break;
  }
  const written = best ? keepWhatHolds(work, best, range) : null;
  if (written) await work.checkpoints.put(key, written);
  return written;
}

function isBetter(one: CheckedPart, other: CheckedPart): boolean {
  if (one.lost !== other.lost) return !one.lost;
  return one.faulty.size < other.faulty.size;
}

type Draft = { prefix: string; range: LineRange; repair: string };

async function writeDraft(work: Work, { prefix, range, repair }: Draft): Promise<PlacedParagraph[]> {
  const placed: PlacedParagraph[] = [];
  let next = range.first;
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const rest = { first: next, last: range.last };
    const answer = await request(work, prefix, rest, renderArticleTask(work.language, rest, work.speakers) + repair);
    const draft = readParagraphs(answer.value, rest);
    if (answer.finish === 'length' && draft.open) draft.paragraphs.pop();
    placed.push(...placeParagraphs(draft.paragraphs, rest));
    const reached = placed.reduce((end, { last }) => Math.max(end, last), range.first - 1);
    if (reached + 1 <= next || work.checks.said(reached + 1, range.last) < WORTH_GOING_ON) break;
    next = reached + 1;
  }
  return placed;
}

function request(work: Work, prefix: string, rest: LineRange, prompt: string): Promise<Answer<string>> {
  let spoken = 0;
  for (let id = rest.first; id <= rest.last; id++) spoken += work.segments[id]?.text.length ?? 0;
  const longest = spoken * LONGEST.times + LONGEST.more;
  const instructions = renderInstructions(work.language);
  const { llm, clock, signal } = work;
  return ask({ llm, clock, signal, instructions, prefix, prompt, onWait: () => undefined }, () => {
    let text = '';
    return {
      push(piece) {
        text += piece;
        if (text.length > longest) throw new AppError('llm_bad_output', { detail: 'far longer than what is said' });
      },
      finish: () => text,
    };
  });
}

function keepWhatHolds(work: Work, { paragraphs, faulty, lost, gaps }: CheckedPart, range: LineRange): WrittenPart {
  if (lost || paragraphs.length === 0) return null;
  const pieces: (LineRange & { text: string | null })[] = [
    ...paragraphs.map(({ text, first, last }, index) => ({ text: faulty.has(index) ? null : text, first, last })),
    ...gaps.map((gap) => ({ ...gap, text: null })),
  ].sort((a, b) => a.first - b.first);
  return pieces.flatMap(({ text, first, last }, index): WrittenParagraph[] => {
    const begins = index === 0 ? range.first : first;
    const end = Math.max(last, (pieces[index + 1]?.first ?? range.last + 1) - 1);
    return text === null ? asSpoken(work, { first: begins, last: end }) : [{ text, first: begins, last: end, asSpoken: false }];
  });
}

function asSpoken(work: Work, { first, last }: LineRange): WrittenParagraph[] {
  const language: Language | null = work.language === 'source' ? null : work.language;
  const spoken = talkArticle(work.segments.slice(first, last + 1), { chapters: [], language });
  return spoken.flatMap(({ paragraphs }) =>
    paragraphs.map((paragraph) => ({ text: paragraph.text, first: paragraph.first, last: paragraph.last, asSpoken: true })),
  );
}
