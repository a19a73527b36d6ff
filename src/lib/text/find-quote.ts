/** Quotes that survive edits of their text: the words, some context and an offset. White space is ignored. */

import { sliceWhole, splitsCharacter } from './cut-text.ts';
import { createSearch, type Search } from './gram-index.ts';

export type TextQuote = {
  exact: string;
  prefix: string;
  suffix: string;
  start: number;
  alone: boolean;
};

/** In UTF-16 units; `near` means that the words differ a little. */
export type QuotePlace = { start: number; end: number; how: 'exact' | 'near' };

/** Characters on each side, not counting white space. */
export const contextLength = 32;
/** A larger edit distance means another sentence, and is slow to compute. */
const maxDistance = 64;
const minNearLength = 8;
const sideLength = 8;
const ratioBetween = 0.35;
const ratioBeside = 0.2;
const longWords = 1000;
const maxTries = 24;

type Folded = { text: string; at: Int32Array };

const blank = /[\s\u200b-\u200d\u2060\ufeff]/;

function fold(text: string): Folded {
  const at = new Int32Array(text.length + 1);
  const kept: string[] = [];
  let length = 0;
  let from = 0;
  for (let index = 0; index < text.length; index++) {
    if (blank.test(text[index] ?? '')) {
      if (index > from) kept.push(text.slice(from, index));
      from = index + 1;
    } else at[length++] = index;
  }
  kept.push(text.slice(from));
  at[length] = text.length;
  return { text: kept.join(''), at: at.subarray(0, length + 1) };
}

const foldedText = (text: string) => fold(text).text;

export type QuoteFinder = {
  quoteAt(start: number, end: number): TextQuote | null;
  find(quote: TextQuote): QuotePlace | null;
  reads(place: QuotePlace, quote: TextQuote): boolean;
};

export function createQuoteFinder(text: string): QuoteFinder {
  const folded = fold(text);
  const search = createSearch(folded.text);

  function wordsAt(from: number, to: number): Pick<TextQuote, 'exact' | 'prefix' | 'suffix' | 'start'> {
    const place = placeOf(from, to, 'exact');
    return {
      exact: text.slice(place.start, place.end),
      prefix: sliceWhole(
        text,
        Math.max(folded.at[Math.max(0, from - contextLength)] ?? 0, place.start - 2 * contextLength),
        place.start,
      ),
      suffix: sliceWhole(
        text,
        place.end,
        Math.min((folded.at[Math.min(folded.text.length, to + contextLength) - 1] ?? 0) + 1, place.end + 2 * contextLength),
      ),
      start: place.start,
    };
  }

  function placeOf(from: number, to: number, how: QuotePlace['how']): QuotePlace {
    return { start: folded.at[from] ?? 0, end: (folded.at[to - 1] ?? 0) + 1, how };
  }

  function stretchOf(start: number, end: number): [from: number, to: number] | null {
    const from = lowerBound(folded.at, start, folded.text.length);
    const to = lowerBound(folded.at, end, folded.text.length);
    return to <= from ? null : whole(from, to);
  }

  function whole(from: number, to: number): [from: number, to: number] {
    return [splitsCharacter(folded.text, from) ? from - 1 : from, splitsCharacter(folded.text, to) ? to + 1 : to];
  }

  return {
    quoteAt(start, end) {
      const stretch = stretchOf(start, end);
      if (!stretch) return null;
      const [from, to] = stretch;
      return { ...wordsAt(from, to), alone: search(folded.text.slice(from, to), 2).length === 1 };
    },

    reads({ start, end }, quote) {
      const stretch = stretchOf(start, end);
      if (!stretch) return false;
      const now = wordsAt(...stretch);
      return now.exact === quote.exact && now.prefix === quote.prefix && now.suffix === quote.suffix;
    },

    find(quote) {
      const words = foldedText(quote.exact);
      if (words === '') return null;
      const sides = { before: foldedText(quote.prefix), after: foldedText(quote.suffix) };
      const hint = lowerBound(folded.at, quote.start, folded.text.length);
      const wanted = { ...quote, ...sides, words, hint };
      const same = findWhole(folded.text, wanted, search) ?? findSame(text, folded, wanted, search);
      if (same !== null) return placeOf(same, same + words.length, 'exact');
      const near = findNear(folded.text, wanted, search);
      return near && placeOf(...whole(near.from, near.to), 'near');
    },
  };
}

type Wanted = { words: string; before: string; after: string; hint: number };

function findWhole(text: string, { words, before, after, hint }: Wanted, search: Search): number | null {
  if (before.length + after.length < 2 * sideLength) return null;
  const whole = before + words + after;
  if (text.startsWith(whole, hint - before.length)) return hint;
  // Long words are searched without their context.
  if (words.length > longWords) return null;
  const [first, second] = search(whole, 2);
  return first === undefined || second !== undefined ? null : first + before.length;
}

function findSame(text: string, folded: Folded, quote: Wanted & TextQuote, search: Search): number | null {
  const { words, before, after, hint } = quote;
  const found = search(words, 5000);
  let best: { at: number; left: number; right: number } | null = null;
  for (const at of found) {
    const left = commonEnd(folded.text, at, before);
    const right = commonStart(folded.text, at + words.length, after);
    const better = best === null ? 1 : left + right - best.left - best.right || Math.abs(best.at - hint) - Math.abs(at - hint);
    if (better > 0) best = { at, left, right };
  }
  if (best === null) return null;
  // A context shorter than usual ended at the edge of the text, and must do so again.
  const leftAgrees =
    best.left >= sideLength || (before.length < sideLength && best.left === before.length && best.at === best.left);
  const end = best.at + words.length + best.right;
  const rightAgrees =
    best.right >= sideLength || (after.length < sideLength && best.right === after.length && end === folded.text.length);
  // Words that are not unique need more context, as their own place may be deleted while another one is left.
  const least = quote.alone ? 1 : sideLength + 4;
  if ((leftAgrees || rightAgrees) && (best.left + best.right >= least || (leftAgrees && rightAgrees))) return best.at;
  // Without matching context only words that were unique, and still are, count.
  return quote.alone && found.length === 1 && tellsItself(words) && standsAlike(text, folded, best.at, quote) ? best.at : null;
}

