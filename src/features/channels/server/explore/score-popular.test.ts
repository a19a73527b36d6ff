import { expect, test } from 'vitest';
import { scoreOf } from './score-popular.handler.ts';

test('EXP-02 what is popular ages: by a week it is behind what one user alone has just found', () => {
  expect(scoreOf(3, 0)).toBeGreaterThan(scoreOf(2, 0));
  expect(scoreOf(3, 1)).toBeLessThan(scoreOf(3, 0) / 2);
  expect(scoreOf(100, 7)).toBeLessThan(scoreOf(1, 0));
  // Each further user weighs less, and an entry dated tomorrow counts as today's.
  expect(scoreOf(4, 0) - scoreOf(3, 0)).toBeLessThan(scoreOf(3, 0) - scoreOf(2, 0));
  expect(scoreOf(3, -1)).toBe(scoreOf(3, 0));
});

test('EXP-02 a score is that of its users after its days', () => {
  expect([scoreOf(1, 0), scoreOf(3, 0), scoreOf(3, 3), scoreOf(0, 0)]).toEqual([1, 2, 0.25, 0]);
});
