import { AppError } from '#lib/app-error.ts';
import type { Clock } from '../../src/engine/ports.ts';

type Sleeper = { until: number; wake(): void };

/** A clock from 0 that goes only by `advance`, which resolves when those whose time has come have gone on. */
export function createFakeClock(): Clock & { advance(ms: number): Promise<void> } {
  let now = 0;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => now,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(new AppError('cancelled'));
        const sleeper = { until: now + ms, wake: resolve };
        sleepers.add(sleeper);
        signal.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(new AppError('cancelled'));
        });
      });
    },
    async advance(ms) {
      now += ms;
      for (const sleeper of sleepers) {
        if (sleeper.until > now) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
