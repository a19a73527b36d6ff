import { cosine } from './rank.ts';
import type { ScoredDocument } from './score.ts';

/** Weight of a sentence's own score against its likeness to what was already taken (maximal marginal relevance). */
const relevance = 0.8;

export type SelectOptions = {
  /** Candidates as sentence numbers. */
  from: readonly number[];
  /** Stop after so many. */
  most: number;
  /** Sentences that are shown elsewhere: what repeats them is worth less. */
  against?: readonly number[];
  /** What a sentence would cost when `taken` are there already, and how much there is. */
  budget?: { size: (index: number, taken: number) => number; total: number };
  /** Sentences more alike than this are one statement. */
  alike?: number;
};

/** Takes the best sentence, then the best that adds something, and so on. Returns sentence numbers in text order. */
export function selectSentences(scored: ScoredDocument, options: SelectOptions): number[] {
  const { vectors, scores } = scored;
  const left = new Set(options.from);
  const likeness = new Map<number, number>();
  const note = (taken: number): void => {
    const vector = vectors[taken];
    if (!vector) return;
    for (const index of left) {
      const other = vectors[index];
      if (!other) continue;
      const value = cosine(vector, other);
      if (value > (likeness.get(index) ?? 0)) likeness.set(index, value);
    }
  };
  for (const index of options.against ?? []) note(index);
  const chosen: number[] = [];
  let spent = 0;
  while (chosen.length < options.most) {
    let best = -1;
    let bestValue = Number.NEGATIVE_INFINITY;
    for (const index of left) {
      const close = likeness.get(index) ?? 0;
      const tooDear = options.budget && spent + options.budget.size(index, chosen.length) > options.budget.total;
      if (tooDear || close > (options.alike ?? 1)) {
        // Neither gets better later: the budget only shrinks and likeness only grows.
        left.delete(index);
        continue;
      }
      const value = relevance * (scores[index] ?? 0) - (1 - relevance) * close;
      if (value > bestValue) {
        best = index;
        bestValue = value;
      }
    }
    if (best < 0) break;
    if (options.budget) spent += options.budget.size(best, chosen.length);
    left.delete(best);
    chosen.push(best);
    note(best);
  }
  return chosen.sort((a, b) => a - b);
}
