import type { Segment } from '#engine/domain.ts';
import { estimateTokens } from '#engine/llm/windows.ts';
import { foundIn } from '#engine/retrieve/excerpt.ts';
import { choosePassages, rankPassages, weighTerms } from '#engine/retrieve/rank.ts';
import { queryTerms } from '#engine/retrieve/terms.ts';
import { foldLetters } from '#lib/text/fold-text.ts';
import type { FoundPassage } from '../contract.ts';
import type { CorrectedText } from './corrected-text.ts';
import { boundsOf, findTerms, type PassageServices, passageIndexOf } from './passage-store.ts';

const MOST_FOUND = 8;
const RANKED_CANDIDATES = 60;

/** The ids of the lines to read for a question, ascending, of at most about `budget` tokens. */
export async function linesFor(
  services: PassageServices,
  words: CorrectedText,
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

/** The best passages for a query, best first, each beginning at the line that holds most of its words. */
export async function findPassages(services: PassageServices, words: CorrectedText, query: string): Promise<FoundPassage[]> {
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
      // Most people look for the exact words in their order.
      const exact = phrase.length > 1 && foldLetters(text).includes(phrase);
      return [{ lines, score: exact ? score * 1.6 : score }];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_FOUND)
    .flatMap(({ lines }) => foundIn(lines, wanted));
}

function sumTokens(segments: readonly Segment[]): number {
  return segments.reduce((sum, { text }) => sum + estimateTokens(text), 0);
}
