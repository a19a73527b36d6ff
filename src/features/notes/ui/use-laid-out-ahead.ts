import { type RefObject, useEffect } from 'react';

/** The time that a slow processor needs for one part. */
const leastIdleMs = 20;

/**
 * Lays out the parts of a text that are outside the view while the browser is idle, one at a time: laid out on scroll, each would
 * delay its frame, and a jump needs several at once. A part that is laid out stays so until the width changes. `parts`: number of
 * children of the element.
 */
export function useLaidOutAhead(text: RefObject<HTMLElement | null>, parts: number): void {
  useEffect(() => {
    const element = text.current;
    // Some versions of Safari lack it.
    if (!element || parts === 0 || !('requestIdleCallback' in window)) return;
    let next = 0;
    let idle = 0;
    let widthPx = 0;
    const layOut = (deadline: IdleDeadline) => {
      // Between two frames of a scroll there is not enough time.
      if (deadline.timeRemaining() >= leastIdleMs) {
        const part = element.children[next];
        if (part instanceof HTMLElement) part.style.contentVisibility = 'visible';
        // Measuring lays it out now, not in the next frame.
        part?.getBoundingClientRect();
        next++;
      }
      if (next < element.children.length) idle = requestIdleCallback(layOut);
    };
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth === widthPx) return;
      widthPx = element.clientWidth;
      cancelIdleCallback(idle);
      // While a pane is drawn wider, only what is seen is laid out anew.
      for (const part of element.children) if (part instanceof HTMLElement) part.style.removeProperty('content-visibility');
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
