import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Segment } from '../domain.ts';
import { wantedSections } from '../summarise/with-model/section-range.ts';
import { estimateTokens, planWindows } from './windows.ts';

function talk(minutes: number, words: string): Segment[] {
  return Array.from({ length: minutes * 6 }, (_, id) => ({ id, startMs: id * 10_000, endMs: id * 10_000 + 9_000, text: words }));
}

const english = 'and this is what we found when we looked at the second set of samples in the laboratory last year';

describe('planWindows', () => {
  test('reads a talk of two hours in one pass and cuts one of ten hours', () => {
    expect(planWindows(talk(120, english), [], 200_000)).toHaveLength(1);
    const long = planWindows(talk(600, english), [], 200_000);
    expect(long.length).toBeGreaterThan(3);
  });

  test('covers every line once, in order, each window within the model', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(400), { minLength: 1, maxLength: 400 }),
        fc.integer({ min: 2_000, max: 60_000 }),
        (lengths, context) => {
          const segments = lengths.map((length, id) => ({
            id,
            startMs: id * 1000,
            endMs: id * 1000 + 500,
            text: 'word '.repeat(length),
          }));
          const windows = planWindows(segments, [], context);
          let next = 0;
          for (const window of windows) {
            expect(window.first).toBe(next);
            expect(window.last).toBeGreaterThanOrEqual(window.first);
            next = window.last + 1;
          }
          expect(next).toBe(segments.length);
        },
      ),
    );
  });

  test('cuts before a chapter of the author when one is near', () => {
    const segments = talk(600, english);
    const first = planWindows(segments, [], 200_000)[0]?.last ?? 0;
    const wished = first - 5;
    const windows = planWindows(segments, [{ title: 'Part two', startMs: segments[wished + 1]?.startMs ?? 0 }], 200_000);
    expect(windows[0]?.last).toBe(wished);
  });
});

test('estimateTokens grows with text in both scripts', () => {
  expect(estimateTokens('区块链的共识机制')).toBeGreaterThan(5);
  expect(estimateTokens(english)).toBeGreaterThan(18);
  expect(estimateTokens('')).toBeLessThan(5);
});

test('wantedSections asks for about one section in five minutes and never more than there are lines', () => {
  const wish = wantedSections(talk(60, english), { first: 0, last: 359 });
  expect(wish.min).toBeGreaterThanOrEqual(7);
  expect(wish.max).toBeLessThanOrEqual(16);
  expect(wantedSections(talk(60, english), { first: 3, last: 3 })).toEqual({ min: 1, max: 1 });
  // For a window in the middle, only its own lines and minutes count.
  expect(wantedSections(talk(60, english), { first: 300, last: 302 })).toEqual({ min: 1, max: 3 });
  expect(wantedSections(talk(60, english), { first: 180, last: 359 })).toEqual({ min: 4, max: 8 });
  const untimed = talk(60, english).map((line) => ({ ...line, startMs: null, endMs: null }));
  expect(wantedSections(untimed, { first: 180, last: 359 })).toEqual(wantedSections(untimed, { first: 0, last: 179 }));
});

test.each([
  ['', 3],
  ['barns', 5],
  ['a b', 5],
  ['字', 4],
  ['字字字字', 6],
  ['internationally', 6],
  ['internationally internationally', 9],
  ['かな 한국', 6],
])('estimates the tokens of %j', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

test('cuts into even windows at the longest pause, at a chapter or at a section near the end of each', () => {
  const text = Array.from({ length: 88 }, () => 'barns').join(' ');
  const lines = (count: number, pauseAfter = -1): Segment[] =>
    Array.from({ length: count }, (_, id) => ({
      id,
      startMs: id * 1000,
      endMs: id * 1000 + (id === pauseAfter ? 500 : 900),
      text,
    }));
  const cut = (
    segments: Segment[],
    contextTokens: number,
    ...marks: [{ title: string; startMs: number }[]?, { title: string; segmentId: number }[]?]
  ) => planWindows(segments, marks[0] ?? [], contextTokens, marks[1]).map(({ first, last }) => `${first}-${last}`);
  // 45 % of the context is for the source.
  expect(cut(lines(20), 4_445)).toEqual(['0-19']);
  expect(cut(lines(20), 4_444)).toEqual(['0-9', '10-19']);
  expect(cut(lines(500), 200_000)).toEqual(['0-499']);
  expect(cut(lines(501), 200_000)).toEqual(['0-166', '167-333', '334-500']);
  expect(cut(lines(10), 100)).toEqual(['0-4', '5-9']);
  // A fifth of a window before its end: two lines of ten.
  expect([6, 7, 8, 9].map((pause) => cut(lines(20, pause), 4_444)[0])).toEqual(['0-9', '0-7', '0-8', '0-9']);
  expect([7_000, 8_000, 9_000].map((startMs) => cut(lines(20), 4_444, [{ title: '', startMs }])[0])).toEqual([
    '0-9',
    '0-7',
    '0-8',
  ]);
  expect([7, 8, 9].map((segmentId) => cut(lines(20), 4_444, [], [{ title: '', segmentId }])[0])).toEqual(['0-9', '0-7', '0-8']);
  expect(planWindows([], [], 4_000)).toEqual([{ first: 0, last: -1 }]);
});
