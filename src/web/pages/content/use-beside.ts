import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The same width as that of the styles' `beside` variant. */
const besidePx = 896;

/** Whether player and words have the room to stand side by side in the element that gets the ref. */
export function useBeside(): [RefObject<HTMLDivElement | null>, boolean] {
  const page = useRef<HTMLDivElement>(null);
  const [beside, setBeside] = useState(false);
  useLayoutEffect(() => {
    const element = page.current;
    if (!element) return;
    const measure = () => setBeside(element.clientWidth >= besidePx);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [page, beside];
}
