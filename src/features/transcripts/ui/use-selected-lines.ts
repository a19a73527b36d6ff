import { useEffect, useState } from 'react';

const none: readonly number[] = [];

/** The lines at the selection's ends, which must stay rendered while scrolling. */
export function useSelectedLines(scroller: HTMLElement | null): readonly number[] {
  const [lines, setLines] = useState(none);
  useEffect(() => {
    if (!scroller) return;
    const handleSelection = (): void => {
      const selection = document.getSelection();
      const ends = selection && !selection.isCollapsed ? [selection.anchorNode, selection.focusNode] : [];
      const next = ends.flatMap((node) => {
        const line = node && scroller.contains(node) ? lineOf(node) : null;
        return line === null ? [] : [line];
      });
      setLines((before) => (before.join() === next.join() ? before : next));
    };
    document.addEventListener('selectionchange', handleSelection);
    return () => document.removeEventListener('selectionchange', handleSelection);
  }, [scroller]);
  return lines;
}

function lineOf(node: Node): number | null {
  const element = node instanceof Element ? node : node.parentElement;
  const index = element?.closest<HTMLElement>('[data-index]')?.dataset.index;
  return index === undefined ? null : Number(index);
}
