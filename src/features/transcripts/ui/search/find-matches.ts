/** Search in script lines. Lengths are kept, so that matches can be marked in the displayed text. */
import type { Segment } from '#engine/domain.ts';

/** UTF-16 offsets in the line's text. */
export type LineMatch = { line: number; start: number; end: number };

export type MatchRange = { start: number; end: number; index: number };

const fullWidthOffset = 0xfee0;

/** Folds case and full-width forms, keeping the length. */
export function foldForSearch(text: string): string {
  let folded = '';
  for (let i = 0; i < text.length; i++) {
    let char = text.charAt(i);
    const code = char.charCodeAt(0);
    if (code >= 0xff01 && code <= 0xff5e) char = String.fromCharCode(code - fullWidthOffset);
    else if (code === 0x3000 || code === 0xa0 || code === 0x0a) char = ' ';
    const lower = char.toLowerCase();
    folded += lower.length === 1 ? lower : char;
  }
  return folded;
}

type SearchOptions = {
  /** Bounds the cost of a one-letter query. */
  limit?: number;
  /** Must keep lengths. */
  fold?: (text: string) => string;
};

/** Non-overlapping; a blank query finds nothing. */
export function findMatches(
  segments: readonly Segment[],
  query: string,
  { limit = 20_000, fold = (text) => text }: SearchOptions = {},
): LineMatch[] {
  const needle = fold(foldForSearch(query.trim()));
  const found: LineMatch[] = [];
  if (needle === '') return found;
  for (const [line, segment] of segments.entries()) {
    const text = fold(foldForSearch(segment.text));
    let from = text.indexOf(needle);
    while (from !== -1) {
      found.push({ line, start: from, end: from + needle.length });
      if (found.length >= limit) return found;
      from = text.indexOf(needle, from + needle.length);
    }
  }
  return found;
}

/** Each range has the index of its match in the whole list. */
export function matchesByLine(matches: readonly LineMatch[]): Map<number, MatchRange[]> {
  const byLine = new Map<number, MatchRange[]>();
  for (const [index, match] of matches.entries()) {
    const range = { start: match.start, end: match.end, index };
    const ranges = byLine.get(match.line);
    if (ranges) ranges.push(range);
    else byLine.set(match.line, [range]);
  }
  return byLine;
}

/** The first match at or after a line, else the first; -1 without matches. */
export function matchNear(matches: readonly LineMatch[], line: number): number {
  if (matches.length === 0) return -1;
  const index = matches.findIndex((match) => match.line >= line);
  return index === -1 ? 0 : index;
}

export function stepMatch(count: number, current: number, step: 1 | -1): number {
  if (count === 0) return -1;
  if (current < 0) return step === 1 ? 0 : count - 1;
  return (current + step + count) % count;
}
