import { expect, test } from 'vitest';
import { hasTag } from './etag.ts';

test.each([
  [undefined, false],
  ['', false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a", "c"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['"x,y", "a"', true],
  ['"ab"', false],
  ['"b", "', false],
])('%j has the tag: %j', (header, expected) => {
  expect(hasTag(header, '"a"')).toBe(expected);
  expect(hasTag(header, 'W/"a"')).toBe(expected);
});
