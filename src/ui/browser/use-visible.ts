import { useEffect, useEffectEvent, useState } from 'react';

export function useVisible(onVisible: () => void, { threshold, enabled }: { threshold: number; enabled: boolean }) {
  const [element, setElement] = useState<Element | null>(null);
  const handleVisible = useEffectEvent(onVisible);
  useEffect(() => {
    if (element === null || !enabled) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting && entry.intersectionRatio >= threshold)) handleVisible();
      },
      { threshold },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, enabled, threshold]);
  return setElement;
}
