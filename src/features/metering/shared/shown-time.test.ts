import { expect, test } from 'vitest';
import { isSoonOut, minutesOf, savedShare } from './shown-time.ts';

test.each([
  [0, 0],
  [29, 0],
  [30, 1],
  [3599, 60],
])('ACC-03 %s seconds are shown as %s minutes', (seconds, minutes) => {
  expect(minutesOf(seconds)).toBe(minutes);
});

test.each([
  [null, false],
  [0, true],
  [3599, true],
  [3600, false],
])('ACC-03 a rest of %s seconds is shown in the shell: %s', (seconds, shown) => {
  expect(isSoonOut(seconds)).toBe(shown);
});

test.each([
  [0, 0, null],
  [0, 60, '0.00'],
  [1, 0, '100.00'],
  [1, 120, '33.33'],
  [200, 6000, '66.67'],
])('LIB-12 %s minutes saved with %s seconds left are %s percent', (saved, left, share) => {
  expect(savedShare(saved, left)).toBe(share);
});
