/** Nearly right quotations are corrected; unknown ones lose their quotation marks. */
import { foldLetters } from '#lib/text/fold-text.ts';
import type { Segment } from '../domain.ts';

export type QuoteCheck = { text: string; segmentIds: number[]; verified: number; repaired: number; unmarked: number };

/** A straight quote does not show whether it opens, so even short pairs are matched. White space inside it tells. */
const QUOTED =
  /“([^”]{4,400})”|「([^」]{4,400})」|『([^』]{4,400})』|"(?!\s)([^"\n]*)(?<!\s)"|(?<!\p{L})‘([^‘’]{4,400})’(?!\p{L})/gu;
const LONGEST_QUOTE = 400;
const LEFT_OUT = /(?:(?<!\s)\s+)?(?:\[(?:…|\.{3})\]|…+|\.{3,})\s*/u;
/** How far a quotation with an ellipsis may reach in the source, as a multiple of its own length. */
const STRETCH = 6;
/** Below this share of equal characters a quotation counts as invented. */
const NEAR_ENOUGH = 0.85;

export type QuoteIndex = {
  /** Text without white space and punctuation, folded in case, width and Chinese forms; positions map back to segments. */
  text: string;
  segmentAt: (position: number) => number;
  starts: number[];
};

export function buildQuoteIndex(segments: readonly Segment[]): QuoteIndex {
  const starts: number[] = [];
  const parts: string[] = [];
  let length = 0;
  for (const segment of segments) {
    starts.push(length);
    const folded = foldLetters(segment.text);
    parts.push(folded);
    length += folded.length;
  }
  return { text: parts.join(''), starts, segmentAt: (position) => upperBound(starts, position) - 1 };
}

export function checkQuotes(
  statement: { text: string; segmentIds: number[] },
  segments: readonly Segment[],
  index: QuoteIndex,
): QuoteCheck {
  const result: QuoteCheck = {
    text: statement.text,
    segmentIds: [...statement.segmentIds],
    verified: 0,
    repaired: 0,
    unmarked: 0,
  };
  let moved = false;
  const anchor = (found: { first: number; last: number }): void => {
    if (result.segmentIds.some((id) => id >= found.first - 3 && id <= found.last + 3)) return;
    // The reference moves to the lines with these words; a second quotation adds its lines.
    const place = Array.from({ length: found.last - found.first + 1 }, (_, offset) => found.first + offset);
    result.segmentIds = [...new Set([...(moved ? result.segmentIds : []), ...place])].sort((a, b) => a - b);
    moved = true;
  };
  result.text = statement.text.replace(QUOTED, (whole: string, ...groups: (string | undefined)[]) => {
    const quote = groups.slice(0, 5).find((group) => group !== undefined) ?? '';
    if (quote.length > LONGEST_QUOTE) return whole;
    const folded = foldLetters(quote);
    // A word or two in quotation marks is a term, not a quotation.
    if (folded.length < 6) return whole;
    const exact = findExact(folded, statement.segmentIds, index);
    if (exact) {
      result.verified++;
      anchor(exact);
      return whole;
    }
    const pieces = findPieces(quote, statement.segmentIds, index);
    if (pieces) {
      result.verified++;
      anchor(pieces);
      return whole;
    }
    const near = findNear(folded, index);
    if (near) {
      const true_ = originalText(segments, index, near.start, near.end);
      if (true_ !== null) {
        result.repaired++;
        anchor({ first: index.segmentAt(near.start), last: index.segmentAt(near.end - 1) });
        return whole.charAt(0) + true_ + whole.charAt(whole.length - 1);
      }
    }
    result.unmarked++;
    return quote;
  });
  return result;
}

/** `“It began … in the barn”`: all pieces must occur in order and not far apart. */
function findPieces(quote: string, cited: readonly number[], index: QuoteIndex): { first: number; last: number } | null {
  const pieces = quote.split(LEFT_OUT).map(foldLetters);
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const [head = ''] = pieces;
  if (pieces.length < 2 || pieces.some((piece) => piece.length < 4)) return null;
  const from = index.starts[Math.max(0, (cited[0] ?? 0) - 3)] ?? 0;
  for (
    let at = index.text.indexOf(head, from), tries = 0;
    at >= 0 && tries < 20;
    at = index.text.indexOf(head, at + 1), tries++
  ) {
    let end = at;
    for (const piece of pieces) {
      const found = Number.isFinite(end) ? index.text.slice(0, at + size * STRETCH).indexOf(piece, end) : -1;
      end = found < 0 ? Number.POSITIVE_INFINITY : found + piece.length;
    }
    if (Number.isFinite(end)) return { first: index.segmentAt(at), last: index.segmentAt(end - 1) };
  }
  return null;
}

