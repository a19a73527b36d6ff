import { expect, test } from 'vitest';
import { chaptersInNotes } from './show-notes.ts';

const two = [
  { startMs: 0, title: '开场' },
  { startMs: 200_000, title: "Ann, 5'11 tall" },
];

test.each([
  "00：00 开场\n03：20 Ann, 5'11 tall",
  "00'00 开场\n03'20 Ann, 5'11 tall",
  "00′00″ 开场\n03′20″ Ann, 5'11 tall",
  "1. 00:00 开场\n2. 03:20 Ann, 5'11 tall",
  "1、00:00 开场\n2）x\n2、03:20 Ann, 5'11 tall",
  "开场 (00:00)\nAnn, 5'11 tall (03:20)",
  "开场 – 00:00\nAnn, 5'11 tall – 03:20",
  "开场（00：00）\nAnn, 5'11 tall（03：20）",
])('SUM-03 finds the chapters of show notes written %j', (notes) => {
  expect(chaptersInNotes(notes, null)).toEqual(two);
});

test.each([
  '3:20pm We met\n4:30 p.m. We left',
  '3:20 PM We met\n4:30PM We left',
  'Doors – 18:30\nShow – 20:00',
  'Call us until 12:30\nor from 13:30',
])('SUM-03 takes times of day for no chapters: %j', (notes) => {
  expect(chaptersInNotes(notes, null)).toEqual([]);
});

test('SUM-03 takes a German “Am” behind a time for a word', () => {
  expect(chaptersInNotes('0:00 Am See\n1:00 Amsterdam', null).map(({ title }) => title)).toEqual(['Am See', 'Amsterdam']);
});
