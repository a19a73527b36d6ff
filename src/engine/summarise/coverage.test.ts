import { expect, test } from 'vitest';
import type { Segment } from '../domain.ts';
import { coverageOfText, measureCoverage } from './coverage.ts';

const segments: Segment[] = Array.from({ length: 10 }, (_, id) => ({
  id,
  startMs: id * 10_000 + 0.4,
  endMs: id * 10_000 + 10_000,
  text: `line ${id}`,
}));
const outline = {
  abstract: [{ text: 'all', segmentIds: [8] }],
  chapters: [
    {
      title: 'One',
      startMs: 0,
      segmentIds: [0, 1, 2, 3, 4],
      points: [
        { text: 'a', segmentIds: [1, 2], details: [{ text: 'b', segmentIds: [4] }] },
        { text: 'c', segmentIds: [3], details: [] },
      ],
    },
  ],
};
const written =
  '> all [01:20](#t=80.001)\n\n## One [00:00](#t=0.001)\n\n- a [00:10](#t=10.001)\n  - b [00:40](#t=40.001)\n- c [00:30](#t=30.001)';
const of = (markdown: string) => coverageOfText(markdown, outline, segments, 100_000);

test('SUM-10 a generated note has the coverage of its outline', () => {
  expect(of(written)).toEqual(measureCoverage(outline, segments, 100_000));
  expect(of(written).share).toBeCloseTo(0.45);
});

test('SUM-10 removing a point removes its coverage, and an added one covers its lines', () => {
  expect(of(written.replace(/\n- c.*/, '')).slices.slice(15, 20)).toEqual([0.5, 0.5, 0.5, 0.5, 0.5]);
  const added = of(`${written}\n- mine [01:35](#t=95)`);
  expect(added.slices.slice(45)).toEqual([1, 1, 1, 1, 1]);
  expect(of('all gone')).toMatchObject({ share: 0 });
  expect(of('[x](#t=99999) [y](#p3) [z](#unverified)').share).toBeCloseTo(0.2);
});

test('SUM-10 paragraphs of a page are found by their numbers', () => {
  const paragraphs: Segment[] = Array.from({ length: 4 }, (_, id) => ({ id, startMs: null, endMs: null, text: 'x'.repeat(100) }));
  const covered = coverageOfText('- a [¶2](#p1) [¶9](#p8)', null, paragraphs, null);
  expect(covered.share).toBeGreaterThan(0.2);
  expect(covered.share).toBeLessThan(0.3);
});

test('SUM-10 of fifty slices those of a cited line count whole, and those of its section half', () => {
  const times: [number, number | null][] = [
    [0, 2000],
    [2000, 3000],
    [3000, null],
    [9000, 10_000],
  ];
  const lines: Segment[] = times.map(([startMs, endMs], id) => ({ id, startMs, endMs, text: '' }));
  const { segmentIds, points } = {
    segmentIds: [0, 1],
    points: [{ text: '', segmentIds: [1], details: [{ text: '', segmentIds: [3] }] }],
  };
  const cites = { abstract: [], chapters: [{ title: '', startMs: 0, segmentIds, points }] };
  const shown = (durationMs: number | null) => {
    const { share, slices } = measureCoverage(cites, lines, durationMs);
    return [share, slices.map((value) => (value === 0.5 ? 'h' : value)).join('')];
  };
  expect(shown(20_000)).toEqual([0.17, `hhhhh111${'0'.repeat(14)}111${'0'.repeat(25)}`]);
  // Without a length, or with one that is too short, the last line ends the source.
  for (const durationMs of [null, 5000]) expect(shown(durationMs)).toEqual([0.3, `${'h'.repeat(10)}11111${'0'.repeat(30)}11111`]);
  expect(measureCoverage(cites, [], null)).toEqual({ share: 0, slices: [] });
  const untimed: Segment[] = ['', 'x'.repeat(98), 'x'].map((text, id) => ({ id, startMs: null, endMs: null, text }));
  const third = { abstract: [], chapters: [{ title: '', startMs: null, segmentIds: [2, 9], points: [] }] };
  expect(measureCoverage(third, untimed, 99_999).slices.indexOf(0.5)).toBe(49);
});
