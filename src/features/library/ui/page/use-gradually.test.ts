import { expect, test } from 'vitest';
import { drawnOf } from './use-gradually.ts';

const items = Array.from({ length: 10 }, (_, key) => ({ key, start: key * 100, end: key * 100 + 100 }));
const keys = (drawn: number[], most = 3) =>
  drawnOf(items, { drawn: new Set(drawn), most, from: 400, to: 600 }).map(({ key }) => key);

test('LIB-02 the first screen is drawn at once, all else by a few, the nearest first', () => {
  expect(keys([])).toEqual([2, 3, 4, 5, 6]);
  expect(keys([0, 1])).toEqual([0, 1, 3, 4, 5]);
  expect(keys([2, 3, 4, 5, 6])).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(keys([2, 3, 5, 6], 1)).toEqual([2, 3, 4, 5, 6]);
  expect(keys([0, 1, 2, 3, 4, 5, 6, 7, 8])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
