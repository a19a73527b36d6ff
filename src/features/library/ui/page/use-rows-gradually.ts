import type { VirtualItem } from '@tanstack/react-virtual';
import { useGradually } from '#ui/use-gradually.ts';

const mostInFrame = 4;

/** Of a list that the window scrolls. `from`: the scroll position, in px. */
export function useRowsGradually(items: readonly VirtualItem[], from: number): readonly VirtualItem[] {
  return useGradually(items, { from, to: from + window.innerHeight, most: mostInFrame });
}
