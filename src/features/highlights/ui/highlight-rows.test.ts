import { expect, test } from 'vitest';
import type { Highlight } from '../contract.ts';
import { withChange, withoutChange, withoutRow, withRow } from './highlight-rows.ts';

const row = (id: string, minute: number, comment = '') =>
  ({ id, comment, colour: 'yellow', created_at: `2026-01-01T00:0${minute}:00.000Z` }) as Highlight;
const [first, second] = [row('a', 1), row('b', 2, 'old')];

test('a refused deletion puts the row back where it was, once', () => {
  const left = withoutRow([first, second], 'a');
  expect(left).toEqual([second]);
  expect(withRow(left, first)).toEqual([first, second]);
  expect(withRow([first, second], first)).toEqual([first, second]);
});

test('a refused change is taken back, and only what it changed', () => {
  const shown = withChange([first, second], 'b', { comment: 'new' });
  const coloured = withChange(shown, 'b', { colour: 'green' });
  expect(withoutChange(coloured, second, { comment: 'new' })).toEqual([first, { ...second, colour: 'green' }]);
});

test('later changes stay when an earlier one is refused', () => {
  const shown = withChange(withChange([second], 'b', { comment: 'new' }), 'b', { comment: 'newer' });
  expect(withoutChange(shown, second, { comment: 'new' })).toEqual([{ ...second, comment: 'newer' }]);
});
