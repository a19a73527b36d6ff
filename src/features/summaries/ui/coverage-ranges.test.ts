import { describe, expect, it } from 'vitest';
import { uncoveredRanges } from './coverage-ranges.ts';

describe('what a note leaves out', () => {
  it('joins neighbouring empty slices', () => {
    expect(uncoveredRanges([0, 0, 1, 0.5, 0])).toEqual([
      { from: 0, to: 0.4 },
      { from: 0.8, to: 1 },
    ]);
  });

  it('is nothing when every slice is covered, and everything when none is', () => {
    expect(uncoveredRanges([1, 0.5])).toEqual([]);
    expect(uncoveredRanges([0, 0])).toEqual([{ from: 0, to: 1 }]);
    expect(uncoveredRanges([])).toEqual([]);
  });
});
