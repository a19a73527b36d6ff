/** The lines of a content that answer a question or hold some words. */
import type { Segment } from '#engine/domain.ts';
import { estimateTokens } from '#engine/llm/windows.ts';
import { choosePassages, rankPassages, weighTerms } from '#engine/retrieve/rank.ts';
import { marksOf, queryTerms } from '#engine/retrieve/terms.ts';
import { foldLetters } from '#lib/text/fold-text.ts';
import type { FoundPassage } from '../contract.ts';
import { boundsOf, findTerms, type PassageServices, passageIndexOf } from './passage-store.ts';
import type { Words } from './words.ts';

const MOST_FOUND = 8;
const RANKED_CANDIDATES = 60;

/** Ids of the lines to read for a question, ascending, worth at most about `budget` tokens. */
export async function linesFor(
  services: PassageServices,
  words: Words,
  question: string,
  before: string | null,
  budget: number,
): Promise<number[]> {
  const { db } = services;
  const index = await passageIndexOf(services, words);
  const weights = weighTerms(queryTerms(question), before === null ? [] : queryTerms(before));
  const ranked = rankPassages(weights, await findTerms(db, index.id, [...weights.keys()]), index);
  const near = ranked.slice(0, RANKED_CANDIDATES).flatMap(({ position }) => [position - 1, position, position + 1]);
  const wanted = ranked.length === 0 ? Array.from({ length: index.passages }, (_, position) => position) : near;
  const bounds = await boundsOf(db, index.id, [...new Set(wanted)]);
  const cost = (position: number): number => {
    const place = bounds.get(position);
    return place ? sumTokens(words.segments.slice(place.first, place.last + 1)) : Number.POSITIVE_INFINITY;
  };
  return choosePassages(ranked, index, budget, cost).flatMap((position) => {
    const place = bounds.get(position);
    return place ? Array.from({ length: place.last - place.first + 1 }, (_, offset) => place.first + offset) : [];
  });
}

/** The best passages for some words, best first, each beginning at the line that holds most of them. */
export async function findPassages(services: PassageServices, words: Words, query: string): Promise<FoundPassage[]> {
  const { db } = services;
  const index = await passageIndexOf(services, words);
  const terms = queryTerms(query);
  const weights = weighTerms(terms);
  const ranked = rankPassages(weights, await findTerms(db, index.id, terms), index).slice(0, RANKED_CANDIDATES);
  const bounds = await boundsOf(
    db,
    index.id,
    ranked.map(({ position }) => position),
  );
  const phrase = foldLetters(query);
  const wanted = new Set(terms);
  return ranked
    .flatMap(({ position, score }) => {
      const place = bounds.get(position);
      if (!place) return [];
      const lines = words.segments.slice(place.first, place.last + 1);
      const text = lines.map((line) => line.text.replace(/\s+/g, ' ').trim()).join(' ');
      // The very words, in their order, are what most people look for.
      const exact = phrase.length > 1 && foldLetters(text).includes(phrase);
      return [{ lines, score: exact ? score * 1.6 : score }];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_FOUND)
    .flatMap(({ lines }) => found(lines, wanted));
}

function found(lines: readonly Segment[], wanted: ReadonlySet<string>): FoundPassage[] {
  const worth = lines.map((line) => marksOf(line.text, wanted).reduce((sum, { start, end }) => sum + end - start, 0));
  const best = Math.max(0, worth.indexOf(Math.max(...worth)));
  const shown = lines.slice(Math.max(0, best - 1), best + 3);
  const start = lines[best];
  const last = shown.at(-1);
  if (!start || !last) return [];
  const text = shown.map((line) => line.text.replace(/\s+/g, ' ').trim()).join(' ');
  return [{ first: start.id, last: last.id, startMs: start.startMs, page: start.page ?? null, ...excerpt(text, wanted) }];
}

const EXCERPT = 420;

/** A long paragraph is shown from a little before the first word that was looked for. */
function excerpt(text: string, wanted: ReadonlySet<string>): Pick<FoundPassage, 'text' | 'marks'> {
  const [first] = marksOf(text, wanted);
  const from = text.length <= EXCERPT || !first || first.end < EXCERPT * 0.8 ? 0 : Math.max(0, first.start - 80);
  const cut = text.slice(from, from + EXCERPT);
  const shown = `${from > 0 ? '…' : ''}${cut}${from + EXCERPT < text.length ? '…' : ''}`;
  return { text: shown, marks: marksOf(shown, wanted) };
}

function sumTokens(segments: readonly Segment[]): number {
  return segments.reduce((sum, { text }) => sum + estimateTokens(text), 0);
}
