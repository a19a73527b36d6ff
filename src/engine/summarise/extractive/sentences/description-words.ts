/** How likely the words of an English article are in its publisher's description of it, by where and how often they are said, and by the word itself. */
import { type SourceDocument, wordsIn } from '../document.ts';
import { learnedDescriptionWords } from './description-words.gen.ts';

/** `once` and `twice` are the chances (0 to 1) that a description has a word at least once, and at least twice. */
export type Chance = { once: number; twice: number };
export type DescriptionWords = {
  base: number;
  weights: readonly number[];
  /** Log-odds that are added for words known to be used more or less than others. */
  known: ReadonlyMap<string, number>;
  stopWords: ReadonlyMap<string, Chance>;
};

/** The names of a word's features, in the order of a model's weights; changing them means training again (`scripts/train-description-words.mjs`). */
export const wordFeatures = [
  'log count',
  'log count, squared',
  'log share',
  'log of the first sentence',
  'place of the first',
  'share of sentences',
  'capitals',
  'log length',
  'in the title or, without one, the first paragraph',
  'in a heading',
  'early sentences',
] as const;

const earlySentences = 6;
const mostEarly = 3;

type Counts = {
  count: Float64Array;
  first: Int32Array;
  sentences: Float64Array;
  capitals: Float64Array;
  heading: Uint8Array;
  early: Float64Array;
  total: number;
};

function countWords({ sentences, termCount, vocabulary }: SourceDocument, skip: readonly boolean[]): Counts {
  const counts: Counts = {
    count: new Float64Array(termCount),
    first: new Int32Array(termCount).fill(-1),
    sentences: new Float64Array(termCount),
    capitals: new Float64Array(termCount),
    heading: new Uint8Array(termCount),
    early: new Float64Array(termCount),
    total: 0,
  };
  const add = (numbers: Float64Array, term: number, by: number): void => {
    numbers[term] = (numbers[term] ?? 0) + by;
  };
  for (const [index, sentence] of sentences.entries()) {
    if (skip[index]) continue;
    const distinct = new Set(sentence.terms);
    counts.total += sentence.terms.length;
    for (const term of sentence.terms) {
      add(counts.count, term, 1);
      if (index < earlySentences) add(counts.early, term, 1);
    }
    for (const { isStop, key, text, start } of sentence.words)
      if (!isStop && start > 0 && /^\p{Lu}/u.test(text)) add(counts.capitals, vocabulary.id(key), 1);
    for (const term of distinct) {
      if (counts.first[term] === -1) counts.first[term] = index;
      add(counts.sentences, term, 1);
      if (!sentence.whole) counts.heading[term] = 1;
    }
  }
  return counts;
}

/** One row for each term of the document, in the order of `wordFeatures`; null for terms of skipped sentences alone. */
export function featuresOfWords(document: SourceDocument, skip: readonly boolean[], title: string | null): (number[] | null)[] {
  const counts = countWords(document, skip);
  const length = Math.max(1, document.sentences.length);
  const titled = new Set(
    wordsIn(document, title ?? document.segments[0]?.text ?? '').map(({ key }) => document.vocabulary.known(key)),
  );
  return Array.from({ length: document.termCount }, (_, term) => {
    const first = counts.first[term] ?? -1;
    if (first === -1) return null;
    const count = counts.count[term] ?? 1;
    const inSentences = counts.sentences[term] ?? 1;
    return [
      Math.log(count),
      Math.log(count) ** 2,
      Math.log((count / counts.total) * 1000),
      Math.log(1 + first),
      first / length,
      inSentences / length,
      (counts.capitals[term] ?? 0) / count,
      Math.log(length),
      titled.has(term) ? 1 : 0,
      counts.heading[term] ?? 0,
      Math.min(mostEarly, counts.early[term] ?? 0),
    ];
  });
}

const rareStopWord: Chance = { once: 0.05, twice: 0 };
const oddsScale = 50;

let loaded: DescriptionWords | undefined;

function learned(): DescriptionWords {
  if (loaded) return loaded;
  const { base, weights, known, odds, stopWords } = learnedDescriptionWords;
  const numbers = new Int8Array(Buffer.from(odds, 'base64'));
  loaded = {
    base,
    weights,
    known: new Map(known.split(' ').map((key, i) => [key, (numbers[i] ?? 0) / oddsScale])),
    stopWords: new Map(Object.entries(stopWords).map(([key, [once = 0, twice = 0]]) => [key, { once, twice }])),
  };
  return loaded;
}

/** The chances of each word of the document, by its key; words of skipped sentences alone are not in it. */
export function descriptionChances(
  document: SourceDocument,
  skip: readonly boolean[],
  title: string | null,
  { base, weights, known, stopWords }: DescriptionWords = learned(),
): Map<string, Chance> {
  const rows = featuresOfWords(document, skip, title);
  const chanceOf = (key: string, isStop: boolean): Chance => {
    if (isStop) return stopWords.get(key) ?? rareStopWord;
    const row = rows[document.vocabulary.known(key) ?? -1] ?? [];
    const odds = row.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), base + (known.get(key) ?? 0));
    return { once: 1 / (1 + Math.exp(-odds)), twice: 0 };
  };
  const chances = new Map<string, Chance>();
  for (const [index, { words: own }] of document.sentences.entries())
    if (!skip[index]) for (const { key, isStop } of own) if (!chances.has(key)) chances.set(key, chanceOf(key, isStop));
  return chances;
}
