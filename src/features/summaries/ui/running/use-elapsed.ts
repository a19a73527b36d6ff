import { useEffect, useRef, useState } from 'react';

/** Milliseconds since a run began, ticking on from the last figure the server gave. */
export function useElapsed(elapsedMs: number): number {
  const base = useRef({ elapsedMs, at: performance.now() });
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    base.current = { elapsedMs, at: performance.now() };
    setNow(performance.now());
  }, [elapsedMs]);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return base.current.elapsedMs + Math.max(0, now - base.current.at);
}
