import { type RefObject, useEffect } from 'react';
import { isComposing } from '#ui/browser/is-composing.ts';
import type { SourceTarget } from '#ui/reader/view-state.ts';

/** Ways back that were taken, or given up by working in the source: another visit must not offer them again. */
const spent = new WeakSet<() => void>();

/** Escape in the source gives the focus back to the reference that led there, where that is still on the page. */
export function useBackOnEscape(source: HTMLElement | null | RefObject<HTMLElement | null>, target: SourceTarget | null): void {
  const back = target?.back;
  useEffect(() => {
    const element = source && 'current' in source ? source.current : source;
    if (!element || !back || spent.has(back)) return;
    const ending = new AbortController();
    const { signal } = ending;
    const end = () => {
      spent.add(back);
      ending.abort();
    };
    const handleKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea');
      if (event.key !== 'Escape' || event.defaultPrevented || isTyping || isComposing(event)) return;
      // The menu of a selection is closed by it.
      if (getSelection()?.isCollapsed === false) return;
      end();
      // A browser leaves full screen by the same key.
      event.preventDefault();
      back();
    };
    element.addEventListener('keydown', handleKey, { signal });
    // A reader who works in the source has arrived there, and Escape closes what is opened on it.
    element.addEventListener('pointerdown', end, { signal });
    return () => ending.abort();
  }, [source, back]);
}
