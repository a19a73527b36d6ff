import { describe, expect, test } from 'vitest';
import type { Chapter, Outline } from '../../domain.ts';
import { estimateTokens } from '../../llm/windows.ts';
import { applyMerges } from './assemble.ts';
import { rangesOf, underChapters } from './by-chapters.ts';
import { applyCorrections, linesFor, readCorrections } from './correct-statements.ts';
import { wantedSections } from './section-range.ts';

const chapter = (title: string, ids: number[], points: number[] = [], more: Partial<Chapter> = {}): Chapter => ({
  ...{ title, startMs: null, segmentIds: ids },
  points: points.map((id) => ({ text: `point ${id}`, segmentIds: [id] })),
  ...more,
});
const shortly = (chapters: readonly Chapter[]) =>
  chapters.map(
    ({ title, segmentIds, points, extractive }) =>
      `${title} ${segmentIds.join()}: ${points.map(({ segmentIds: ids }) => ids.join('+')).join()}${extractive ? ' extractive' : ''}`,
  );

describe('SUM-08 merged sections', () => {
  const chapters = [chapter('A', [0, 1], [1]), chapter('B', [2], [2]), chapter('C', [3], [3]), chapter('D', [4], [4])];
  const merged = (...merges: [number[], string][]) =>
    shortly(
      applyMerges(
        chapters,
        merges.map(([sections, title]) => ({ sections, title })),
      ),
    );

  test('are neighbours, in any order, and have the new title or that of the first', () => {
    expect(merged([[2, 3], 'BC'])).toEqual(['A 0,1: 1', 'BC 2,3: 2,3', 'D 4: 4']);
    expect(merged([[3, 1, 2], ''])).toEqual(['A 0,1,2,3: 1,2,3', 'D 4: 4']);
    expect(merged([[1, 2], 'AB'], [[3, 4], 'CD'])).toEqual(['AB 0,1,2: 1,2', 'CD 3,4: 3,4']);
  });

  test('are left as they are when they are no run of what there is', () => {
    const all = ['A 0,1: 1', 'B 2: 2', 'C 3: 3', 'D 4: 4'];
    for (const sections of [[1, 3], [0, 1], [4, 5], [2], [], [2, 2]])
      expect(merged([sections, 'X']), sections.join()).toEqual(all);
    expect(chapters[0]?.segmentIds).toEqual([0, 1]);
  });

  test('are all written by the model, or all not', () => {
    const mixed = [chapter('A', [0]), chapter('B', [1], [], { extractive: true }), chapter('C', [2], [], { extractive: true })];
    expect(shortly(applyMerges(mixed, [{ sections: [1, 2, 3], title: 'X' }]))).toEqual(['A 0: ', 'X 1,2:  extractive']);
  });
});

describe('SUM-08 corrections', () => {
  test('are read by their numbers, the first of each', () => {
    const read = (text: string) =>
      readCorrections(text, 12, { first: 0, last: 9 }).map((one) =>
        'drop' in one ? `${one.index} drop` : `${one.index} ${one.text} ${one.segmentIds.join()}`,
      );
    expect(
      read(
        'Here:\n1. One [L1]\n2) Two [L2-L3]\n- 3: Three [L4]\n * 4、Four 【L5】\n5. drop\n6. Remove.\n7：删除。\n8. 删去\n9. drop it\n10. No lines\n11. Far [L99]\n1. Again [L1]\n0. None [L1]\n13. Beyond [L1]\n12. [L3]',
      ),
    ).toEqual(['0 One 1', '1 Two 2,3', '2 Three 4', '3 Four 5', '4 drop', '5 drop', '6 drop', '7 drop']);
    expect(read('<think>\n1. One [L1]\n</think>\n2. Two [L2]')).toEqual(['1 Two 2']);
  });

  test('are asked for with the lines around what is cited, or around the section', () => {
    const lines = Array.from({ length: 100 }, (_, id) => ({ id, startMs: null, endMs: null, text: '' }));
    const ids = (segmentIds: number[], section: number[]) =>
      linesFor([{ statement: { text: '', segmentIds }, section }], lines).map(({ id }) => id);
    const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
    expect(ids([20, 50], [])).toEqual([...range(12, 28), ...range(42, 58)]);
    expect(ids([3, 95], [])).toEqual([...range(0, 11), ...range(87, 99)]);
    expect(ids([], range(0, 99))).toEqual(range(0, 67));
  });

  test('change or drop a statement, but never the last point of a section', () => {
    const point = (text: string, ...details: { text: string; segmentIds: number[] }[]) => ({
      ...{ text, segmentIds: [0] },
      ...(details.length > 0 ? { details } : {}),
    });
    const [cited, bare] = [
      { text: 'cited', segmentIds: [2] },
      { text: 'bare', segmentIds: [] },
    ];
    const [one, two, three] = [point('one', cited, bare), point('two', { text: 'only', segmentIds: [] }), point('three')];
    const alone = point('alone');
    const outline = {
      chapters: [
        { ...chapter('A', [0]), points: [one, two, three] },
        { ...chapter('B', [1]), points: [alone] },
      ],
    } as unknown as Outline;
    const failing = [one, two.details?.[0], three, alone].map((statement) => ({
      statement: statement as { text: string; segmentIds: number[] },
      section: [],
    }));
    applyCorrections(outline, failing, [
      { index: 0, drop: true },
      { index: 1, drop: true },
      { index: 2, text: 'changed', segmentIds: [7] },
      { index: 3, drop: true },
      { index: 9, drop: true },
    ]);
    expect(outline.chapters.map(({ points }) => points)).toEqual([
      [
        { text: 'cited', segmentIds: [2] },
        { text: 'two', segmentIds: [0] },
        { text: 'changed', segmentIds: [7] },
      ],
      [{ text: 'alone', segmentIds: [0] }],
    ]);
  });
});

