import { expect, test } from 'vitest';
import { linesOfPage } from './pdf-lines.ts';

test('SUM-05 raised digits are not glued to the number before them', () => {
  const run = (str: string, size = 11, y = 700) => ({
    str,
    transform: [size, 0, 0, size, 60, y],
    width: str.length * 5,
    hasEOL: false,
  });
  const runs = [run('From 2019'), run('12', 7, 704), run(' to 10'), run('6', 7, 704), run(' of H'), run('2', 7, 698), run('O')];
  expect(linesOfPage(runs, 1).map(({ text }) => text)).toEqual(['From 2019¹² to 10⁶ of H2O']);
});
