import { expect, test } from 'vitest';
import { afterToggle, allOf, chosenOf, everyOf, everythingOf, withoutIds } from './use-selection.ts';

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

test('LIB-15 all is everything again where everything was chosen before one was taken away, otherwise what was read', () => {
  const less = { ...everythingOf(['a', 'b', 'x'], 'this'), ids: new Set(['b', 'x']) };
  expect([...allOf(less, ['new', 'a', 'b'], 'this').ids].sort()).toEqual(['a', 'b', 'new', 'x']);
  expect([...allOf(less, ['new', 'a', 'b'], 'another').ids].sort()).toEqual(['a', 'b', 'new']);
});

test('everything of a list that was left meanwhile is not everything of the next one', () => {
  const late = everythingOf(['a', 'x'], 'old filters');
  expect([everyOf(late, 'new filters'), everyOf(late, 'old filters')]).toEqual([null, ['a', 'x']]);
  expect(chosenOf(late.ids, listed, everyOf(late, 'new filters'))).toEqual(['a']);
});

test('what is deleted is no longer chosen, and everything else still is', () => {
  const left = withoutIds(everythingOf([...listed, 'x', 'y'], ''), ['b', 'x']);
  expect([...left.ids]).toEqual(['a', 'c', 'd', 'e', 'y']);
  expect(chosenOf(left.ids, ['a', 'c', 'd', 'e'], everyOf(left, ''))).toEqual(['a', 'c', 'd', 'e', 'y']);
  expect(everyOf(left, '')?.every((id) => left.ids.has(id))).toBe(true);
});
