import { expect, test } from 'vitest';
import { hasLoneAccents } from './lone-accents.ts';

test.each<[text: string, isLatin: boolean]>([
  ['ab', false],
  ['caf\xe9', true],
  ['\xc0a', true],
  ['z\xc0', true],
  ['Z\xc0', true],
  ['\xe9', false],
  ['a \xe9 b', false],
  // The neighbours of the letters in the table are none.
  ['[\xc0', false],
  ['`\xc0', false],
  ['{\xc0', false],
  ['@\xc0', false],
  ['\xe9t\xe9', true],
  // Two accents side by side tell nothing.
  ['Gr\xfc\xdfe', false],
  ['Gr\xfc\xdfe, caf\xe9', true],
  ['a\xfc\xdf\xe9b caf\xe9', false],
  ['\x93caf\xe9\x94', true],
  ['caf\xe9\x85', true],
  ['\x85 \x91 \x97', false],
  ['\x90 caf\xe9', false],
  ['\xa1Hola', false],
  ['\xa1Se\xf1or!', true],
  ['\xab caf\xe9 \xbb\xa0', false],
  ['\xabcaf\xe9 \xbb', true],
  ['\xa4 caf\xe9', false],
  [`\xa4 ${'\xe9a '.repeat(9)}`, false],
  [`\xa4 ${'\xe9a '.repeat(10)}`, true],
  ['\xcf\xf0\xe8\xe2\xe5\xf2', false],
])('the bytes of %j are of a Latin alphabet: %s', (text, isLatin) => {
  expect(hasLoneAccents(Uint8Array.from(Buffer.from(text, 'latin1')))).toBe(isLatin);
});
