import { expect, test } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

test('lets so many through, names the wait, and forgets', () => {
  let at = 0;
  const take = createRateLimit({ most: 2, withinMs: 100 }, () => at);
  expect([take(), take(), take()]).toEqual([0, 0, 100]);
  at = 40;
  expect(take()).toBe(60);
  at = 100;
  expect([take(), take(), take()]).toEqual([0, 0, 100]);
});
