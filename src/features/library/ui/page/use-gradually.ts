import type { VirtualItem } from '@tanstack/react-virtual';
import { startTransition, useEffect, useMemo, useState } from 'react';

/** New items that are drawn with one frame: a page of them at once would hold up the scrolling. */
const mostInFrame = 3;

/** A few per frame, the nearest first; the first screen at once. `from`: the scroll position of the window, in px. */
export function useGradually(items: readonly VirtualItem[], from: number): readonly VirtualItem[] {
  const [drawn, setDrawn] = useState<ReadonlySet<VirtualItem['key']>>(new Set());
  const shown = useMemo(() => drawnOf(items, { drawn, from, to: from + window.innerHeight }), [items, drawn, from]);
  useEffect(() => {
    if (shown.length === drawn.size && shown.every(({ key }) => drawn.has(key))) return;
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(new Set(shown.map(({ key }) => key)))));
    return () => cancelAnimationFrame(frame);
  }, [shown, drawn]);
  return shown;
}

type Drawing = { drawn: ReadonlySet<VirtualItem['key']>; from: number; to: number };

export function drawnOf<Item extends Pick<VirtualItem, 'key' | 'start' | 'end'>>(
  items: readonly Item[],
  { drawn, from, to }: Drawing,
): readonly Item[] {
  const isSeen = ({ start, end }: Item) => end > from && start < to;
  const away = (item: Item) => (isSeen(item) ? -1 : Math.max(item.start - to, from - item.end));
  const isNew = drawn.size === 0;
  const missing = items.filter((item) => !drawn.has(item.key) && !(isNew && isSeen(item))).toSorted((a, b) => away(a) - away(b));
  const next = new Set(missing.slice(0, mostInFrame));
  return items.filter((item) => drawn.has(item.key) || (isNew && isSeen(item)) || next.has(item));
}
