import { cosine } from './rank.ts';
import type { ScoredDocument } from './score.ts';

/** Weight of a sentence's score against its likeness to chosen ones (maximal marginal relevance). */
const relevance = 0.8;

export type SelectOptions = {
  from: readonly number[];
  most: number;
  /** Sentences shown elsewhere, which should not be repeated. */
  against?: readonly number[];
  /** `size` is the cost of a sentence when `taken` are already chosen. */
  budget?: { size: (index: number, taken: number) => number; total: number };
  alike?: number;
};

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
        // It cannot fit later: the budget only shrinks and likeness only grows.
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
