import { expect, test } from 'vitest';
import { isSameName, plainName } from './same-name.ts';

test.each<[a: string, b: string, expected: boolean]>([
  ['The Kiln', 'the kiln!', true],
  ['ＴＨＥ—Kiln', 'The Kiln', true],
  ['Kiln & Clay', 'Kiln & Clay 12', true],
  ['abcdef', 'abcdefghij', true],
  ['abcdef', 'abcdefghijk', false],
  ['abcdef', 'ghabcdefij', true],
  ['abcde', 'abcdef', false],
  ['abcdefg', 'abcdexfgh', false],
  ['!', '?', false],
  ['', 'The Kiln', false],
  ['The Kiln', '…', false],
])('SUM-03 takes %j and %j for one name: %s', (a, b, expected) => {
  expect([isSameName(a, b), isSameName(b, a)]).toEqual([expected, expected]);
});

test('SUM-03 reads names without signs, cases and widths', () => {
  expect(plainName(' Ｋiln № 12 – 第三期！')).toBe('kilnno12第三期');
});
