import type { Segment } from '../domain.ts';
import { estimateTokens } from '../llm/windows.ts';
import type { TalkChapter } from './talk-article.ts';

/** About a quarter of an hour of speech: every model returns an answer of this length whole. */
const PART_TOKENS = 2500;
/** The context has to hold the answer, which is as long as the part, and the source. */
const CONTEXT_SHARE = 0.12;

/** Segment ids, inclusive. A part that continues a chapter has no title. */
export type ArticlePart = { title: string | null; first: number; last: number };

export function planParts(chapters: readonly TalkChapter[], segments: readonly Segment[], contextTokens: number): ArticlePart[] {
  const most = Math.max(200, Math.min(PART_TOKENS, Math.floor(contextTokens * CONTEXT_SHARE)));
  const spent = [0];
  for (const { text } of segments) spent.push((spent.at(-1) ?? 0) + estimateTokens(text));
  const tokens = (first: number, end: number): number => (spent[end] ?? 0) - (spent[first] ?? 0);

  const parts: ArticlePart[] = [];
  const begin = (title: string | null, first: number): void => {
    const open = parts.at(-1);
    if (open && first <= open.first) {
      open.title ??= title;
      return;
    }
    if (open) open.last = first - 1;
    parts.push({ title, first: open ? first : 0, last: segments.length - 1 });
  };
  for (const [index, chapter] of chapters.entries()) {
    const start = chapter.paragraphs[0]?.first ?? 0;
    const end = chapters[index + 1]?.paragraphs[0]?.first ?? segments.length;
    begin(chapter.title, start);
    const even = evenShare(tokens(start, end), most);
    let from = start;
    for (const { first } of chapter.paragraphs) {
      if (first <= from || tokens(from, first) < even || tokens(first, end) < even / 3) continue;
      begin(null, first);
      from = first;
    }
  }
  return parts.length > 0 || segments.length === 0 ? parts : [{ title: null, first: 0, last: segments.length - 1 }];
}

function evenShare(total: number, most: number): number {
  return total <= most * 1.3 ? Number.POSITIVE_INFINITY : total / Math.ceil(total / most);
}

const PARTS_TOGETHER = 6;
const WINDOW_TOKENS = 15_000;
const WINDOW_CONTEXT_SHARE = 0.4;

/** For each part the lines that its request shows: the whole talk if it is short, else a window that several parts share. */
export function windowsOfParts(
  parts: readonly ArticlePart[],
  segments: readonly Segment[],
  contextTokens: number,
): { first: number; last: number }[] {
  const most = Math.min(WINDOW_TOKENS, Math.floor(contextTokens * WINDOW_CONTEXT_SHARE));
  const costs = parts.map(({ first, last }) => {
    let cost = 0;
    for (let id = first; id <= last; id++) cost += estimateTokens(segments[id]?.text ?? '');
    return cost;
  });
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  if (total <= most && parts.length <= PARTS_TOGETHER + 2) return parts.map(() => ({ first: 0, last: segments.length - 1 }));
  const windows: { first: number; last: number; parts: number; cost: number }[] = [];
  const shown: { first: number; last: number }[] = [];
  for (const [index, part] of parts.entries()) {
    const cost = costs[index] ?? 0;
    let open = windows.at(-1);
    if (!open || open.parts >= PARTS_TOGETHER || open.cost + cost > most) {
      open = { first: part.first, last: part.last, parts: 0, cost: 0 };
      windows.push(open);
    }
    open.last = part.last;
    open.parts++;
    open.cost += cost;
    shown.push(open);
  }
  return shown.map(({ first, last }) => ({ first, last }));
}
