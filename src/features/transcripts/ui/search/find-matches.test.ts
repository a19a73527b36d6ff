import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Segment } from '#engine/domain.ts';
import { foldHan } from '#lib/text/traditional-and-simplified.ts';
import { findMatches, foldForSearch, matchesByLine, matchNear, stepMatch } from './find-matches.ts';

function lines(...texts: string[]): Segment[] {
  return texts.map((text, id) => ({ id, startMs: id * 1000, endMs: id * 1000 + 900, text }));
}

describe('CON-04 searching a script', () => {
  it('finds every occurrence in order, without regard to case or width', () => {
    const script = lines('Hello hello', '你好，世界', 'ＨＥＬＬＯ again');
    expect(findMatches(script, ' hello ')).toEqual([
      { line: 0, start: 0, end: 5 },
      { line: 0, start: 6, end: 11 },
      { line: 2, start: 0, end: 5 },
    ]);
    expect(findMatches(script, '世界')).toEqual([{ line: 1, start: 3, end: 5 }]);
  });

  it('traditional and simplified characters find each other, with their places in the line as it is', () => {
    expect(findMatches(lines('這個視頻很長', '视频'), '视频', { fold: foldHan })).toEqual([
      { line: 0, start: 2, end: 4 },
      { line: 1, start: 0, end: 2 },
    ]);
  });

  it('a blank query and an absent word find nothing', () => {
    expect(findMatches(lines('a b'), '   ')).toEqual([]);
    expect(findMatches(lines('a b'), 'z')).toEqual([]);
  });

  it('a query is text, never a pattern', () => {
    expect(findMatches(lines('a.c', 'abc'), 'a.c')).toEqual([{ line: 0, start: 0, end: 3 }]);
  });

  it('marks are places in the text as shown: folding keeps the length of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(foldForSearch(text)).toHaveLength(text.length);
        for (const match of findMatches(lines(text), text.slice(1, 4))) {
          expect(foldForSearch(text.slice(match.start, match.end))).toBe(foldForSearch(text.slice(1, 4).trim()));
        }
      }),
    );
  });

  it('stops at the limit', () => {
    expect(findMatches(lines('a'.repeat(500)), 'a', { limit: 100 })).toHaveLength(100);
  });

  it('groups by line and steps round', () => {
    const matches = findMatches(lines('xx', 'y', 'x'), 'x');
    expect(
      matchesByLine(matches)
        .get(0)
        ?.map((range) => range.index),
    ).toEqual([0, 1]);
    expect(
      matchesByLine(matches)
        .get(2)
        ?.map((range) => range.index),
    ).toEqual([2]);
    expect(stepMatch(3, 2, 1)).toBe(0);
    expect(stepMatch(3, 0, -1)).toBe(2);
    expect(stepMatch(0, -1, 1)).toBe(-1);
    expect(stepMatch(3, -1, 1)).toBe(0);
    expect(matchNear(matches, 1)).toBe(2);
    expect(matchNear(matches, 9)).toBe(0);
    expect(matchNear([], 0)).toBe(-1);
  });
});
