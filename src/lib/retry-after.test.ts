import { expect, test } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

test.each([
  ['120', 120_000],
  [' 1.5 ', 1_500],
  ['0', 0],
  ['Sat, 21 Nov 2026 12:00:10 GMT', 10_000],
  ['Sat, 21 Nov 2026 11:00:00 GMT', null],
  ['soon', null],
  ['', null],
  [null, null],
  [undefined, null],
])('reads the pause that Retry-After %s asks for', (value, expected) => {
  expect(retryAfterMs(value, Date.parse('2026-11-21T12:00:00Z'))).toBe(expected);
});
