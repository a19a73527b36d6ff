import { expect, test } from 'vitest';
import { columnsFor } from './card-sizes.ts';

test('LIB-02 columns of the masonry are 300 wide at least, 16 apart, and fill the list', () => {
  expect(columnsFor('tall', 1264)).toEqual({ columns: 4, cardPx: 304 });
  expect(columnsFor('tall', 1247)).toEqual({ columns: 3, cardPx: 405 });
  expect(columnsFor('tall', 358)).toEqual({ columns: 1, cardPx: 358 });
});

test('LIB-02 two even cards stand beside each other on a phone', () => {
  expect(columnsFor('even', 358)).toEqual({ columns: 2, cardPx: 171 });
});
