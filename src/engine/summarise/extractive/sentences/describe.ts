/** Chooses the sentences that together have most of the words that a description would have. */
import type { Chance } from './description-words.ts';

export type Candidate = { index: number; keys: readonly string[]; size: number; score: number };

/** Of so many of the best single sentences all pairs are tried. */
const paired = 40;
/** A description has this share of the words that there is room for. */
const expectedShare = 0.62;
const charactersPerWord = 6;
const thirdTime = 0.4;
/** Of the mean score, which knows announcements and the place in the text. */
const scoreWeight = 0.2;

/** Twice the expected number of common words, over the number of words of both (the expected F1), and the score. */
function worthOf(chosen: readonly Candidate[], chances: ReadonlyMap<string, Chance>, expected: number): number {
  const times = new Map<string, number>();
  let common = 0;
  let size = 0;
  for (const { keys } of chosen)
    for (const key of keys) {
      const before = times.get(key) ?? 0;
      times.set(key, before + 1);
      size += 1;
      const { once, twice } = chances.get(key) ?? { once: 0, twice: 0 };
      common += before === 0 ? once : before === 1 ? twice : thirdTime * twice;
    }
  const score = chosen.reduce((sum, one) => sum + one.score, 0) / Math.max(1, chosen.length);
  return (2 * common) / (size + expected) + scoreWeight * score;
}

function* pairsOf(candidates: readonly Candidate[]): Generator<Candidate[]> {
  for (const [i, one] of candidates.entries()) for (const other of candidates.slice(i + 1)) yield [one, other];
}

/** The places of the best sentences in ascending order; `size` counts characters, and a break between two sentences one more. */
export function chooseDescription(
  candidates: readonly Candidate[],
  chances: ReadonlyMap<string, Chance>,
  maxChars: number,
): number[] {
  const expected = (expectedShare * maxChars) / charactersPerWord;
  const value = (chosen: readonly Candidate[]): number => worthOf(chosen, chances, expected);
  const fits = (chosen: readonly Candidate[]): boolean => chosen.reduce((sum, { size }) => sum + size + 1, -1) <= maxChars;
  const singles = candidates.map((one) => ({ one, own: value([one]) })).sort((a, b) => b.own - a.own);
  let best: Candidate[] = [];
  let most = 0;
  const consider = (chosen: Candidate[]): void => {
    if (!fits(chosen)) return;
    const own = value(chosen);
    if (own <= most) return;
    best = chosen;
    most = own;
  };
  for (const { one } of singles) consider([one]);
  for (const pair of pairsOf(singles.slice(0, paired).map(({ one }) => one))) consider(pair);
  for (let size = -1; size < best.length; ) {
    size = best.length;
    const start = best;
    for (const { one } of singles) if (!start.includes(one)) consider([...start, one]);
  }
  return best.map(({ index }) => index).sort((a, b) => a - b);
}
