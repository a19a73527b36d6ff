import { expect, test } from 'vitest';
import { lettersAndDigits, linesOfPage } from './pdf-lines.ts';

test('SUM-05 raised digits are not glued to the number before them', () => {
  const run = (str: string, size = 11, y = 700) => ({
    str,
    transform: [size, 0, 0, size, 60, y],
    width: str.length * 5,
    hasEOL: false,
  });
  const runs = [run('From 2019'), run('12', 7, 704), run(' to 10'), run('6', 7, 704), run(' of H'), run('2', 7, 698), run('O')];
  expect(linesOfPage(runs, 1).map(({ text }) => text)).toEqual(['From 2019¹² to 10⁶ of H2O']);
});

type Place = { x?: number; y?: number; size?: number; width?: number; end?: boolean; turn?: [number, number] };

const placed = (str: string, { x = 0, y = 0, size = 10, width = str.length * 5, end = false, turn = [1, 0] }: Place = {}) => ({
  str,
  transform: [turn[0] * size, turn[1] * size, -turn[1] * size, turn[0] * size, x, y],
  width,
  hasEOL: end,
});
const textsOf = (...runs: ReturnType<typeof placed>[]) => linesOfPage(runs, 1).map(({ text }) => text);

test('SUM-05 a line of a page knows where it stands and how large most of it is', () => {
  const runs = [
    placed('One ', { x: 50, y: 700, size: 10.04 }),
    placed('two', { x: 30, y: 700, size: 12, width: 9, end: true }),
    placed(' ', { x: 0, y: 690 }),
    placed('', { end: true }),
    placed('three', { x: 5, y: 680, size: 8 }),
  ];
  expect(linesOfPage(runs, 7)).toEqual([
    { text: 'One two', left: 30, right: 70, y: 700, size: 10, page: 7 },
    { text: 'three', left: 5, right: 30, y: 680, size: 8, page: 7 },
  ]);
  expect(linesOfPage([], 1)).toEqual([]);
});

test('SUM-05 a line ends where the next text stands nine tenths of a line lower or higher', () => {
  const apart = (y: number, size = 10) => textsOf(placed('One', { y: 100 }), placed('two', { y, size }));
  expect(apart(91)).toEqual(['Onetwo']);
  expect(apart(90.9)).toEqual(['One', 'two']);
  expect(apart(109.1)).toEqual(['One', 'two']);
  expect(apart(85, 20)).toEqual(['Onetwo']);
  expect(textsOf(placed('One', { y: 100 }), placed(' ', { y: 50 }), placed('two', { y: 100 }))).toEqual(['One two']);
});

test('SUM-05 narrow gaps between Chinese characters are no spaces', () => {
  const gapped = (before: string, width: number, after: string) => textsOf(placed(before), placed(' ', { width }), placed(after));
  expect(gapped('一', 3.9, '二')).toEqual(['一二']);
  expect(gapped('一', 4, '二')).toEqual(['一 二']);
  expect(gapped('一', 1, 'b')).toEqual(['一 b']);
  expect(gapped('a', 1, '二')).toEqual(['a 二']);
  expect(textsOf(placed('一'), placed(' ', { width: 1 }))).toEqual(['一']);
});

test('SUM-05 small text above a line is raised', () => {
  const raised = (size: number, y: number) => textsOf(placed('a', { y: 100 }), placed('2', { size, y }))[0];
  expect([raised(7.9, 102.1), raised(8, 102.1), raised(7.9, 102), raised(7.9, 98)]).toEqual(['a²', 'a2', 'a2', 'a2']);
});

test.each<[title: string, turn: [number, number], at: (x: number, y: number) => Place]>([
  ['to the right', [1, 0], (x, y) => ({ x, y })],
  ['up', [0, 1], (x, y) => ({ x: -y, y: x })],
  ['left', [-1, 0], (x, y) => ({ x: -x, y: -y })],
  ['down', [0, -1], (x, y) => ({ x: y, y: -x })],
])('SUM-05 the text of a page may run %s', (_, turn, at) => {
  const runs = [
    placed('x', { turn: turn[0] === 0 ? [1, 0] : [0, 1], end: true }),
    placed('One ', { ...at(50, 700), turn }),
    placed('two', { ...at(70, 700), turn }),
    placed('three', { ...at(50, 680), turn }),
  ];
  expect(linesOfPage(runs, 1).slice(1)).toEqual([
    { text: 'One two', left: 50, right: 85, y: 700, size: 10, page: 1 },
    { text: 'three', left: 50, right: 75, y: 680, size: 10, page: 1 },
  ]);
});

test('SUM-05 letters and digits are compared without signs, widths and cases', () => {
  expect(lettersAndDigits(' Ａ-b № 3 – 第三章！')).toBe('abno3第三章');
});
