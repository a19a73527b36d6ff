import { expect, test } from 'vitest';
import { cutBlocks } from './blocks.ts';
import { evenOut, slotNumbers, slotScores, slotsOf } from './slots.ts';
import { parseTree } from './tree.ts';

const card = (title: string): string =>
  `<li class="card"><h3 class="title"><a href="/x">${title}</a></h3><p class="buy">Add to cart</p></li>`;
const tree = cutBlocks(
  parseTree(`<body><p>Alone on the page.</p><ul>${card('Blue lamp')}${card('Red lamp')}${card('Old green lamp')}</ul></body>`),
);
const slots = slotsOf(tree);
const at = (text: string) => tree.blocks.findIndex((block) => block.text === text);
const numbers = (text: string): number[] => slotNumbers(tree.blocks[at(text)] as (typeof tree.blocks)[number], slots);

test('what stands in the same place of a repeated pattern is one slot', () => {
  expect(slots[0]?.[at('Blue lamp')]?.blocks).toEqual([1, 3, 5]);
  expect(slots[0]?.[2]?.blocks).toEqual([2, 4, 6]);
});

test('a slot tells its size, its links, how much its texts differ and how far it spreads', () => {
  const [count, words, links, distinct, spread] = numbers('Blue lamp');
  expect([count, links, distinct]).toEqual([Math.log1p(3), 1, 1]);
  expect(words).toBeCloseTo(Math.log1p(7 / 3));
  expect(spread).toBeCloseTo(4 / 7);
  expect(numbers('Add to cart').slice(2, 4)).toEqual([0, 1 / 3]);
  expect(numbers('Alone on the page.')).toEqual([0, -1, -1, -1, 0, 0, -1, -1, -1, 0]);
});

test('the scores of a slot are one, and long texts count more', () => {
  const scores = slotScores(tree, slots, [1, 0, 0.5, 0, 0.5, 1, 0.5]);
  expect(scores[at('Blue lamp')]).toEqual([0.4, 0.4]);
  expect(scores[at('Old green lamp')]).toEqual([0.4, 0.4]);
  expect(scores[2]).toEqual([0.5, 0.5]);
  expect(scores[0]).toEqual([-1, -1]);
});

test('four or more blocks in one place come to nearly one score, fewer keep theirs', () => {
  const cards = ['Blue lamp', 'Red lamp', 'Old lamp', 'Big lamp'].map(card).join('');
  const list = cutBlocks(parseTree(`<body><p>Alone on the page.</p><ul>${cards}</ul></body>`));
  const even = evenOut(list, slotsOf(list), [0.9, 0.8, 0.1, 0.8, 0.1, 0.8, 0.1, 0.2, 0.1]);
  expect(even[0]).toBe(0.9);
  expect(even[1]).toBe(even[3]);
  expect((even[1] ?? 0) - (even[7] ?? 0)).toBeLessThan(0.1);
  expect(even[7]).toBeGreaterThan(0.5);
  expect(even[2]).toBeCloseTo(0.1);
  const three = [1, 0, 0.5, 0, 0.5, 1, 0.5];
  expect(evenOut(tree, slots, three)).toEqual(three);
});
