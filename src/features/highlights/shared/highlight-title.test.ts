import { expect, test } from 'vitest';
import { highlightTitle } from './highlight-title.ts';

test('OUT-07 titles are the first 50 characters', () => {
  expect(highlightTitle('a'.repeat(50))).toBe('a'.repeat(50));
  expect(highlightTitle(' one\n two ')).toBe('one two');
  expect(highlightTitle(`${'粮'.repeat(49)}👩‍🌾👩‍🌾`)).toBe(`${'粮'.repeat(49)}👩‍🌾…`);
});
