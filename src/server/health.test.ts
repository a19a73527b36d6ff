import { afterEach, expect, test, vi } from 'vitest';
import { createHealthCheck, type HealthParts } from './health.ts';

afterEach(() => void vi.useRealTimers());

test('requests within a second share one check, later ones are checked anew', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let checks = 0;
  const check = createHealthCheck({
    // Its transactions succeed, and nobody says that a worker lives.
    db: { transaction: async () => undefined },
    queue: { check: async () => void checks++ },
    blobs: { check: async () => undefined },
    disk: { state: async () => 'low' },
  } as unknown as HealthParts);
  const parts = { database: 'ok', queue: 'ok', workers: 'failed', storage: 'ok', space: 'low' };
  expect(await check()).toEqual({ ready: false, parts });
  vi.advanceTimersByTime(1000);
  await check();
  expect(checks).toBe(1);
  vi.advanceTimersByTime(1);
  await check();
  expect(checks).toBe(2);
});
