import { expect, test } from 'vitest';
import { columnsFor, evenCardPx, tallCardPx } from './card-sizes.ts';

test('LIB-02 columns of the masonry are 300 wide at least, 16 apart, and fill the list', () => {
  expect(columnsFor('tall', 1264)).toEqual({ columns: 4, cardPx: 304 });
  expect(columnsFor('tall', 1247)).toEqual({ columns: 3, cardPx: 405 });
  expect(columnsFor('tall', 358)).toEqual({ columns: 1, cardPx: 358 });
});

test('LIB-02 two even cards stand beside each other on a phone', () => {
  expect(columnsFor('even', 358)).toEqual({ columns: 2, cardPx: 171 });
});

test('LIB-02 a wide list has wider even cards, and a narrow one still a card', () => {
  expect([columnsFor('even', 599).columns, columnsFor('even', 600).columns]).toEqual([3, 2]);
  expect([columnsFor('even', 10), columnsFor('tall', 0)]).toEqual([
    { columns: 1, cardPx: 10 },
    { columns: 1, cardPx: 0 },
  ]);
});

test('a card is as high as its picture and its words', () => {
  expect([evenCardPx(171), tallCardPx(304, true), tallCardPx(304, false)]).toEqual([192, 361, 240]);
});
