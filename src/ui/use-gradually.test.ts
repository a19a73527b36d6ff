import { expect, test } from 'vitest';
import { drawnOf, nextOf } from './use-gradually.ts';

const items = Array.from({ length: 10 }, (_, key) => ({ key, index: key, start: key * 100, end: key * 100 + 99 }));
const keys = (drawn: number[], next = 3, kept?: number[]) =>
  drawnOf(items, { drawn: new Set(drawn), next, from: 400, to: 599, ...(kept ? { kept } : {}) }).map(({ key }) => key);

test('LIB-02 the first screen is drawn at once, all else by a few, the nearest first', () => {
  expect(keys([])).toEqual([2, 3, 4, 5, 6]);
  expect(keys([0, 1])).toEqual([0, 1, 3, 4, 5]);
  expect(keys([2, 3, 4, 5, 6])).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(keys([2, 3, 5, 6], 1)).toEqual([2, 3, 4, 5, 6]);
  expect(keys([0, 1, 2, 3, 4, 5, 6, 7, 8])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('CON-04 what has to be kept is drawn wherever it is, besides the new ones', () => {
  expect(keys([4, 5], 1, [9])).toEqual([3, 4, 5, 9]);
  expect(keys([], 1, [0])).toEqual([0, 3, 4, 5]);
});

test('LIB-02 one more is drawn in each frame, as long as their layout is quick', () => {
  expect(nextOf({ itemMs: 1, before: 1, most: 4 })).toBe(2);
  expect(nextOf({ itemMs: 1, before: 4, most: 4 })).toBe(4);
  expect(nextOf({ itemMs: 4, before: 4, most: 4 })).toBe(2);
  expect(nextOf({ itemMs: 30, before: 4, most: 4 })).toBe(1);
  expect(nextOf({ itemMs: 0, before: 1, most: 4 })).toBe(2);
});
