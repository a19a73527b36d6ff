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

test('each part is told by itself, and one that does not answer within three seconds has failed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const limit = async () => [{ id: 'worker' }];
  const well = {
    db: {
      transaction: async () => undefined,
      select: () => ({ from: () => ({ where: () => ({ limit }) }) }),
    },
    queue: { check: async () => undefined },
    blobs: { check: async () => undefined },
    disk: { state: async () => 'ok' },
  };
  const healthOf = (parts: object) => createHealthCheck({ ...well, ...parts } as unknown as HealthParts)();
  const parts = { database: 'ok', queue: 'ok', workers: 'ok', storage: 'ok', space: 'ok' };
  const fail = () => Promise.reject(new Error('gone'));
  expect(await healthOf({})).toEqual({ ready: true, parts });
  expect(await healthOf({ disk: { state: async () => 'low' } })).toEqual({ ready: true, parts: { ...parts, space: 'low' } });
  expect(await healthOf({ disk: { state: async () => 'full' } })).toEqual({ ready: false, parts: { ...parts, space: 'full' } });
  expect(await healthOf({ disk: { state: fail } })).toEqual({ ready: false, parts: { ...parts, space: 'failed' } });
  expect(await healthOf({ blobs: { check: fail } })).toEqual({ ready: false, parts: { ...parts, storage: 'failed' } });
  expect(await healthOf({ db: { ...well.db, transaction: fail } })).toEqual({
    ready: false,
    parts: { ...parts, database: 'failed' },
  });
  let answered = false;
  const slow = healthOf({ queue: { check: () => new Promise(() => undefined) } }).then((health) => {
    answered = true;
    return health;
  });
  await vi.advanceTimersByTimeAsync(2999);
  expect(answered).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await slow).toEqual({ ready: false, parts: { ...parts, queue: 'failed' } });
  expect(vi.getTimerCount()).toBe(0);
});
