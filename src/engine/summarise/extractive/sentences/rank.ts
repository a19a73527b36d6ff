import type { SourceDocument } from '../document.ts';

/** A unit vector, as parallel arrays of term numbers (ascending) and weights. */
export type SentenceVector = { terms: Int32Array; weights: Float64Array };

const noTerms: SentenceVector = { terms: new Int32Array(0), weights: new Float64Array(0) };

function sentenceFrequencies(document: SourceDocument, skip: readonly boolean[]): Float64Array {
  const frequencies = new Float64Array(document.termCount);
  document.sentences.forEach((sentence, index) => {
    if (skip[index]) return;
    for (const term of new Set(sentence.terms)) frequencies[term] = (frequencies[term] ?? 0) + 1;
  });
  return frequencies;
}

export function sentenceVectors(document: SourceDocument, skip: readonly boolean[]): SentenceVector[] {
  const frequencies = sentenceFrequencies(document, skip);
  const total = document.sentences.length;
  return document.sentences.map((sentence, index) => {
    if (skip[index] || sentence.terms.length === 0) return noTerms;
    const sorted = Int32Array.from(sentence.terms).sort();
    const terms: number[] = [];
    const weights: number[] = [];
    for (let at = 0; at < sorted.length; ) {
      const term = sorted[at] ?? 0;
      let next = at;
      while (next < sorted.length && sorted[next] === term) next += 1;
      terms.push(term);
      weights.push((next - at) * Math.log(1 + total / Math.max(1, frequencies[term] ?? 1)));
      at = next;
    }
    const norm = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0)) || 1;
    return { terms: Int32Array.from(terms), weights: Float64Array.from(weights, (weight) => weight / norm) };
  });
}

export function cosine(left: SentenceVector, right: SentenceVector): number {
  let sum = 0;
  let a = 0;
  let b = 0;
  while (a < left.terms.length && b < right.terms.length) {
    const difference = (left.terms[a] ?? 0) - (right.terms[b] ?? 0);
    if (difference === 0) sum += (left.weights[a++] ?? 0) * (right.weights[b++] ?? 0);
    else if (difference < 0) a += 1;
    else b += 1;
  }
  return sum;
}

const damping = 0.1;
const iterations = 25;

/** Continuous LexRank (Erkan and Radev 2004) without building the similarity graph, so the time stays linear. */
export function lexRank(vectors: readonly SentenceVector[], termCount: number): Float64Array {
  const count = vectors.length;
  const sums = spread(vectors, termCount, () => 1);
  const degrees = vectors.map((vector) => (vector.terms.length === 0 ? 0 : Math.max(0, gather(vector, sums) - 1)));
  let rank = new Float64Array(count).fill(1 / Math.max(1, count));
  for (let step = 0; step < iterations; step += 1) {
    const current = rank;
    const share = (index: number): number => {
      const degree = degrees[index] ?? 0;
      return degree > 1e-9 ? (current[index] ?? 0) / degree : 0;
    };
    const flows = spread(vectors, termCount, share);
    rank = Float64Array.from(
      vectors,
      (vector, index) => damping / count + (1 - damping) * (gather(vector, flows) - share(index)),
    );
  }
  return rank;
}

function spread(vectors: readonly SentenceVector[], termCount: number, amount: (index: number) => number): Float64Array {
  const totals = new Float64Array(termCount);
  vectors.forEach((vector, index) => {
    const value = amount(index);
    if (value === 0) return;
    for (let at = 0; at < vector.terms.length; at += 1) {
      const term = vector.terms[at] ?? 0;
      totals[term] = (totals[term] ?? 0) + value * (vector.weights[at] ?? 0);
    }
  });
  return totals;
}

function gather(vector: SentenceVector, totals: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < vector.terms.length; at += 1) sum += (vector.weights[at] ?? 0) * (totals[vector.terms[at] ?? 0] ?? 0);
  return sum;
}

/** Mean log frequency of a sentence's different terms: high for short sentences on the subject. */
export function topicDensity(document: SourceDocument, skip: readonly boolean[]): Float64Array {
  const counts = new Float64Array(document.termCount);
  document.sentences.forEach((sentence, index) => {
    if (!skip[index]) for (const term of sentence.terms) counts[term] = (counts[term] ?? 0) + 1;
  });
  return Float64Array.from(document.sentences, (sentence) => {
    let sum = 0;
    for (const term of new Set(sentence.terms)) sum += Math.log(1 + (counts[term] ?? 0));
    return sum / Math.max(4, sentence.terms.length);
  });
}

/** Ranks from 0 (lowest) to 1. Ties follow the order of the input, so results are repeatable. */
export function rankOrder(values: ArrayLike<number>): Float64Array {
  const order = Array.from({ length: values.length }, (_, index) => index);
  order.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || b - a);
  const ranks = new Float64Array(values.length);
  order.forEach((index, place) => {
    ranks[index] = place / Math.max(1, values.length - 1);
  });
  return ranks;
}
