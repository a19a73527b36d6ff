/** BM25 over the passages of one source, plus a share of the better neighbour's score. */

/** `length` is the passage's number of terms. */
export type TermHit = { position: number; length: number; term: string; count: number };
export type Corpus = { passages: number; averageLength: number };
export type Ranked = { position: number; score: number };

const K1 = 1.2;
const B = 0.6;
const NEIGHBOUR_SHARE = 0.25;

/** Inverse document frequency of a term that `holders` of the passages contain. */
export function rarity(holders: number, passages: number): number {
  return Math.log(1 + (passages - holders + 0.5) / (holders + 0.5));
}

/** Term frequency in BM25. `length`: of the passage, relative to the average. */
export function saturated(count: number, length = 1): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + B * length));
}

/** `met`: the weight of the question's terms that the passage has, out of `total`. */
export function completed(score: number, met: number, total: number): number {
  return score * (0.5 + (0.5 * met) / Math.max(1e-9, total));
}

/** Best first. A passage with more of the question's terms goes before one that repeats a single term. */
export function rankPassages(weights: ReadonlyMap<string, number>, hits: readonly TermHit[], corpus: Corpus): Ranked[] {
  const holders = new Map<string, Set<number>>();
  for (const { term, position } of hits) {
    const positions = holders.get(term) ?? new Set();
    positions.add(position);
    holders.set(term, positions);
  }
  const worth = (term: string): number => (weights.get(term) ?? 0) * rarity(holders.get(term)?.size ?? 0, corpus.passages);
  const total = [...weights.keys()].reduce((sum, term) => sum + worth(term), 0);
  const own = new Map<number, { score: number; met: number }>();
  for (const { position, length, term, count } of hits) {
    const value = worth(term);
    const before = own.get(position) ?? { score: 0, met: 0 };
    own.set(position, {
      score: before.score + value * saturated(count, length / Math.max(1, corpus.averageLength)),
      met: before.met + value,
    });
  }
  const scoreOf = (position: number): number => {
    const known = own.get(position);
    return known ? completed(known.score, known.met, total) : 0;
  };
  return [...own.keys()]
    .map((position) => ({
      position,
      score: scoreOf(position) + NEIGHBOUR_SHARE * Math.max(scoreOf(position - 1), scoreOf(position + 1)),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.position - b.position);
}

/** Terms of the previous question count a third: "and when?" has none of its own. */
export function weighTerms(question: readonly string[], before: readonly string[] = []): Map<string, number> {
  const weights = new Map<string, number>(before.map((term) => [term, 1 / 3]));
  for (const term of question) weights.set(term, 1);
  return weights;
}

/** Positions in source order: the best with their neighbours within `budget`. Without hits, evenly spread passages. */
export function choosePassages(
  ranked: readonly Ranked[],
  corpus: Corpus,
  budget: number,
  cost: (position: number) => number,
): number[] {
  const chosen = new Set<number>();
  let spent = 0;
  const take = (position: number): void => {
    if (position < 0 || position >= corpus.passages || chosen.has(position)) return;
    const price = cost(position);
    if (spent + price > budget && chosen.size > 0) return;
    spent += price;
    chosen.add(position);
  };
  for (const { position } of ranked.slice(0, 6)) take(position);
  for (const { position } of ranked.slice(0, 6)) {
    take(position - 1);
    take(position + 1);
  }
  for (const { position } of ranked.slice(6, 40)) take(position);
  if (ranked.length === 0) {
    const steps = Math.min(corpus.passages, 24);
    for (let step = 0; step < steps; step++) take(Math.floor((step * corpus.passages) / steps));
  }
  return [...chosen].sort((a, b) => a - b);
}
