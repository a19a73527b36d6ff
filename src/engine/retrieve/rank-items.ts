/** Ranks places in many texts at once: all texts are read as windows of equal length, and one BM25 ranks all windows. */
import { foldForSearch } from '#lib/text/search-grams.ts';
import { completed, rarity, saturated } from './rank.ts';
import { relatedTerms } from './related-words.ts';
import { wordKey } from './terms.ts';

/** In characters, about half a minute of speech. */
const LATIN_WINDOW = 480;
const HAN_WINDOW = 160;
const NEAR_SHARE = 0.25;
const FURTHER_SHARE = 0.1;
const TITLE_SHARE = 2;
const NOTE_SHARE = 0.25;
const WHOLE_SHARE = 0.5;
/** Factor for each further place of the same item. */
const AGAIN = 0.9;
const RELATED_SHARE = 0.35;
/** Bonus of an item with many good places over one with a single place. */
const PLACES_SHARE = 0.5;
const PLACES_OF_ITEM = 8;

type Word = {
  term: string;
  /** Beginnings of all forms of the word: one without accents, and those with the accents of the question. */
  starts: readonly string[];
  isWord: boolean;
};

/** A term to look for in a text folded by `foldForSearch`, with related words. */
export type Lookup = Word & { related: readonly Word[] };

export type ScannedText = {
  /** Characters per window. */
  window: number;
  windows: number;
  /** Indexed by window and term; related words count as fractions. */
  counts: Float32Array;
};

/** Indexes of the terms in the title and in the note of an item. */
export type ItemTerms = { title: readonly number[]; note: readonly number[] };

export type ManyPlace = { item: number; start: number; end: number; score: number };

export function lookupsOf(terms: readonly string[], question: string): Lookup[] {
  const accented = accentedWords(question);
  return terms.map((term) => ({
    ...wordOf(term, accented.get(term)),
    related: relatedTerms(term)
      .filter((other) => !terms.includes(other))
      .map((other) => wordOf(other)),
  }));
}

/** Words with accents by their keys, which have none; texts keep their accents. */
function accentedWords(question: string): Map<string, string[]> {
  const words = new Map<string, string[]>();
  for (const word of foldForSearch(question.normalize('NFC')).split(' ')) {
    const plain = word.normalize('NFKD').replace(/\p{M}/gu, '');
    if (plain === word || plain.length !== word.length) continue;
    const key = wordKey(word);
    words.set(key, [...(words.get(key) ?? []), word]);
  }
  return words;
}

function wordOf(term: string, accented: readonly string[] = []): Word {
  const isWord = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(term);
  // `studied` has the key `study` and `releasing` the key `release`, so the last letter is not compared.
  const plain = foldForSearch(isWord && term.length > 2 ? term.replace(/y$|(?<=s)e$/, '') : term);
  return { term, starts: [...new Set([plain, ...accented.map((word) => word.slice(0, plain.length))])], isWord };
}

const wordHere = /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+/uy;
const space = 32;

/** `keys`: cache of word keys, shared by all texts of a question. `folded`: text folded by `foldForSearch`. */
export function scanText(folded: string, lookups: readonly Lookup[], keys: Map<string, string>): ScannedText {
  const window = windowOf(folded);
  const windows = Math.max(1, Math.ceil(folded.length / window));
  const counts = new Float32Array(windows * lookups.length);
  lookups.forEach((lookup, index) => {
    for (const word of [lookup, ...lookup.related])
      for (const at of placesIn(folded, word, keys)) {
        const place = Math.floor(at / window) * lookups.length + index;
        counts[place] = (counts[place] ?? 0) + (word === lookup ? 1 : RELATED_SHARE);
      }
  });
  return { window, windows, counts };
}

function* placesIn(folded: string, word: Word, keys: Map<string, string>): Generator<number> {
  const { term, starts, isWord } = word;
  for (const start of starts)
    for (let at = folded.indexOf(start); at >= 0; at = folded.indexOf(start, at + start.length))
      if (!isWord || isForm(folded, at, { term, start }, keys)) yield at;
}

function windowOf(folded: string): number {
  const sample = folded.slice(0, 4000);
  const han = sample.match(/[\u3040-\u30ff\u3400-\u9fff]/g)?.length ?? 0;
  return han > sample.length * 0.3 ? HAN_WINDOW : LATIN_WINDOW;
}

type Place = { term: string; start: string };

function isForm(folded: string, at: number, { term, start }: Place, keys: Map<string, string>): boolean {
  if (at > 0 && folded.charCodeAt(at - 1) !== space && wordAt(folded, at - 1) !== '') return false;
  // In a folded text, a punctuation mark within a number is a space.
  if (start.includes(' ')) return wordAt(folded, at + start.length) === '';
  const word = wordAt(folded, at);
  if (word === term) return true;
  let key = keys.get(word);
  if (key === undefined) {
    key = wordKey(word);
    keys.set(word, key);
  }
  return key === term;
}

