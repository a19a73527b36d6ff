import type { Section, Segment, SourceChapter } from '../domain.ts';

const SINGLE_PASS_TOKENS = 50_000;
const WINDOW_TOKENS = 20_000;
/** The rest of the context is for instructions, the answer, and the error of our estimate. */
export const CONTEXT_SHARE = 0.45;

export type Window = { first: number; last: number };

/** About 0.7 per Han character, 1.3 per other word, more for words longer than eight letters. */
export function estimateTokens(text: string): number {
  let tokens = 3;
  for (const match of text.matchAll(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu,
  )) {
    const piece = match[0];
    tokens += piece.length === 1 ? 0.75 : Math.max(1.1, piece.length / 5);
  }
  return Math.ceil(tokens);
}

export function planWindows(
  segments: readonly Segment[],
  chapters: readonly SourceChapter[],
  contextTokens: number,
  sections: readonly Section[] = [],
): Window[] {
  const costs = segments.map((segment) => estimateTokens(segment.text));
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  const limit = Math.floor(contextTokens * CONTEXT_SHARE);
  const last = segments.length - 1;
  if (total <= Math.min(SINGLE_PASS_TOKENS, limit)) return [{ first: 0, last }];

  const target = Math.max(500, Math.min(WINDOW_TOKENS, limit));
  const count = Math.ceil(total / target);
  const even = total / count;
  const windows: Window[] = [];
  let first = 0;
  let spent = 0;
  for (let id = 0; id <= last; id++) {
    spent += costs[id] ?? 0;
    if (spent < even || id === last) continue;
    const cut = bestCut(segments, { chapters, sections }, costs, first, id, even);
    windows.push({ first, last: cut });
    first = cut + 1;
    spent = 0;
    for (let rest = first; rest <= id; rest++) spent += costs[rest] ?? 0;
  }
  if (first <= last) windows.push({ first, last });
  return windows;
}

function bestCut(
  segments: readonly Segment[],
  { chapters, sections }: { chapters: readonly SourceChapter[]; sections: readonly Section[] },
  costs: readonly number[],
  first: number,
  end: number,
  even: number,
): number {
  let back = 0;
  let earliest = end;
  while (earliest > first + 1 && back < even * 0.2) back += costs[earliest--] ?? 0;
  let best = end;
  let bestPause = -1;
  for (let id = earliest; id <= end; id++) {
    const here = segments[id];
    const next = segments[id + 1];
    if (sections.some(({ segmentId }) => segmentId === id + 1)) return id;
    if (!here || !next || here.endMs === null || next.startMs === null) continue;
    const { endMs } = here;
    const { startMs } = next;
    if (chapters.some((chapter) => chapter.startMs > (here.startMs ?? 0) && chapter.startMs <= startMs)) return id;
    if (startMs - endMs >= bestPause) {
      bestPause = startMs - endMs;
      best = id;
    }
  }
  return best;
}
