import { useCallback, useEffect, useRef } from 'react';

/** Says, when something slow has ended, whether the component that began it is still on the page. */
export function useIsShown(): () => boolean {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(() => shown.current, []);
}