function wordAt(text: string, at: number): string {
  wordHere.lastIndex = at;
  return wordHere.exec(text)?.[0] ?? '';
}

/** Best first. `passages`: number of passages in all texts of the search, including those that were not read. */
export function rankMany(
  texts: readonly ScannedText[],
  items: readonly ItemTerms[],
  { weights, passages }: { weights: readonly number[]; passages: number },
): ManyPlace[] {
  const worth = worthOf(texts, weights, passages);
  const total = worth.reduce((sum, each) => sum + each, 0);
  const share = (terms: Iterable<number>) => {
    let sum = 0;
    for (const term of terms) sum += worth[term] ?? 0;
    return sum / Math.max(1e-9, total);
  };
  const byItem = texts.map((text, item) => {
    const { scores, met } = scoresOf(text, worth, total);
    const { title = [], note = [] } = items[item] ?? {};
    return placesOf(text, scores, item, 1 + TITLE_SHARE * share(title) + NOTE_SHARE * share(note) + WHOLE_SHARE * share(met));
  });
  const sums = byItem.map(bestOnes);
  const most = sums.reduce((a, b) => Math.max(a, b), 1e-9);
  return byItem
    .flatMap((places, item) =>
      places.map((place) => ({ ...place, score: place.score * (1 + (PLACES_SHARE * (sums[item] ?? 0)) / most) })),
    )
    .sort((a, b) => b.score - a.score || a.item - b.item || a.start - b.start);
}

function bestOnes(places: readonly ManyPlace[]): number {
  const best = places.map(({ score }) => score).sort((a, b) => b - a);
  return best.slice(0, PLACES_OF_ITEM).reduce((sum, score) => sum + score, 0);
}

function worthOf(texts: readonly ScannedText[], weights: readonly number[], passages: number): number[] {
  const holders = weights.map(() => 0);
  for (const { windows, counts } of texts)
    for (let at = 0; at < windows * weights.length; at++)
      if (counts[at] !== 0) holders[at % weights.length] = (holders[at % weights.length] ?? 0) + Math.min(1, counts[at] ?? 0);
  return weights.map((weight, term) => weight * rarity(holders[term] ?? 0, Math.max(passages, holders[term] ?? 0)));
}

function scoresOf(
  { windows, counts }: ScannedText,
  worth: readonly number[],
  total: number,
): { scores: Float64Array; met: Set<number> } {
  const scores = new Float64Array(windows);
  const all = new Set<number>();
  for (let window = 0; window < windows; window++) {
    let score = 0;
    let met = 0;
    for (let term = 0; term < worth.length; term++) {
      const count = counts[window * worth.length + term] ?? 0;
      if (count === 0) continue;
      all.add(term);
      const value = worth[term] ?? 0;
      score += value * saturated(count);
      met += value * Math.min(1, count);
    }
    scores[window] = completed(score, met, total);
  }
  return { scores, met: all };
}

function placesOf({ window, windows }: ScannedText, scores: Float64Array, item: number, prior: number): ManyPlace[] {
  const places: ManyPlace[] = [];
  for (let at = 0; at < windows; at++) {
    const own = scores[at] ?? 0;
    if (own === 0) continue;
    // A topic continues through neighbouring windows; an accidental match stands alone.
    const near = (scores[at - 1] ?? 0) + (scores[at + 1] ?? 0);
    const further = (scores[at - 2] ?? 0) + (scores[at + 2] ?? 0);
    const score = prior * (own + NEAR_SHARE * near + FURTHER_SHARE * further);
    places.push({ item, start: at * window, end: (at + 1) * window, score });
  }
  return places;
}

/** Best first, with other items preferred where scores are close; places adjacent to a chosen one are skipped. */
export function chooseAcross(ranked: readonly ManyPlace[], most: number): ManyPlace[] {
  const chosen: ManyPlace[] = [];
  const taken = new Map<number, ManyPlace[]>();
  const left = ranked.slice(0, Math.max(200, most * 8));
  while (chosen.length < most && left.length > 0) {
    let best = 0;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (const [at, { item, score }] of left.entries()) {
      const worth = score * AGAIN ** (taken.get(item)?.length ?? 0);
      if (worth > bestScore) [best, bestScore] = [at, worth];
      if (score < bestScore) break;
    }
    const [place] = left.splice(best, 1);
    if (!place) break;
    const own = taken.get(place.item) ?? [];
    const beside = own.find(({ start, end }) => start === place.end || end === place.start);
    if (beside) continue;
    taken.set(place.item, [...own, place]);
    chosen.push(place);
  }
  return chosen;
}
