import { useEffect, useState } from 'react';

/** Milliseconds since a run began, ticking on from the last figure the server gave. */
export function useElapsed(elapsedMs: number): number {
  const [base, setBase] = useState(() => ({ elapsedMs, at: performance.now() }));
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const at = performance.now();
    setBase({ elapsedMs, at });
    setNow(at);
  }, [elapsedMs]);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return base.elapsedMs + Math.max(0, now - base.at);
}
