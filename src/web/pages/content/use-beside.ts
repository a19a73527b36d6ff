import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** As the `beside` variant in the styles. */
const besidePx = 896;

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
