import { useEffect, useRef, useState } from 'react';

/**
 * Calls `onVisible` each time the element comes to be visible by `threshold` (0–1) while `enabled`. Returns the
 * callback ref for that element.
 */
export function useVisible(onVisible: () => void, { threshold, enabled }: { threshold: number; enabled: boolean }) {
  const [element, setElement] = useState<Element | null>(null);
  const latest = useRef(onVisible);
  useEffect(() => {
    latest.current = onVisible;
  });
  useEffect(() => {
    if (element === null || !enabled) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting && entry.intersectionRatio >= threshold)) latest.current();
      },
      { threshold },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, enabled, threshold]);
  return setElement;
}
