import { useLayoutEffect, useState } from 'react';

/** Distance of the element from the top of the page, in px; content above it may grow. */
export function usePageTop(element: HTMLElement | null): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (element === null) return;
    const read = () => {
      const next = element.getBoundingClientRect().top + window.scrollY;
      setTop((before) => (Math.abs(before - next) < 1 ? before : next));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}
