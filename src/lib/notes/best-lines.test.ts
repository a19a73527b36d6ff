import { expect, test } from 'vitest';
import { bestLinesOf } from './best-lines.ts';

const chapter = (name: string, at: number, points: number) =>
  [
    `## ${name} [0:0${at}](#t=${at})`,
    ...Array.from({ length: points }, (_, n) => `- ${name}, point ${n} [x](#t=${at + n + 1})`),
  ].join('\n');

test('EXP-01 the lines of a long note come from all over it, one of each of four chapters, in their order', () => {
  const note = ['# Title', '> Lead', ...Array.from({ length: 8 }, (_, n) => chapter(`C${n}`, n * 100, 3))].join('\n\n');
  expect(bestLinesOf(note)).toEqual([
    { text: 'C0, point 0', anchor: { kind: 'time', ms: 1000 } },
    { text: 'C2, point 0', anchor: { kind: 'time', ms: 201_000 } },
    { text: 'C4, point 0', anchor: { kind: 'time', ms: 401_000 } },
    { text: 'C6, point 0', anchor: { kind: 'time', ms: 601_000 } },
  ]);
});

test('EXP-01 of few chapters more than one line each; details, lines without a place and unverified ones are passed over', () => {
  const note = `# Title

## One [¶1](#p0)
- Without a place
- First [¶2](#p1)
  - Its detail [¶3](#p2)
- Doubtful [¶4](#p3) [?](#unverified)
- Second [p.7](#p4)

## Two [¶9](#p8)
- Third [¶10](#p9)

#tag`;
  expect(bestLinesOf(note)).toEqual([
    { text: 'First', anchor: { kind: 'paragraph', id: 1 } },
    { text: 'Second', anchor: { kind: 'paragraph', id: 4 }, page: 7 },
    { text: 'Third', anchor: { kind: 'paragraph', id: 9 } },
  ]);
});

test('EXP-01 of headings alone their headings; of a note that leads nowhere nothing', () => {
  expect(bestLinesOf('# T\n\n## A [0:01](#t=1)\n\n## B [0:02](#t=2)').map(({ text }) => text)).toEqual(['A', 'B']);
  expect(bestLinesOf('Just words\n\n- and a point')).toEqual([]);
  expect(bestLinesOf('')).toEqual([]);
});

test('EXP-01 four lines of one chapter, of two chapters and of five', () => {
  const lines = (...points: number[]) =>
    bestLinesOf(points.map((count, at) => chapter(`C${at}`, at * 100, count)).join('\n\n')).map(({ text }) =>
      text.replace(/C(\d), point (\d)/, '$1.$2'),
    );
  expect(lines(6, 1)).toEqual(['0.0', '0.1', '0.2', '1.0']);
  expect(lines(3, 3)).toEqual(['0.0', '0.1', '1.0', '1.1']);
  expect(lines(1, 1, 1, 1, 1)).toEqual(['0.0', '2.0', '3.0', '4.0']);
  expect(lines(2, 0, 2)).toEqual(['0.0', '0.1', '2.0', '2.1']);
  // A single heading with an anchor counts as a chapter; one without is the note's title.
  expect(bestLinesOf(chapter('C', 1, 6)).map(({ text }) => text)).toEqual([0, 1, 2, 3].map((n) => `C, point ${n}`));
  const points = Array.from({ length: 6 }, (_, n) => `- P${n} [x](#t=${n + 1})`).join('\n');
  expect(bestLinesOf(`# T\n\n${points}`).map(({ text }) => text)).toEqual(['P0', 'P2', 'P3', 'P5']);
});
