import type { VirtualItem } from '@tanstack/react-virtual';
import { startTransition, useEffect, useInsertionEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** For the layout of the new items of one frame. A machine that takes longer gets one item at a time. */
const layoutMs = 8;
/** The commit and the layout of some items are two tasks where the commit takes as long as this. */
const longCommitMs = 20;

type Key = VirtualItem['key'];
/** `from` and `to`: what is in view, in px of the list. `kept`: indices of items that are always rendered. */
type Sight = { from: number; to: number; kept?: readonly number[] };
type Drawn = { drawn: ReadonlySet<Key>; next: number };

/**
 * Renders a few new items per frame, the nearest first; the first screen at once. Rendering all in one frame would hold up
 * the scrolling. `most`: the number of items per frame where their layout is quick.
 */
export function useGradually(
  items: readonly VirtualItem[],
  { from, to, kept, most }: Sight & { most: number },
): readonly VirtualItem[] {
  const [{ drawn, next }, setDrawn] = useState<Drawn>({ drawn: new Set(), next: 1 });
  const itemMs = useRef(layoutMs);
  const shown = useMemo(() => drawnOf(items, { drawn, next, from, to, kept }), [items, drawn, next, from, to, kept]);
  const committed = useRef(0);
  // Runs before the refs of the items, which may measure them.
  useInsertionEffect(() => {
    committed.current = performance.now();
  });
  const laidOut = useRef<ReadonlySet<Key>>(new Set());
  useLayoutEffect(() => {
    // Not those that are missing in `drawn`, which is behind when the list is rendered again before the next frame.
    const added = shown.reduce((sum, { key }) => sum + (laidOut.current.has(key) ? 0 : 1), 0);
    laidOut.current = new Set(shown.map(({ key }) => key));
    if (added === 0) return;
    // Lays out the new items before the browser paints, as both in one task take too long. A slow commit has used up this task already.
    const committedMs = performance.now() - committed.current;
    const layOut = () => {
      const from = performance.now();
      document.body.getBoundingClientRect();
      itemMs.current = (committedMs + performance.now() - from) / added;
    };
    if (committedMs < longCommitMs) layOut();
    else return inNextTask(layOut);
  }, [shown]);
  useEffect(() => {
    if (shown.length === drawn.size && shown.every(({ key }) => drawn.has(key))) return;
    const frame = requestAnimationFrame(() =>
      startTransition(() =>
        setDrawn({ drawn: new Set(shown.map(({ key }) => key)), next: nextOf({ itemMs: itemMs.current, before: next, most }) }),
      ),
    );
    return () => cancelAnimationFrame(frame);
  }, [shown, drawn, next, most]);
  return shown;
}

/** Runs after the current task, mostly before the next frame; a timer would wait longer. Returns what takes it back. */
function inNextTask(run: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(null);
  return () => port1.close();
}

/** The number of new items in the next frame: one more than before at most. `itemMs`: the time that the layout of one took. */
export function nextOf({ itemMs, before, most }: { itemMs: number; before: number; most: number }): number {
  return Math.max(1, Math.min(most, before + 1, Math.floor(layoutMs / itemMs)));
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
