import { expect, it } from 'vitest';
import { inParts } from './in-parts.ts';

it('COL-04 calls for one part after the other', async () => {
  const calls: number[][] = [];
  const results = await inParts([1, 2, 3, 4, 5], 2, (part) => {
    calls.push(part);
    return Promise.resolve(part.length);
  });
  expect(calls).toEqual([[1, 2], [3, 4], [5]]);
  expect(results).toEqual([2, 2, 1]);
  expect(await inParts([], 2, () => Promise.resolve(1))).toEqual([]);
});
