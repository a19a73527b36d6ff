import { describe, expect, it, test } from 'vitest';
import { citedShare, nearestRange, paragraphAt, uncoveredRanges } from './coverage-ranges.ts';

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

test('CON-02 what a press near a stretch means', () => {
  const ranges = uncoveredRanges([0, 1, 1, 0, 0, 1, 0]);
  expect(nearestRange(ranges, 0.1, 0.02)).toBe(0);
  expect(nearestRange(ranges, 3.5 / 7, 0)).toBe(1);
  expect(nearestRange(ranges, 5 / 7 + 0.01, 0.02)).toBe(1);
  expect(nearestRange(ranges, 6 / 7 - 0.01, 0.02)).toBe(2);
  expect(nearestRange(ranges, 2 / 7, 0.02)).toBe(-1);
  expect(nearestRange([], 0.5, 1)).toBe(-1);
});

test('CON-02 excerpts cover what they cite, not what their section spans', () => {
  expect(citedShare([1, 0.5, 0.5, 0])).toBe(0.25);
  expect(citedShare([])).toBe(0);
});

test('CON-02 a share of a text lies in a paragraph', () => {
  const paragraphs = ['aaaa', '', 'bbbbb'].map((text, id) => ({ id: id + 3, text }));
  expect([0, 0.39, 0.4, 0.5, 1].map((share) => paragraphAt(paragraphs, share))).toEqual([3, 3, 4, 5, 5]);
  expect(paragraphAt([], 0.5)).toBeNull();
});
