import { expect, test } from 'vitest';
import { estimateTokens } from '../llm/windows.ts';
import { planParts, windowsOfParts } from './plan-parts.ts';
import type { TalkChapter } from './talk-article.ts';
import { voiceOf } from './voice.ts';

/** Lines of a hundred tokens each. */
const lines = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    ...{ id, startMs: id * 1000, endMs: id * 1000 + 900 },
    text: Array.from({ length: 88 }, () => 'barns').join(' '),
  }));
const chapter = (title: string | null, ...firsts: number[]): TalkChapter => ({
  ...{ title, startMs: 0 },
  paragraphs: firsts.map((first) => ({ first, last: first, startMs: 0, endMs: 0, speaker: null, text: '' })),
});
const planned = (chapters: readonly TalkChapter[], count: number, contextTokens = 100_000) =>
  planParts(chapters, lines(count), contextTokens).map(({ title, first, last }) => `${title ?? ''} ${first}-${last}`.trim());

test('CON-05 a chapter is one part up to 3,250 tokens, and else even parts that begin with a paragraph', () => {
  expect(estimateTokens(lines(1)[0]?.text ?? '')).toBe(100);
  expect(planned([chapter('A', 0, 10, 20, 30)], 32)).toEqual(['A 0-31']);
  expect(planned([chapter('A', 0, 10, 20, 30)], 33)).toEqual(['A 0-19', '20-32']);
  expect(planned([chapter('A', 0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55)], 60)).toEqual(['A 0-19', '20-39', '40-59']);
  // A last part of less than a third of the others is not made.
  expect(planned([chapter('A', 0, 20, 29)], 35)).toEqual(['A 0-19', '20-34']);
  expect(planned([chapter('A', 0, 29)], 34)).toEqual(['A 0-33']);
  expect(planned([chapter('A', 0, 28)], 34)).toEqual(['A 0-27', '28-33']);
});

test('CON-05 a smaller model has smaller parts, of 200 tokens at least', () => {
  expect(planned([chapter('A', 0, 5, 10, 15)], 20, 8_000)).toEqual(['A 0-9', '10-19']);
  expect(planned([chapter('A', 0, 1, 2, 3, 4, 5)], 6, 100)).toEqual(['A 0-1', '2-3', '4-5']);
});

test('CON-05 the parts of a talk cover all lines, and chapters with one beginning are one part', () => {
  expect(planned([chapter('A', 0, 5), chapter('B', 12), chapter('C', 12), chapter('D', 40)], 60)).toEqual([
    'A 0-11',
    'B 12-39',
    'D 40-59',
  ]);
  expect(planned([chapter(null, 3), chapter('B', 3), chapter('C', 9)], 12)).toEqual(['0-2', 'B 3-8', 'C 9-11']);
  expect(planned([chapter(null, 0), chapter('B', 0), chapter('C', 9)], 12)).toEqual(['B 0-8', 'C 9-11']);
  expect(planned([], 3)).toEqual(['0-2']);
  expect(planned([], 0)).toEqual([]);
});

test('CON-05 a request shows the whole of a short talk, and else the lines of up to six parts', () => {
  const windows = (count: number, size: number, contextTokens: number) => {
    const parts = Array.from({ length: count }, (_, at) => ({ title: null, first: at * size, last: at * size + size - 1 }));
    return windowsOfParts(parts, lines(count * size), contextTokens).map(({ first, last }) => `${first}-${last}`);
  };
  expect(windows(8, 1, 100_000)).toEqual(new Array(8).fill('0-7'));
  expect(windows(9, 1, 100_000)).toEqual([...new Array(6).fill('0-5'), ...new Array(3).fill('6-8')]);
  // Two fifths of the context.
  expect(windows(4, 2, 2_000)).toEqual(new Array(4).fill('0-7'));
  expect(windows(4, 2, 1_999)).toEqual(['0-5', '0-5', '0-5', '6-7']);
  expect(windows(4, 2, 1_000)).toEqual(['0-3', '0-3', '4-7', '4-7']);
  expect(windows(4, 2, 999)).toEqual(['0-1', '2-3', '4-5', '6-7']);
  expect(windows(3, 50, 200_000)).toEqual(new Array(3).fill('0-149'));
  expect(windows(3, 51, 200_000)).toEqual(['0-101', '0-101', '102-152']);
});

test('CON-05 a stretch has the voice of who says most, and is mixed when others say much and a fifth of it', () => {
  const voice = (...said: [speaker: string | null, length: number][]) => {
    const segments = said.map(([speaker, length], id) => ({
      ...{ id, startMs: 0, endMs: 1, text: 'x'.repeat(length) },
      ...(speaker === null ? {} : { speaker }),
    }));
    const { speaker, mixed } = voiceOf(segments, 0, segments.length - 1);
    return `${speaker}${mixed ? ' mixed' : ''}`;
  };
  expect(voice(['A', 160], ['B', 40])).toBe('A');
  expect(voice(['A', 163], ['B', 41])).toBe('A mixed');
  expect(voice(['A', 164], ['B', 41])).toBe('A');
  expect(voice(['B', 30], ['A', 100], ['B', 30])).toBe('A mixed');
  expect(voice(['A', 30], ['B', 30])).toBe('A');
  expect(voice([null, 9], ['B', 8])).toBe('null');
  expect(voice()).toBe('null');
});
