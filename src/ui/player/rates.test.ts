import { expect, test } from 'vitest';
import { nextRate, stepRate } from './rates.ts';

test('CON-08 the speed goes up and down by steps, from one between them too, and around', () => {
  expect([0.75, 1, 1.1, 2, 3].map((rate) => stepRate(rate, 1))).toEqual([1, 1.25, 1.25, 3, 3]);
  expect([0.75, 1, 1.1, 2, 3].map((rate) => stepRate(rate, -1))).toEqual([0.75, 0.75, 1, 1.5, 2]);
  expect([0.75, 1, 1.1, 2, 3].map(nextRate)).toEqual([1, 1.25, 1.25, 3, 0.75]);
});
