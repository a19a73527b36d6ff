import { expect, test } from 'vitest';
import { oneLine, renderSource } from './source-prompt.ts';

test('lists chapters from the whole length of a source, however many there are', () => {
  const chapters = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ startMs: at * 60_000, title: `Chapter ${at}` }));
  const listed = (count: number) => {
    const facts = { title: null, author: null, description: null, timed: true, chapters: chapters(count) };
    return renderSource(facts, []).match(/Chapter \d+$/gm) ?? [];
  };
  expect(listed(3)).toEqual(['Chapter 0', 'Chapter 1', 'Chapter 2']);
  const some = listed(1_000);
  expect(some).toHaveLength(200);
  expect(some.at(-1)).toBe('Chapter 995');
});

test('shows facts, chapters, sections and lines with their times, each on one line', () => {
  const lines = [
    { id: 3, startMs: 0, endMs: 900, text: ' One\n two ', speaker: 'Ada\u200b L' },
    { id: 4, startMs: 119_999, endMs: 120_000, text: 'b' },
    { id: 5, startMs: 120_000, endMs: 121_000, text: 'c' },
    { id: 6, startMs: 130_000, endMs: null, text: 'd' },
    { id: 7, startMs: 240_000, endMs: null, text: 'e' },
  ];
  const chapters = [0, 119_500, 500_000].map((startMs, at) => ({ startMs, title: `C${at}` }));
  const facts = { title: 'T\n1', author: 'A', description: 'D', timed: true, chapters, sections: [{ title: 'S', segmentId: 5 }] };
  const shown = (text: string) => text.replaceAll(/SOURCE-[\da-f]{12}/g, 'FENCE').split('\n');
  expect(shown(renderSource(facts, lines, [{ id: 2, startMs: 0, endMs: 0, text: 'before' }]))).toEqual([
    ...['Title: T 1', 'Author: A', 'Description: D', 'Chapters set by the author:'],
    ...['  from L3, 00:00: C0', '  from L4, 01:59: C1', '  08:20: C2', 'Sections of the document:', '  from L5: S'],
    ...['<<<FENCE', '(before) before', '== 00:00 ==', 'L3 Ada L: One two', 'L4 b', '== 02:00 ==', 'L5 c', 'L6 d'],
    ...['== 04:00 ==', 'L7 e', 'FENCE>>>'],
  ]);
  const bare = { title: null, author: null, description: null, timed: false, chapters: chapters.slice(0, 1) };
  expect(shown(renderSource(bare, lines.slice(2)))).toEqual([
    ...['Chapters set by the author:', '  00:00: C0', '<<<FENCE', 'L5 c', 'L6 d', 'L7 e', 'FENCE>>>'],
  ]);
  expect([oneLine(' a \n\u200b b ', 3), oneLine('ab😀', 3)]).toEqual(['a b', 'ab']);
});