describe('SUM-13 the chapters of a creator', () => {
  const ranges = [
    { start: 0, end: 3, title: 'Barn', startMs: 0 },
    { start: 3, end: 6, title: '磨坊', startMs: 3000 },
    { start: 6, end: 9, title: 'River', startMs: 6000 },
  ];

  test('take the points of their lines, and end with the last line that was written about', () => {
    const written = [
      chapter('One', [0, 1, 2, 3], [1, 4]),
      chapter('The mill', [4, 5], [5], { extractive: true }),
      chapter('Three', [6], [], { points: [{ text: 'bare', segmentIds: [] }] }),
    ];
    expect(shortly(underChapters(written, ranges, 'en', 7))).toEqual(['Barn 0,1,2: 1', 'The mill 3,4,5: 4,5', 'River 6,7: ']);
    expect(shortly(underChapters(written, ranges, 'zh', 5))).toEqual(['One 0,1,2: 1', '磨坊 3,4,5: 4,5']);
    const rest = [chapter('One', [0], [1]), chapter('Two', [5], [4], { extractive: true })];
    expect(shortly(underChapters(rest, ranges, 'en', 3))).toEqual(['Barn 0,1,2: 1', 'Two 3: 4 extractive']);
    expect(shortly(underChapters(written, [], 'en', 9))).toEqual(shortly(written));
    expect(underChapters([], ranges, 'en', 9)).toEqual([]);
  });

  test('are used in a timed source that has two or more', () => {
    const lines = Array.from({ length: 40 }, (_, id) => ({ id, startMs: id * 30_000, endMs: id * 30_000 + 29_000, text: 'rye' }));
    const marks = [
      { title: 'A', startMs: 0 },
      { title: 'B', startMs: 600_000 },
    ];
    expect(rangesOf(lines, marks, true).map(({ title, start, end }) => [title, start, end])).toEqual([
      ['A', 0, 20],
      ['B', 20, 40],
    ]);
    expect(rangesOf(lines, marks, false)).toEqual([]);
    expect(rangesOf(lines, marks.slice(0, 1), true)).toEqual([]);
  });
});

test('SUM-08 the number of sections grows with the minutes, or with the words, and by the detail', () => {
  const timed = (minutes: number, count = 20) =>
    Array.from({ length: count }, (_, id) => ({ id, startMs: 0, endMs: minutes * 60_000, text: '' }));
  const wanted = (minutes: number, detail: 'brief' | 'standard' | 'detailed') => {
    const { min, max } = wantedSections(timed(minutes), { first: 0, last: 19 }, detail);
    return `${min}-${max}`;
  };
  expect(
    ['brief', 'standard', 'detailed'].map((detail) => [1, 30, 60].map((minutes) => wanted(minutes, detail as 'brief'))),
  ).toEqual([
    ['1-3', '2-4', '4-8'],
    ['1-3', '4-8', '8-15'],
    ['1-3', '5-10', '11-19'],
  ]);
  const text = 'barns '.repeat(1000);
  expect(estimateTokens(text)).toBe(1104);
  const untimed = (count: number) =>
    wantedSections(
      Array.from({ length: count }, (_, id) => ({ id, startMs: null, endMs: null, text })),
      { first: 0, last: count - 1 },
    );
  expect([1, 2, 3, 20].map(untimed)).toEqual([
    { min: 1, max: 1 },
    { min: 1, max: 2 },
    { min: 2, max: 3 },
    { min: 14, max: 20 },
  ]);
  expect(wantedSections(timed(60, 40), { first: 10, last: 11 })).toEqual({ min: 2, max: 2 });
});
