import { expect, test } from 'vitest';
import { cutBlocks } from './blocks.ts';
import { secondFeatures } from './second-features.ts';
import { slotsOf } from './slots.ts';
import { parseTree } from './tree.ts';

const line = (name: string): string => `<p>The ${name} line of ten words stands on this small page.</p>`;
const tree = cutBlocks(
  parseTree(
    `<body><div id="a">${line('first')}${line('second')}</div><div id="b">${line('third')}${line('fourth')}${line('fifth')}</div><div id="c">${line('last')}</div></body>`,
  ),
);
const scores = [0, 0.25, 1, 0.75, 1, 0.25];
const rows = scores.map((_, i) => Float64Array.of(100 + i));
const slots = slotsOf(tree);
const second = secondFeatures(tree, { rows, headings: [-1, -1, 2, 2, 2, -1], slots }, scores);
/** The numbers that follow the row of the first pass. */
const numbers = (block: number, from: number, to: number): number[] => [...(second[block]?.slice(1 + from, 1 + to) ?? [])];
const rounded = (values: readonly number[]): number[] => values.map((value) => Math.round(value * 1000) / 1000);

test('a row begins with that of the first look, and all are of one length', () => {
  expect(second.map((row) => row[0])).toEqual([100, 101, 102, 103, 104, 105]);
  expect(new Set(second.map((row) => row.length)).size).toBe(1);
});

test('a block sees its own score and those of three neighbours to each side', () => {
  expect(numbers(3, 0, 7)).toEqual([0.75, 1, 1, 0.25, 0.25, 0, 0]);
  expect(numbers(0, 0, 7)).toEqual([0, 0, 0.25, 0, 1, 0, 0.75]);
});

test('a block sees the mean scores around, before and after it', () => {
  expect(rounded(numbers(2, 7, 10))).toEqual([0.542, 0.125, 0.667]);
});

test('a block sees the mean scores of the elements around it and of similar siblings', () => {
  expect(rounded(numbers(1, 12, 15))).toEqual([0.25, 0.125, 0.542]);
  expect(rounded(numbers(4, 18, 20))).toEqual([0.917, 1.386]);
});

test('and of its section', () => {
  expect(rounded(numbers(3, 20, 22))).toEqual([0.917, -1]);
  expect(rounded(numbers(2, 20, 22))).toEqual([0.917, 0.875]);
});

test('and how much of the expected text lies before it, and how far it is from the body', () => {
  expect(rounded(numbers(2, 22, 24))).toEqual([0.077, 0.385]);
  const signedLog = (distance: number): number => Math.sign(distance) * Math.log1p(Math.abs(distance));
  const distances = [0, 1, 2, 4, 5].map((block) => rounded(numbers(block, 24, 26)));
  expect(distances).toEqual([-2, -1, 0, 0, 1].map((distance) => rounded([signedLog(distance), signedLog(distance)])));
});

test('and the mean of the blocks in its place', () => {
  expect(rounded(numbers(0, 31, 33))).toEqual([0.542, 0.542]);
});

test('of two elements that hold the same the inner one is the body', () => {
  const nested = cutBlocks(parseTree(`<body><div><div>${line('only')}</div></div></body>`));
  const [row] = secondFeatures(nested, { rows: [new Float64Array(0)], headings: [-1], slots: slotsOf(nested) }, [1]);
  expect([...(row?.slice(29, 31) ?? [])]).toEqual([0, 0]);
});

test('a page without text of its own has numbers too', () => {
  const empty = secondFeatures(
    tree,
    { rows, headings: scores.map(() => -1), slots },
    scores.map(() => 0),
  );
  expect(empty.flatMap((row) => [...row]).every(Number.isFinite)).toBe(true);
});
