import { afterEach, expect, test, vi } from 'vitest';
import { createSiteWaits } from './site-waits.ts';

afterEach(() => void vi.useRealTimers());

test('EXP-01 channels of one site wait one gap apart, and the first of them is waited for, however long', () => {
  const waits = createSiteWaits(1);
  expect(waits.nextFreeAt()).toBeNull();
  const [first = 0, second = 0] = ['a', 'b'].map((name) => waits.next(`https://www.youtube.com/@${name}`, 20_000));
  const inMs = (waits.nextFreeAt() ?? 0) - Date.now();
  expect([first, second - first, inMs].map((ms) => Math.round(ms / 1000))).toEqual([20, 3, 20]);
});

test('EXP-01 channels of other sites wait by themselves, at the configured pace, and those that had their turn are not waited for', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  const waits = createSiteWaits(2);
  const next = (name: string, ms: number) => waits.next(`https://${name}.example/feed`, ms);
  // A quarter of a second apart, twice that here.
  expect([next('a', 5000), next('a', 1000), next('b', 2000), next('a', 9000)]).toEqual([5000, 5500, 2000, 9000]);
  expect(waits.nextFreeAt()).toBe(1_002_000);
  vi.setSystemTime(1_002_000);
  expect(waits.nextFreeAt()).toBe(1_005_000);
  vi.setSystemTime(1_009_000);
  expect([waits.nextFreeAt(), next('a', 100)]).toEqual([null, 500]);
});
