/**
 * Substrings found by an index of numbers. A text has a number for every two neighbouring letters, and one for every three
 * of an alphabet, whose pairs are in every text. What has a word has its numbers; what has its numbers may have the word.
 */
import { foldHan } from './traditional-and-simplified.ts';

/** Raise when rows are made differently, and mark all of them stale in a migration. */
export const gramVersion = 3;

/** Numbers that an index is asked for at once: more make no difference. */
const mostOfTerm = 24;

const space = 32;
const isWord = /[\p{L}\p{N}]/u;
const separators = /[^\p{L}\p{N}]/gu;

/** What each unit of the first plane becomes; 0: not asked for yet. Working one out costs as much as reading thousands. */
const foldedUnits = new Uint16Array(0x1_0000);
const units16 = new TextDecoder('utf-16le');
/** For texts that fit into it, as nearly all do that are shown. */
const shortUnits = new Uint16Array(1024);

/**
 * Keeps the number of characters and of UTF-16 units, so that a place in one is a place in the other. Marks and signs
 * become spaces; those outside the first plane stay.
 */
export function foldForSearch(text: string): string {
  const units = text.length > shortUnits.length ? new Uint16Array(text.length) : shortUnits.subarray(0, text.length);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if ((unit & 0xfc00) === 0xd800 && (text.codePointAt(at) ?? 0) > 0xffff) {
      // Two letters, or one outside the first plane.
      const pair = foldCharacter(text.slice(at, at + 2)).replace(separators, (sign) => (sign.length === 1 ? ' ' : sign));
      units[at] = pair.charCodeAt(0);
      units[++at] = pair.charCodeAt(1);
    } else units[at] = foldedUnits[unit] || foldUnit(unit);
  }
  // A thousand snippets take 2 ms so, and 12 by `String.fromCharCode`, which takes them one by one.
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

/** The words of a search; a text has to have all of them. */
export function termsOf(keyword: string): string[] {
  return [...new Set(foldForSearch(keyword.normalize('NFC')).split(' '))].filter((term) => isWord.test(term));
}

const isNarrow = (unit: number) => unit < 0x2e80;
const pairOf = (one: number, two: number) => (one << 16) | two;
/** No pair has a zero in it. */
const singleOf = (unit: number) => unit << 16;
const tripleOf = (one: number, two: number, three: number) =>
  (Math.imul(Math.imul(one, 31_337) + two, 31_337) + three) | 0x8000_8000 | 0;

/** `folded`: by `foldForSearch`. `singles`: every character for itself too, where texts are short. */
export function gramsOf(folded: string, singles: boolean, into: Set<number> = new Set()): Set<number> {
  let before = space;
  let last = space;
  for (let at = 0; at <= folded.length; at++) {
    const unit = at < folded.length ? folded.charCodeAt(at) : space;
    if (last !== space) {
      // A letter that is a word of its own counts everywhere: "C", "7".
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

/** One letter of an alphabet is looked for as a word: it is in every text. */
export function isLetter(term: string): boolean {
  return term.length === 1 && isNarrow(term.charCodeAt(0));
}

/** What a text must have to have the term. */
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

/** Single characters are in the index for titles and descriptions only: beside other words they are looked for in what those find. */
export function gramsOfTerms(terms: readonly string[]): number[] {
  const longer = terms.filter((term) => term.length > 1 || isLetter(term));
  return [...new Set((longer.length > 0 ? longer : terms).flatMap(gramsOfTerm))];
}

/** Whether its numbers alone tell that a text has it. */
export function isSure(term: string): boolean {
  return term.length === 2 || isLetter(term);
}

const isEdge = (character: string | undefined) => character === undefined || character === ' ';

export type TextRange = { start: number; end: number };

/** Where the terms are in a text, in UTF-16 units, ascending and apart. A single letter counts as a word only. */
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
