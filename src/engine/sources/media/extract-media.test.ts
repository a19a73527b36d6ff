import { expect, test } from 'vitest';
import { dateOfTag } from './extract-media.ts';

test.each([
  ['2024', '2024'],
  ['2024-05', '2024-05'],
  ['2024-05-06', '2024-05-06'],
  ['2024/05/06', '2024-05-06'],
  ['20240506', '2024-05-06'],
  ['20240506T101500Z', '2024-05-06'],
  ['2024-05-06T10:15:00Z', '2024-05-06'],
  ['20241306', null],
  ['20240532', null],
  ['123456', null],
  ['202405061', null],
  ['spring', null],
  [undefined, null],
])('SUM-04 the tag %s of a file gives the date %s', (tag, date) => {
  expect(dateOfTag(tag)).toBe(date);
});
