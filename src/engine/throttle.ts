import type { Clock } from './ports.ts';

export type Throttled = {
  call: () => void;
  stop: () => void;
};

/** Calls `work` at once, then every `everyMs` at most. The last call is late, never lost: a model may pause while it writes. */
export function throttle(clock: Clock, everyMs: number, work: () => void): Throttled {
  const stopped = new AbortController();
  let calledAt = Number.NEGATIVE_INFINITY;
  let isWaiting = false;
  const run = () => {
    isWaiting = false;
    calledAt = clock.now();
    work();
  };
  return {
    call() {
      if (isWaiting || stopped.signal.aborted) return;
      const waitMs = calledAt + everyMs - clock.now();
      if (waitMs <= 0) return run();
      isWaiting = true;
      clock.sleep(waitMs, stopped.signal).then(run).catch(ignore);
    },
    stop: () => stopped.abort(),
  };
}

/** A sleep that was stopped, or work that fails again at its next call. */
const ignore = () => undefined;
