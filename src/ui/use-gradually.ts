import type { VirtualItem } from '@tanstack/react-virtual';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';

/** The time from one render to the next. A machine that takes longer gets one item at a time. */
const quickMs = 40;

type Key = VirtualItem['key'];
/** `from` and `to`: what is in view, in px of the list. `kept`: indices of items that are always rendered. */
type Sight = { from: number; to: number; kept?: readonly number[] };

/**
 * Renders a few new items per frame, the nearest first; the first screen at once. Rendering all in one frame would hold up
 * the scrolling. `most`: the number of items per frame where rendering is quick.
 */
export function useGradually(
  items: readonly VirtualItem[],
  { from, to, kept, most }: Sight & { most: number },
): readonly VirtualItem[] {
  const [{ drawn, next }, setDrawn] = useState<{ drawn: ReadonlySet<Key>; next: number }>({ drawn: new Set(), next: 1 });
  const before = useRef(0);
  const shown = useMemo(() => drawnOf(items, { drawn, next, from, to, kept }), [items, drawn, next, from, to, kept]);
  useEffect(() => {
    if (shown.length === drawn.size && shown.every(({ key }) => drawn.has(key))) return;
    const frame = requestAnimationFrame((now) => {
      const isQuick = now - before.current <= quickMs;
      before.current = now;
      startTransition(() =>
        setDrawn({ drawn: new Set(shown.map(({ key }) => key)), next: isQuick ? Math.min(most, next + 1) : 1 }),
      );
    });
    return () => cancelAnimationFrame(frame);
  }, [shown, drawn, next, most]);
  return shown;
}

/** `drawn`: items rendered before, which stay. `next`: the number of new ones. */
type Drawing = Sight & { drawn: ReadonlySet<Key>; next: number };

export function drawnOf<Item extends Pick<VirtualItem, 'key' | 'index' | 'start' | 'end'>>(
  items: readonly Item[],
  { drawn, next, from, to, kept = [] }: Drawing,
): readonly Item[] {
  const away = ({ start, end }: Item) => Math.max(0, start - to, from - end);
  const isDue = (item: Item) => kept.includes(item.index) || (drawn.size === 0 && away(item) === 0);
  const waiting = items.filter((item) => !drawn.has(item.key) && !isDue(item)).toSorted((a, b) => away(a) - away(b));
  const added = new Set(waiting.slice(0, next));
  return items.filter((item) => drawn.has(item.key) || isDue(item) || added.has(item));
}
