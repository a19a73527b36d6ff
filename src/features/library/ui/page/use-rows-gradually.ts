import type { VirtualItem } from '@tanstack/react-virtual';
import { useGradually } from '#ui/use-gradually.ts';

const mostInFrame = 2;

/** For a list that scrolls with the window. `from`: the scroll position, in px. */
export function useRowsGradually(items: readonly VirtualItem[], from: number): readonly VirtualItem[] {
  return useGradually(items, { from, to: from + window.innerHeight, most: mostInFrame });
}
