/**
 * Substring search with an index of numbers (grams): one for every two neighbouring characters, and one for every three letters
 * of an alphabet, as their pairs occur in every text. A text with a word has its grams; one with its grams may have the word.
 */
import { foldHan } from './traditional-and-simplified.ts';

/** Raise it when grams are made differently, and mark all rows stale in a migration. */
export const gramVersion = 3;

/** Most grams of a term that a query uses; more do not narrow it further. */
const mostOfTerm = 24;

const space = 32;
const isWord = /[\p{L}\p{N}]/u;
const separators = /[^\p{L}\p{N}]/gu;

/** Folded form of each UTF-16 unit; 0: not yet computed. Computing one costs as much as looking up thousands. */
const foldedUnits = new Uint16Array(0x1_0000);
const units16 = new TextDecoder('utf-16le');
/** Reused for texts that fit into it, as nearly all shown texts do. */
const shortUnits = new Uint16Array(1024);

/**
 * Keeps the length in characters and in UTF-16 units, so that positions stay valid. Punctuation marks and symbols
 * become spaces, except those outside the basic plane.
 */
export function foldForSearch(text: string): string {
  const units = text.length > shortUnits.length ? new Uint16Array(text.length) : shortUnits.subarray(0, text.length);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if ((unit & 0xfc00) === 0xd800 && (text.codePointAt(at) ?? 0) > 0xffff) {
      // A character outside the basic plane; after folding it may be two.
      const pair = foldCharacter(text.slice(at, at + 2)).replace(separators, (sign) => (sign.length === 1 ? ' ' : sign));
      units[at] = pair.charCodeAt(0);
      units[++at] = pair.charCodeAt(1);
    } else units[at] = foldedUnits[unit] || foldUnit(unit);
  }
  // Decodes a thousand snippets in 2 ms; `String.fromCharCode`, one unit at a time, takes 12 ms.
  return units16.decode(units);
}

function foldUnit(unit: number): number {
  const character = foldCharacter(String.fromCharCode(unit));
  const folded = isWord.test(character) ? character.charCodeAt(0) : space;
  foldedUnits[unit] = folded;
  return folded;
}

function foldCharacter(character: string): string {
  const small = character.toLowerCase();
  const lower = small.length === character.length ? small : character;
  const plain = lower.normalize('NFKC').toLowerCase();
  return foldHan(plain.length === lower.length ? plain : lower);
}

/** The words of a search, all of which a text must have; emoji are words too, as far as folding keeps them. */
export function termsOf(keyword: string): string[] {
  return [...new Set(foldForSearch(keyword.normalize('NFC')).split(' '))].filter((term) => term !== '');
}

/** Words such as "C++" and "c#": their signs are no part of the index, which has a single letter only. */
export function signedLettersOf(keyword: string): string[] {
  return keyword
    .normalize('NFC')
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => /^[\p{L}\p{N}][+#*]{1,3}$/u.test(word));
}

const isNarrow = (unit: number) => unit < 0x2e80;
/** Whether it is written in an alphabet throughout, with spaces between words. */
export const isNarrowText = (text: string) => !/[\u2e80-\uffff]/.test(text);
const pairOf = (one: number, two: number) => (one << 16) | two;
/** Cannot equal a pair, as no pair contains a zero. */
const singleOf = (unit: number) => unit << 16;
const tripleOf = (one: number, two: number, three: number) =>
  (Math.imul(Math.imul(one, 31_337) + two, 31_337) + three) | 0x8000_8000 | 0;

/** `folded`: text folded by `foldForSearch`. `singles`: adds single characters too, for short texts. */
export function gramsOf(folded: string, singles: boolean, into: Set<number> = new Set()): Set<number> {
  let before = space;
  let last = space;
  for (let at = 0; at <= folded.length; at++) {
    const unit = at < folded.length ? folded.charCodeAt(at) : space;
    if (last !== space) {
      // A single letter that is a word ("C", "7") is always added.
      if (singles || (isNarrow(last) && before === space && unit === space)) into.add(singleOf(last));
      if (unit !== space) {
        into.add(pairOf(last, unit));
        if (before !== space && isNarrow(before) && isNarrow(last) && isNarrow(unit)) into.add(tripleOf(before, last, unit));
      }
    }
    before = last;
    last = unit;
  }
  return into;
}

/** A single letter of an alphabet is searched as a word, as it occurs in every text. */
export function isLetter(term: string): boolean {
  return term.length === 1 && isNarrow(term.charCodeAt(0));
}

/** Grams that a text must have in order to contain the term. */
function gramsOfTerm(term: string): number[] {
  if (term.length === 1) return [singleOf(term.charCodeAt(0))];
  const found = new Set<number>();
  const triples: boolean[] = [];
  const unit = (at: number) => term.charCodeAt(at);
  for (let at = 0; at + 2 < term.length; at++)
    triples.push(isNarrow(unit(at)) && isNarrow(unit(at + 1)) && isNarrow(unit(at + 2)));
  for (let at = 0; at + 1 < term.length; at++) {
    if (triples[at]) found.add(tripleOf(unit(at), unit(at + 1), unit(at + 2)));
    else if (!triples[at - 1]) found.add(pairOf(unit(at), unit(at + 1)));
  }
  const all = [...found];
  const step = Math.max(1, Math.ceil(all.length / mostOfTerm));
  return all.filter((_, at) => at % step === 0);
}

/** Only titles and descriptions index single characters; in a search with other words, the results of those are scanned. */
export function gramsOfTerms(terms: readonly string[]): number[] {
  const longer = terms.filter((term) => term.length > 1 || isLetter(term));
  return [...new Set((longer.length > 0 ? longer : terms).flatMap(gramsOfTerm))];
}

/** Whether the grams alone prove that a text has the term. */
export function isSure(term: string): boolean {
  return term.length === 2 || isLetter(term);
}

const isEdge = (character: string | undefined) => character === undefined || character === ' ';

export type TextRange = { start: number; end: number };

/** Ranges of the terms in UTF-16 units, ascending, without overlaps. A single letter must be a word. */
export function rangesOf(text: string, terms: readonly string[], most = 20): TextRange[] {
  const folded = foldForSearch(text);
  const found: TextRange[] = [];
  for (const term of terms)
    for (let at = folded.indexOf(term), n = 0; at >= 0 && n < most; at = folded.indexOf(term, at + term.length), n++)
      if (!isLetter(term) || (isEdge(folded[at - 1]) && isEdge(folded[at + 1]))) found.push({ start: at, end: at + term.length });
  const joined: TextRange[] = [];
  for (const range of found.sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else joined.push(range);
  }
  return joined.slice(0, most);
}
