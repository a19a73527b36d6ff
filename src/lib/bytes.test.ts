import { expect, test } from 'vitest';
import { megabytesOf, sizeText } from './bytes.ts';

test.each([
  [0, 0, '0 MB'],
  [1024 ** 2, 1, '1 MB'],
  [1.26 * 1024 ** 2, 1.3, '1.3 MB'],
  [1023.9 * 1024 ** 2, 1023.9, '1023.9 MB'],
  [1024 ** 3, 1024, '1 GB'],
  [2.55 * 1024 ** 3, 2611.2, '2.6 GB'],
])('%i bytes are %d MB, said as %s', (bytes, megabytes, text) => {
  expect(megabytesOf(bytes)).toBe(megabytes);
  expect(sizeText(bytes)).toBe(text);
});
