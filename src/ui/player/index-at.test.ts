import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexAt } from './index-at.ts';

describe('CON-04 indexAt', () => {
  const items = [{ startMs: 1000 }, { startMs: 2000 }, { startMs: 2000 }, { startMs: 9000 }];

  it.each([
    [0, -1],
    [1000, 0],
    [1999, 0],
    [2000, 2],
    [8999, 2],
    [9000, 3],
    [1e9, 3],
  ])('at %i ms it is line %i', (ms, line) => {
    expect(indexAt(items, ms)).toBe(line);
  });

  it('agrees with a plain scan', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { maxLength: 50 }), fc.nat(6000), (starts, ms) => {
        const sorted = starts.toSorted((a, b) => a - b).map((startMs) => ({ startMs }));
        expect(indexAt(sorted, ms)).toBe(sorted.findLastIndex((item) => item.startMs <= ms));
      }),
    );
  });

  it('skips lines without a time', () => {
    expect(indexAt([{ startMs: null }, { startMs: null }], 5000)).toBe(-1);
  });
});