function findExact(folded: string, cited: readonly number[], index: QuoteIndex): { first: number; last: number } | null {
  const from = Math.max(0, (cited[0] ?? 0) - 3);
  const start = index.starts[from] ?? 0;
  let at = cited.length > 0 ? index.text.indexOf(folded, start) : -1;
  if (at < 0) at = index.text.indexOf(folded);
  return at < 0 ? null : { first: index.segmentAt(at), last: index.segmentAt(at + folded.length - 1) };
}

/** Votes for positions by shared 4-grams, then compares a window around the likeliest one. */
function findNear(folded: string, index: QuoteIndex): { start: number; end: number } | null {
  if (folded.length < 12 || folded.length > 300) return null;
  const votes = new Map<number, number>();
  const step = Math.max(1, Math.floor(folded.length / 24));
  for (let offset = 0; offset + 4 <= folded.length; offset += step) {
    const gram = folded.slice(offset, offset + 4);
    let at = index.text.indexOf(gram);
    for (let hits = 0; at >= 0 && hits < 40; hits++) {
      const bucket = Math.round((at - offset) / 8);
      votes.set(bucket, (votes.get(bucket) ?? 0) + 1);
      at = index.text.indexOf(gram, at + 1);
    }
  }
  const places = [...votes].sort((a, b) => b[1] - a[1]).slice(0, 3);
  for (const [bucket] of places) {
    const start = Math.max(0, bucket * 8 - 8);
    const window = index.text.slice(start, start + folded.length + 24);
    const match = bestSubstring(folded, window);
    if (match && 1 - match.distance / folded.length >= NEAR_ENOUGH) return { start: start + match.start, end: start + match.end };
  }
  return null;
}

/** Sellers' algorithm: the substring of `text` with the least edit distance to `pattern`. */
function bestSubstring(pattern: string, text: string): { start: number; end: number; distance: number } | null {
  let costs = new Array<number>(text.length + 1).fill(0);
  let origins = Array.from({ length: text.length + 1 }, (_, column) => column);
  for (let row = 1; row <= pattern.length; row++) {
    const nextCosts = [row];
    const nextOrigins = [0];
    for (let column = 1; column <= text.length; column++) {
      const replace = (costs[column - 1] ?? 0) + (pattern[row - 1] === text[column - 1] ? 0 : 1);
      const drop = (costs[column] ?? 0) + 1;
      const add = (nextCosts[column - 1] ?? 0) + 1;
      const least = Math.min(replace, drop, add);
      nextCosts.push(least);
      nextOrigins.push(
        least === replace ? (origins[column - 1] ?? 0) : least === drop ? (origins[column] ?? 0) : (nextOrigins[column - 1] ?? 0),
      );
    }
    costs = nextCosts;
    origins = nextOrigins;
  }
  let best = 0;
  for (let column = 1; column <= text.length; column++) {
    const more = (costs[column] ?? 0) - (costs[best] ?? 0);
    // A last character that differs costs as much as one that is missing: the passage then ends with the source's own.
    const isWhole = more === 0 && origins[column] === origins[best] && column - (origins[column] ?? 0) <= pattern.length;
    if (more < 0 || isWhole) best = column;
  }
  const start = origins[best] ?? 0;
  return best > start ? { start, end: best, distance: costs[best] ?? pattern.length } : null;
}

/** Null when the passage spans more than three segments. */
function originalText(segments: readonly Segment[], index: QuoteIndex, start: number, end: number): string | null {
  const first = index.segmentAt(start);
  const last = index.segmentAt(end - 1);
  if (first < 0 || last - first > 2) return null;
  const parts: string[] = [];
  for (let id = first; id <= last; id++) {
    const base = index.starts[id] ?? 0;
    const text = segments[id]?.text ?? '';
    parts.push(sliceByFolded(text, start - base, end - base));
  }
  const joined = parts.join(' ').replace(/\s+/g, ' ').trim();
  return joined === '' ? null : joined.replace(/(?<=[\p{Script=Han}，。])\s+(?=\p{Script=Han})/gu, '');
}

function sliceByFolded(text: string, from: number, to: number): string {
  let seen = 0;
  let begin = -1;
  let end = 0;
  let offset = 0;
  for (const character of text) {
    const size = foldLetters(character).length;
    if (size > 0 && seen < to && seen + size > from) {
      if (begin < 0) begin = offset;
      end = offset + character.length;
    }
    seen += size;
    offset += character.length;
  }
  if (begin < 0) return '';
  // A passage that goes on in another segment has the marks at this end too.
  return wholeWords(text, from < 0 ? 0 : begin, to > seen ? text.length : end);
}

/** The likeliest place may begin or end within a word of an alphabet. */
function wholeWords(text: string, from: number, to: number): string {
  const isWithinWord = (at: number) => at > 0 && /^[\p{Script=Latin}\p{M}\p{N}]{2}$/u.test(text.slice(at - 1, at + 1));
  let begin = from;
  let end = to;
  while (isWithinWord(begin)) begin--;
  while (isWithinWord(end)) end++;
  return text.slice(begin, end);
}

function upperBound(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
