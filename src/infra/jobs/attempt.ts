import type { JobWithMetadata } from 'pg-boss';
import { AppError } from '#lib/app-error.ts';

export type Interruption = 'cancelled' | 'shutdown';

export type Attempt = {
  found: JobWithMetadata<unknown>;
  signal: AbortSignal;
  interruption(): Interruption | null;
  interrupt(by: Interruption): void;
  close(): void;
};

/** The attempt's signal aborts on an interruption, and with the queue's own signal (claim lost or time limit reached). */
export function openAttempt(found: JobWithMetadata<unknown>): Attempt {
  let interruption: Interruption | null = null;
  const controller = new AbortController();
  const onQueueAbort = () => {
    const late = Date.now() - found.startedOn.getTime() >= found.expireInSeconds * 1000 - 500;
    controller.abort(new AppError(late ? 'timed_out' : 'cancelled', { detail: late ? 'attempt took too long' : 'claim lost' }));
  };
  found.signal.addEventListener('abort', onQueueAbort, { once: true });
  return {
    found,
    signal: controller.signal,
    interruption: () => interruption,
    interrupt(by) {
      interruption ??= by;
      controller.abort(new AppError('cancelled', { detail: by }));
    },
    close: () => found.signal.removeEventListener('abort', onQueueAbort),
  };
}
