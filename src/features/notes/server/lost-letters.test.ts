import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lostLetters } from './lost-letters.ts';

test('lostLetters counts missing words, not moved or added ones', () => {
  expect(lostLetters('one two three', 'three, and one, and two')).toBe(0);
  expect(lostLetters('one two three', 'one 2 three')).toBe(3);
  expect(lostLetters('one one one', 'one')).toBe(6);
  expect(lostLetters('麦子收完了', '麦子完了')).toBe(3);
  expect(lostLetters('a whole page of words', '')).toBe(17);
});

test.each([
  ['wheat', 'wheXat', 0],
  ['wheat', 'weat', 1],
  ['wheat mill', 'whe mill', 2],
  ['mill', 'sawmill', 0],
  ['sawmill', 'mill', 3],
  ['xay', 'xby', 1],
  ['aa', 'a', 1],
  ['a', 'aa', 0],
  ['abab', 'ab', 2],
  ['12 sacks', 'sacks', 2],
  ['- [ ] . ?!', '', 0],
  ['', 'words', 0],
])('lostLetters of %j become %j is %i', (before, after, lost) => {
  expect(lostLetters(before, after)).toBe(lost);
});

test('lostLetters is 0 for typing and everything for deleting all', () => {
  const text = fc
    .array(fc.constantFrom('wheat', 'mill', '麦', '。', '\n', '- '), { maxLength: 30 })
    .map((parts) => parts.join(' '));
  fc.assert(
    fc.property(text, text, text, (start, middle, end) => {
      expect(lostLetters(`${start} ${end}`, `${start} ${middle} ${end}`)).toBe(0);
      expect(lostLetters(`${start} ${middle} ${end}`, `${start} ${end}`)).toBe(lostLetters(middle, ''));
    }),
  );
});
