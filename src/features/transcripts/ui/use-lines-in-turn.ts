import type { VirtualItem } from '@tanstack/react-virtual';
import { startTransition, useEffect, useMemo, useState } from 'react';

/** New lines that are drawn with one frame: a window full of them at once would hold up the scrolling. */
const mostInFrame = 8;

type Key = VirtualItem['key'];

/** `from` and `to`: the window, in px. `kept`: indices of lines that are always drawn. */
type Window = { from: number; to: number; kept: readonly number[] };

/** Lines a few per frame, those nearest to the window first; what was drawn stays. The first window is drawn at once. */
export function useLinesInTurn(items: readonly VirtualItem[], { from, to, kept }: Window): readonly VirtualItem[] {
  const [drawn, setDrawn] = useState<ReadonlySet<Key>>(new Set());
  const shown = useMemo(() => drawnOf(items, { drawn, from, to, kept }), [items, drawn, from, to, kept]);
  useEffect(() => {
    if (shown.length === drawn.size && shown.every(({ key }) => drawn.has(key))) return;
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(new Set(shown.map(({ key }) => key)))));
    return () => cancelAnimationFrame(frame);
  }, [shown, drawn]);
  return shown;
}

type Line = Pick<VirtualItem, 'key' | 'index' | 'start' | 'end'>;

export function drawnOf<Item extends Line>(
  items: readonly Item[],
  { drawn, from, to, kept }: Window & { drawn: ReadonlySet<Key> },
): readonly Item[] {
  const away = ({ start, end }: Item) => Math.max(0, start - to, from - end);
  const isDue = (item: Item) => kept.includes(item.index) || (drawn.size === 0 && away(item) === 0);
  const waiting = items.filter((item) => !drawn.has(item.key) && !isDue(item)).toSorted((a, b) => away(a) - away(b));
  const next = new Set(waiting.slice(0, mostInFrame));
  return items.filter((item) => drawn.has(item.key) || isDue(item) || next.has(item));
}
