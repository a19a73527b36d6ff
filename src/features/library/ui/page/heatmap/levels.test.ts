import { expect, test } from 'vitest';
import { levelOf } from './levels.ts';

test('LIB-14 a day has one of five levels', () => {
  expect([0, 1, 2, 3, 5, 6, 10, 11, 400].map(levelOf)).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4]);
});
