import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { storedRow } from './stored-row.ts';

test('a stored row is the first of what came back, and there is always one', () => {
  expect(storedRow([{ id: 1 }, { id: 2 }])).toEqual({ id: 1 });
  expect(() => storedRow([])).toThrow(new AppError('internal', { detail: 'insert returned no row' }));
});
