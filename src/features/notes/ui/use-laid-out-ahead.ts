import { type RefObject, useEffect } from 'react';

/** A part takes a slow processor so long. */
const leastIdleMs = 20;

/**
 * While the browser has nothing to do, lays out the parts of a text that are out of view, one at a time: scrolled to, each would
 * hold up its frame, and after a jump several do at once. `parts` are children of the element; another width begins anew.
 */
export function useLaidOutAhead(text: RefObject<HTMLElement | null>, parts: number): void {
  useEffect(() => {
    const element = text.current;
    // Not in every Safari.
    if (!element || parts === 0 || !('requestIdleCallback' in window)) return;
    let next = 0;
    let idle = 0;
    let widthPx = 0;
    const layOut = (deadline: IdleDeadline) => {
      // Between two frames of a scroll there is no time for it.
      if (deadline.timeRemaining() >= leastIdleMs) {
        // To measure what is in a part lays that out, and it stays laid out.
        element.children[next]?.lastElementChild?.getBoundingClientRect();
        next++;
      }
      if (next < element.children.length) idle = requestIdleCallback(layOut);
    };
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth === widthPx) return;
      widthPx = element.clientWidth;
      cancelIdleCallback(idle);
      next = 0;
      idle = requestIdleCallback(layOut);
    });
    sizes.observe(element);
    return () => {
      cancelIdleCallback(idle);
      sizes.disconnect();
    };
  }, [text, parts]);
}
