import { expect, test } from 'vitest';
import { anchorLine, baselineY, branchHue, descendantCount, textX, togglePoint } from './geometry.ts';
import { levelStyle, type PlacedNode } from './layout.ts';

const node = (values: Partial<PlacedNode>) =>
  ({ x: 100, y: 40, width: 60, height: 30, depth: 2, lines: ['a', 'b'], anchorOwnLine: false, ...values }) as PlacedNode;

test('CON-03 sections have hues of their own, far from their neighbours', () => {
  expect([0, 1, 2, 3].map(branchHue)).toEqual([75, 213, 350, 128]);
});

test('CON-03 text stands inside of its node, each line below the one before', () => {
  const { padX, padY, lineHeight, fontSize } = levelStyle(2);
  expect(textX(node({}))).toBe(100 + padX);
  const first = baselineY(node({}), 0);
  expect(first).toBe(40 + padY + lineHeight / 2 + fontSize * 0.36);
  expect(baselineY(node({}), 2)).toBeCloseTo(first + 2 * lineHeight, 9);
  expect([levelStyle(9), levelStyle(0).fontSize]).toEqual([levelStyle(3), 17]);
});

test('CON-03 a place stands in the last line, or in one of its own below', () => {
  expect([anchorLine(node({})), anchorLine(node({ anchorOwnLine: true })), anchorLine(node({ lines: ['a'] }))]).toEqual([
    1, 2, 0,
  ]);
});

test('CON-03 the toggle stands behind the middle of its node and counts all that it hides', () => {
  expect(togglePoint(node({}))).toEqual({ x: 171, y: 55 });
  const leaf = { children: [] };
  expect(descendantCount(leaf)).toBe(0);
  expect(descendantCount({ children: [leaf, { children: [leaf, leaf, { children: [leaf] }] }] })).toBe(6);
});
