import { describe, expect, it } from 'vitest';
import type { Segment, SourceChapter } from '../../../domain.ts';
import { creatorChapters } from './chapters.ts';

const segments = Array.from(
  { length: 6 },
  (_, id): Segment => ({ id, startMs: id * 10_000, endMs: id * 10_000 + 9000, text: `line ${id}` }),
);
const chapter = (title: string, startMs: number): SourceChapter => ({ title, startMs });
const rangesOf = (...chapters: SourceChapter[]) =>
  creatorChapters(segments, chapters).map(({ start, end, title, startMs }) => [start, end, title, startMs]);

describe('SUM-14 chapters of the creator', () => {
  it('are sorted, without those that have no name, and cover all segments', () => {
    expect(rangesOf(chapter(' Ash ', 40_000), chapter(' \n', 20_000), chapter('Wood', 10_000), chapter('Fire', 30_000))).toEqual([
      [0, 3, 'Wood', 10_000],
      [3, 4, 'Fire', 30_000],
      [4, 6, 'Ash', 40_000],
    ]);
  });

  it('are none unless two have names', () => {
    expect(rangesOf()).toEqual([]);
    expect(rangesOf(chapter('Wood', 0))).toEqual([]);
    expect(rangesOf(chapter('Wood', 0), chapter('  ', 20_000))).toEqual([]);
    expect(rangesOf(chapter('Wood', 0), chapter('Fire', 20_000))).toHaveLength(2);
  });

  it('begin at a line that starts up to half a second before', () => {
    expect(rangesOf(chapter('Wood', 0), chapter('Fire', 20_500), chapter('Ash', 30_501))).toEqual([
      [0, 2, 'Wood', 0],
      [2, 4, 'Fire', 20_500],
      [4, 6, 'Ash', 30_501],
    ]);
  });

  it('give way to the next one when no line is theirs', () => {
    expect(rangesOf(chapter('Wood', 0), chapter('Fire', 21_000), chapter('Smoke', 22_000), chapter('Past', 60_000))).toEqual([
      [0, 3, 'Wood', 0],
      [3, 6, 'Smoke', 22_000],
    ]);
    expect(rangesOf(chapter('Wood', 0), chapter('Fire', 400))).toEqual([[0, 6, 'Fire', 400]]);
  });
});