/** A Chinese character is more distinctive than a letter. */
function tellsItself(words: string): boolean {
  return words.length >= (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(words) ? 3 : 5);
}

function standsAlike(text: string, folded: Folded, at: number, quote: TextQuote): boolean {
  const start = folded.at[at] ?? 0;
  const end = (folded.at[at + foldedText(quote.exact).length - 1] ?? 0) + 1;
  const joins = (left: string, right: string) =>
    /^[\p{Alphabetic}\p{N}]{2}$/u.test(left.slice(-1) + right.slice(0, 1)) && !isDense(left.slice(-1) + right.slice(0, 1));
  return (
    joins(quote.prefix, quote.exact) === joins(text.slice(0, start), text.slice(start)) &&
    joins(quote.exact, quote.suffix) === joins(text.slice(0, end), text.slice(end))
  );
}

/** Scripts written without spaces, in which word boundaries cannot be seen. */
function isDense(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text);
}

function findNear(text: string, { words, before, after, hint }: Wanted, search: Search): { from: number; to: number } | null {
  if (words.length < minNearLength) return null;
  let best: { from: number; to: number; ratio: number; both: boolean; far: number } | null = null;
  const consider = (from: number, to: number, distance: number): void => {
    const both =
      commonEnd(text, from, before) >= Math.min(sideLength, before.length) &&
      commonStart(text, to, after) >= Math.min(sideLength, after.length) &&
      before.length + after.length >= sideLength;
    const ratio = distance / words.length;
    if (to <= from || ratio > (both ? ratioBetween : ratioBeside)) return;
    const far = Math.abs(from - hint);
    if (best === null || ratio < best.ratio || (ratio === best.ratio && far < best.far)) best = { from, to, ratio, both, far };
  };
  const limit = Math.min(maxDistance, Math.floor(words.length * ratioBetween));
  for (const at of sidesOf(search, before.slice(-sideLength), hint)) {
    const from = at + Math.min(sideLength, before.length);
    const known = after.slice(0, sideLength);
    const end = bestEnd(words, text.slice(from, from + words.length + limit + known.length), limit, known);
    if (end) consider(from, from + end.length, end.distance);
  }
  const [reversed, reversedBefore] = [reverse(words), reverse(before.slice(-sideLength))];
  for (const to of sidesOf(search, after.slice(0, sideLength), hint + words.length)) {
    const piece = reverse(text.slice(Math.max(0, to - words.length - limit - sideLength), to));
    const end = bestEnd(reversed, piece, limit, reversedBefore);
    if (end) consider(to - end.length, to, end.distance);
  }
  return best;
}

/** A context shorter than usual is at the edge of the text and does not help. */
function sidesOf(search: Search, side: string, hint: number): number[] {
  if (side.length < sideLength) return [];
  return search(side, 5000)
    .toSorted((a, b) => Math.abs(a - hint) - Math.abs(b - hint))
    .slice(0, maxTries);
}

/** The best match within `limit` edits; prefers one that `next` follows. Keeps one row of the edit matrix. */
function bestEnd(words: string, text: string, limit: number, next: string): { length: number; distance: number } | null {
  const width = text.length;
  let row = new Int32Array(width + 1).fill(limit + 1);
  for (let column = 0; column <= Math.min(limit, width); column++) row[column] = column;
  for (let index = 1; index <= words.length; index++) {
    const above = row;
    row = new Int32Array(width + 1).fill(limit + 1);
    let least = limit + 1;
    if (index <= limit) least = row[0] = index;
    for (let column = Math.max(1, index - limit); column <= Math.min(width, index + limit); column++) {
      const same = words.charCodeAt(index - 1) === text.charCodeAt(column - 1) ? 0 : 1;
      const value = Math.min((above[column - 1] ?? 0) + same, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1, limit + 1);
      row[column] = value;
      if (value < least) least = value;
    }
    if (least > limit) return null;
  }
  let best: { length: number; distance: number; followed: boolean } | null = null;
  for (let length = 1; length <= width; length++) {
    const distance = row[length] ?? limit + 1;
    if (distance > limit) continue;
    const followed = next !== '' && text.startsWith(next, length);
    // A match that the known text follows may have more edits.
    if (best === null || (followed && !best.followed) || (followed === best.followed && distance < best.distance))
      best = { length, distance, followed };
  }
  return best;
}

function reverse(text: string): string {
  let reversed = '';
  for (let index = text.length - 1; index >= 0; index--) reversed += text[index] ?? '';
  return reversed;
}

function commonEnd(text: string, end: number, side: string): number {
  let length = 0;
  while (length < side.length && length < end && text[end - 1 - length] === side[side.length - 1 - length]) length++;
  return length;
}

function commonStart(text: string, start: number, side: string): number {
  let length = 0;
  while (length < side.length && start + length < text.length && text[start + length] === side[length]) length++;
  return length;
}

function lowerBound(values: Int32Array, value: number, length: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
