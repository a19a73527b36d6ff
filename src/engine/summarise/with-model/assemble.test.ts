import { expect, test } from 'vitest';
import type { DraftSection } from '../../llm/line-protocol.ts';
import { toChapters } from './assemble.ts';

const segments = Array.from({ length: 12 }, (_, id) => ({ id, startMs: id * 1000, endMs: id * 1000 + 900, text: `line ${id}` }));
const section = (title: string, first: number | null, ...points: number[]): DraftSection =>
  ({
    title,
    segmentIds: first === null ? [] : [first],
    points: points.map((id) => ({ text: `point ${id}`, segmentIds: [id], details: [] })),
  }) as unknown as DraftSection;
const chaptersOf = (sections: DraftSection[], range = { first: 0, last: 11 }) =>
  toChapters(sections, segments, range).map(({ title, startMs, segmentIds, points }) => [
    title,
    startMs,
    segmentIds[0],
    segmentIds.at(-1),
    points.length,
  ]);

test('SUM-08 chapters cover their range without gaps, in the order of their lines', () => {
  const sections = [section('third', 9, 10), section('first', 2, 2, 3), section('second', 5, 6)];
  expect(chaptersOf(sections)).toEqual([
    ['first', 0, 0, 4, 2],
    ['second', 5000, 5, 8, 1],
    ['third', 9000, 9, 11, 1],
  ]);
  expect(chaptersOf(sections, { first: 1, last: 10 }).map((chapter) => chapter.slice(2, 4))).toEqual([
    [1, 4],
    [5, 8],
    [9, 10],
  ]);
});

test('SUM-08 a section without a line of its own begins at its first reference, or is left out', () => {
  expect(chaptersOf([section('a', 0, 1), section('b', null, 7, 6), section('c', null)])).toEqual([
    ['a', 0, 0, 5, 1],
    ['b', 6000, 6, 11, 2],
  ]);
});

test('SUM-08 sections with one beginning become one chapter', () => {
  expect(chaptersOf([section('a', 0, 1), section('b', 4, 4), section('c', 4, 5, 6), section('d', 8)])).toEqual([
    ['a', 0, 0, 3, 1],
    ['b', 4000, 4, 7, 3],
    ['d', 8000, 8, 11, 0],
  ]);
});

test('SUM-08 a point without a reference has that of its first detail with one', () => {
  const detail = (text: string, ...segmentIds: number[]) => ({ text, segmentIds });
  const points = [
    { text: 'of its details', segmentIds: [], details: [detail('none'), detail('first', 3, 4), detail('second', 5)] },
    { text: 'its own', segmentIds: [6], details: [detail('other', 7)] },
    { text: 'bare', segmentIds: [], details: [] },
  ];
  const [chapter] = toChapters([{ title: 'a', segmentIds: [0], points }], segments, { first: 0, last: 11 });
  expect(chapter?.points.map(({ segmentIds, details }) => [segmentIds, details?.length])).toEqual([
    [[3, 4], 3],
    [[6], 1],
    [[], undefined],
  ]);
});
