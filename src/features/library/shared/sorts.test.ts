import { expect, test } from 'vitest';
import { newestFirst, readSort, type Sort, sorts } from './sorts.ts';

test('LIB-09 each column is sorted both ways, and a sort says which', () => {
  expect(sorts).toHaveLength(10);
  expect(sorts.map((sort) => Object.values(readSort(sort)).join('-'))).toEqual(sorts);
  expect(readSort('title-asc')).toEqual({ column: 'title', direction: 'asc' });
  expect(readSort(newestFirst)).toEqual({ column: 'updated', direction: 'desc' });
  expect(readSort('colour-up' as Sort)).toEqual({ column: 'updated', direction: 'desc' });
});
