import { expect, test } from 'vitest';
import { afterToggle, chosenOf } from './use-selection.ts';

const listed = ['a', 'b', 'c', 'd', 'e'];
const toggled = (chosen: string[], id: string, anchor: string | null) =>
  [...afterToggle(new Set(chosen), { listed, id, anchor })].sort();

test('a press chooses a row, and another one leaves it', () => {
  expect(toggled([], 'b', null)).toEqual(['b']);
  expect(toggled(['b', 'd'], 'b', null)).toEqual(['d']);
});

test('a stretch follows the row at its end, in either direction', () => {
  expect(toggled(['b'], 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(toggled(['d'], 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(toggled(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['a']);
});

test('a row before that is gone from the list is no beginning of a stretch', () => {
  expect(toggled(['x'], 'c', 'x')).toEqual(['c', 'x']);
});

test('everything that matches is chosen beyond what was read, less what was taken away, with what came since', () => {
  const chosen = new Set(['a', 'c', 'x', 'new']);
  expect(chosenOf(chosen, listed, null)).toEqual(['a', 'c']);
  expect(chosenOf(chosen, ['new', ...listed], ['a', 'b', 'c', 'x'])).toEqual(['new', 'a', 'c', 'x']);
});
