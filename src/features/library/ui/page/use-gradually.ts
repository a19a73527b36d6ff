import type { VirtualItem } from '@tanstack/react-virtual';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';

/** New items that are drawn with one frame where drawing is quick: a page of them at once would hold up the scrolling. */
const mostInFrame = 4;
/** From one drawing to the next. A machine that takes longer is given one item at a time. */
const quickMs = 40;

/** A few per frame, the nearest first; the first screen at once. `from`: the scroll position of the window, in px. */
export function useGradually(items: readonly VirtualItem[], from: number): readonly VirtualItem[] {
  const [{ drawn, most }, setDrawn] = useState<{ drawn: ReadonlySet<VirtualItem['key']>; most: number }>({
    drawn: new Set(),
    most: 1,
  });
  const before = useRef(0);
  const shown = useMemo(() => drawnOf(items, { drawn, most, from, to: from + window.innerHeight }), [items, drawn, most, from]);
  useEffect(() => {
    if (shown.length === drawn.size && shown.every(({ key }) => drawn.has(key))) return;
    const frame = requestAnimationFrame((now) => {
      const next = now - before.current > quickMs ? 1 : Math.min(mostInFrame, most + 1);
      before.current = now;
      startTransition(() => setDrawn({ drawn: new Set(shown.map(({ key }) => key)), most: next }));
    });
    return () => cancelAnimationFrame(frame);
  }, [shown, drawn, most]);
  return shown;
}

/** `most`: so many new ones. */
type Drawing = { drawn: ReadonlySet<VirtualItem['key']>; most: number; from: number; to: number };

export function drawnOf<Item extends Pick<VirtualItem, 'key' | 'start' | 'end'>>(
  items: readonly Item[],
  { drawn, most, from, to }: Drawing,
): readonly Item[] {
  const isSeen = ({ start, end }: Item) => end > from && start < to;
  const away = (item: Item) => (isSeen(item) ? -1 : Math.max(item.start - to, from - item.end));
  const isNew = drawn.size === 0;
  const missing = items.filter((item) => !drawn.has(item.key) && !(isNew && isSeen(item))).toSorted((a, b) => away(a) - away(b));
  const next = new Set(missing.slice(0, most));
  return items.filter((item) => drawn.has(item.key) || (isNew && isSeen(item)) || next.has(item));
}
