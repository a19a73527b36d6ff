/** The best places in many texts at once: each is read as windows of equal length, all of them weighed by one BM25. */
import { foldForSearch } from '#lib/text/search-grams.ts';
import { completed, rarity, saturated } from './rank.ts';
import { relatedTerms } from './related-words.ts';
import { wordKey } from './terms.ts';

/** About as much as half a minute of talk. */
const LATIN_WINDOW = 480;
const HAN_WINDOW = 160;
const NEAR_SHARE = 0.25;
const FURTHER_SHARE = 0.1;
const TITLE_SHARE = 2;
const NOTE_SHARE = 0.25;
const WHOLE_SHARE = 0.5;
/** What a second place of the same item counts beside the first of another. */
const AGAIN = 0.9;
/** What a related word counts beside the word itself. */
const RELATED_SHARE = 0.35;
/** An item with many good places goes before one with a single one. */
const PLACES_SHARE = 0.5;
const PLACES_OF_ITEM = 8;

type Word = {
  term: string;
  /** Every form of the word begins like one of these: without accents, and with those that it was asked with. */
  starts: readonly string[];
  isWord: boolean;
};

/** A term as it is looked for in a text that was folded for the search, and the words that are related to it. */
export type Lookup = Word & { related: readonly Word[] };

export type ScannedText = {
  /** Units of the text in one window. */
  window: number;
  windows: number;
  /** By window and term, with the shares of related words. */
  counts: Float32Array;
};

/** Of one item; indexes of terms that its title and its note have. */
export type ItemTerms = { title: readonly number[]; note: readonly number[] };

export type ManyPlace = { item: number; start: number; end: number; score: number };

/** `terms`: of the question. */
export function lookupsOf(terms: readonly string[], question: string): Lookup[] {
  const accented = accentedWords(question);
  return terms.map((term) => ({
    ...wordOf(term, accented.get(term)),
    related: relatedTerms(term)
      .filter((other) => !terms.includes(other))
      .map((other) => wordOf(other)),
  }));
}

/** By their keys, which have no accents; texts keep theirs. */
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
  // `studies` and `studied` have the key `study`.
  const plain = foldForSearch(isWord && term.length > 2 ? term.replace(/y$/, '') : term);
  return { term, starts: [...new Set([plain, ...accented.map((word) => word.slice(0, plain.length))])], isWord };
}

const wordHere = /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+/uy;
const space = 32;

/** `keys`: of words that were met, for all texts of a question. `folded`: by `foldForSearch`. */
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
  // Signs within a number are spaces in the text.
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

/** Best first. `passages`: in all texts that might have been read. */
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
    // What is talked about goes on for a while; words that meet by chance stand alone.
    const near = (scores[at - 1] ?? 0) + (scores[at + 1] ?? 0);
    const further = (scores[at - 2] ?? 0) + (scores[at + 2] ?? 0);
    const score = prior * (own + NEAR_SHARE * near + FURTHER_SHARE * further);
    places.push({ item, start: at * window, end: (at + 1) * window, score });
  }
  return places;
}

/** The best first, of many items where they are about as good; places side by side are one. */
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
