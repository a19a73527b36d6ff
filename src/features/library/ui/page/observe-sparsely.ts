import { observeWindowOffset, type Virtualizer } from '@tanstack/react-virtual';

const scrollFps = 12;

type OfWindow = Virtualizer<Window, Element>;

/** Reports the scroll position at most `scrollFps` times a second, and immediately when scrolling stops. */
export function observeSparsely(virtualizer: OfWindow, tell: (offset: number, moves: boolean) => void): (() => void) | undefined {
  let told = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = observeWindowOffset(virtualizer, (offset, moves) => {
    clearTimeout(timer);
    const tellNow = () => {
      told = performance.now();
      tell(offset, moves);
    };
    const waitMs = told + 1000 / scrollFps - performance.now();
    if (moves && waitMs > 0) timer = setTimeout(tellNow, waitMs);
    else tellNow();
  });
  return () => {
    clearTimeout(timer);
    stop?.();
  };
}

/** A correction is relative to the real position, which the virtualizer may not have been told yet. */
export function scrollFromHere(
  offset: number,
  { adjustments, behavior }: { adjustments?: number; behavior?: ScrollBehavior },
): void {
  if (adjustments === undefined) window.scrollTo({ top: offset, ...(behavior ? { behavior } : {}) });
  else window.scrollBy({ top: adjustments, ...(behavior ? { behavior } : {}) });
}
