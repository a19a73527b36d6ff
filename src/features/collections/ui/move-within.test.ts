import { expect, test } from 'vitest';
import { moveWithin } from './move-within.ts';

const items = ['a', 'b', 'c', 'd'].map((content_id) => ({ content_id }));
const moved = (contentId: string, before: string | null, whole = true) =>
  moveWithin(items, contentId, before, { whole })
    .map(({ content_id }) => content_id)
    .join('');

test('COL-01 an item is put before another one, or at the end', () => {
  expect(moved('d', 'a')).toBe('dabc');
  expect(moved('a', 'c')).toBe('bacd');
  expect(moved('a', null)).toBe('bcda');
  expect(moved('b', 'c')).toBe('abcd');
});

test('COL-01 what is not loaded is not guessed', () => {
  expect(moved('a', null, false)).toBe('bcd');
  expect(moved('x', 'a')).toBe('abcd');
  expect(moved('a', 'x')).toBe('abcd');
});
