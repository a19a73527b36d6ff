import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { holdAt } from '#ui/browser/hold-at.ts';

/** A place in a text: the part (`data-part`), and px below its beginning. */
export type PartPlace = { part: number; belowPx: number };

/** A part that begins at most this far below the upper edge counts as the one being read. */
const nearPx = 48;

type PartsOptions = {
  scroller: RefObject<HTMLElement | null>;
  /** Another number of parts means another text. */
  count: number;
  start: PartPlace | null;
  onLeave: (place: PartPlace) => void;
};

/** Which part of a text is being read, and a function that goes to another. */
export function useParts({ scroller, count, start, onLeave }: PartsOptions) {
  const [here, setHere] = useState(0);
  const place = useRef<PartPlace>(start ?? { part: 0, belowPx: 0 });
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });

  const goTo = useCallback(
    ({ part, belowPx }: PartPlace) => {
      const [box, element] = [scroller.current, partsOf(scroller.current)[part]];
      if (!box || !element) return;
      holdAt(box, element, () => -belowPx);
    },
    [scroller],
  );

  // Before painting, so that the jump is not visible.
  useLayoutEffect(() => {
    if (count > 0 && place.current.part + place.current.belowPx > 0) goTo(place.current);
    return () => leave.current(place.current);
  }, [count, goTo]);

  useEffect(() => {
    const box = scroller.current;
    if (!box || count === 0) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const top = box.getBoundingClientRect().top;
      const parts = partsOf(box);
      const first = firstBelow(parts, top + nearPx);
      const part = Math.max(0, first - 1);
      place.current = { part, belowPx: top - (parts[part]?.getBoundingClientRect().top ?? top) };
      setHere(part);
    };
    const later = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    box.addEventListener('scroll', later, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      box.removeEventListener('scroll', later);
    };
  }, [scroller, count]);

  return { here, goTo };
}

function partsOf(box: HTMLElement | null): ArrayLike<HTMLElement> {
  return box?.querySelectorAll<HTMLElement>('[data-part]') ?? [];
}

/** The first part below `y`, by binary search, as parts are in order and measuring hundreds is slow. */
function firstBelow(parts: ArrayLike<HTMLElement>, y: number): number {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle]?.getBoundingClientRect().top ?? 0) <= y) low = middle + 1;
    else high = middle;
  }
  return low;
}
