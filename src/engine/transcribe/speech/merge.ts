/** Pieces cut within a word overlap. */
import type { SpokenSegment } from '../../ports.ts';
import { tokensOf } from './tokens.ts';

/** Times are media time. */
export type TranscribedSpan = { startMs: number; endMs: number; segments: SpokenSegment[] };

/** The furthest that two recognitions of one word may be apart. */
const slackMs = 3000;
const mostTokens = 80;
const leastCommon = 2;

type Place = { word: string; segment: number; start: number; end: number; atMs: number };

export function mergeSpans(spans: readonly TranscribedSpan[]): SpokenSegment[] {
  const merged: SpokenSegment[] = [];
  let endMs = 0;
  for (const span of spans) {
    const overlaps = merged.length > 0 && span.startMs < endMs;
    merged.push(...(overlaps ? joinAt(merged, span, endMs) : span.segments));
    endMs = Math.max(endMs, span.endMs);
  }
  return merged;
}

/** Shortens `before` where it was cut and returns what `span` adds to it. */
function joinAt(before: SpokenSegment[], span: TranscribedSpan, endMs: number): SpokenSegment[] {
  const tail = placesOf(before, (segment) => segment.endMs > span.startMs - slackMs).slice(-mostTokens);
  const head = placesOf(span.segments, (segment) => segment.startMs < endMs + slackMs).slice(0, mostTokens);
  const common = longestCommonRun(tail, head);
  const lastOfTail = common && tail[common.tail + common.length - 1];
  const lastOfHead = common && head[common.head + common.length - 1];
  if (lastOfTail && lastOfHead) {
    cutAfter(before, lastOfTail);
    return cutBefore(span.segments, lastOfHead);
  }
  // Without common words each side keeps the half of the overlap further from its cut.
  const middle = (span.startMs + endMs) / 2;
  const isBefore = (segment: SpokenSegment) => (segment.startMs + segment.endMs) / 2 < middle;
  while (before.length > 0) {
    const last = before.at(-1);
    if (!last || isBefore(last) || last.startMs < span.startMs) break;
    before.pop();
  }
  return span.segments.filter((segment) => !isBefore(segment) || segment.endMs > endMs);
}

function placesOf(segments: readonly SpokenSegment[], near: (segment: SpokenSegment) => boolean): Place[] {
  return segments.flatMap((segment, index) => {
    if (!near(segment)) return [];
    const lengthMs = segment.endMs - segment.startMs;
    const at = (position: number) => segment.startMs + (lengthMs * position) / Math.max(1, segment.text.length);
    return tokensOf(segment.text).map(({ word, start, end }) => ({ word, segment: index, start, end, atMs: at(start) }));
  });
}

type Run = { tail: number; head: number; length: number };

/** The longest run of equal words at about the same time, the last of several. Null when it may be chance. */
function longestCommonRun(tail: readonly Place[], head: readonly Place[]): Run | null {
  let best: Run = { tail: 0, head: 0, length: 0 };
  let previous = new Uint16Array(head.length + 1);
  for (const [i, left] of tail.entries()) {
    const current = new Uint16Array(head.length + 1);
    for (const [j, right] of head.entries()) {
      if (left.word !== right.word || Math.abs(left.atMs - right.atMs) > slackMs) continue;
      const length = (previous[j] ?? 0) + 1;
      current[j + 1] = length;
      if (length >= best.length) best = { tail: i - length + 1, head: j - length + 1, length };
    }
    previous = current;
  }
  return best.length >= leastCommon || (best.length === 1 && isLong(tail[best.tail])) ? best : null;
}

function isLong(place: Place | undefined): boolean {
  return place !== undefined && place.word.length >= 6;
}

function cutAfter(segments: SpokenSegment[], place: Place): void {
  segments.length = Math.min(segments.length, place.segment + 1);
  const last = segments.at(-1);
  if (!last) return;
  const rest = last.text.slice(place.end);
  const mark = /^[\p{P}]+(?=\s|$)/u.exec(rest)?.[0] ?? '';
  const complete = tokensOf(rest).length === 0;
  const text = complete ? last.text : last.text.slice(0, place.end) + mark;
  const share = text.length / Math.max(1, last.text.length);
  segments[segments.length - 1] = { ...last, text, endMs: last.startMs + (last.endMs - last.startMs) * share };
}

function cutBefore(segments: readonly SpokenSegment[], place: Place): SpokenSegment[] {
  const [first, ...rest] = segments.slice(place.segment);
  if (!first) return [];
  const text = first.text.slice(place.end).replace(/^[\p{P}\s]+/u, '');
  if (tokensOf(text).length === 0) return rest;
  const share = 1 - text.length / Math.max(1, first.text.length);
  return [{ ...first, text, startMs: first.startMs + (first.endMs - first.startMs) * share }, ...rest];
}
