import { expect, test } from 'vitest';
import { isoTime } from './iso-time.ts';

test.each([
  ['2026-11-26 18:03:16+00', '2026-11-26T18:03:16.000Z'],
  ['2026-11-26 18:03:16.5+00', '2026-11-26T18:03:16.500Z'],
  ['2026-11-26 18:03:16.123999+00', '2026-11-26T18:03:16.123Z'],
  ['2026-11-26 02:03:16.12+08', '2026-11-25T18:03:16.120Z'],
  ['2026-11-26 18:03:16.123456-03:30', '2026-11-26T21:33:16.123Z'],
])('a moment written as %s', (written, iso) => {
  expect(isoTime(written)).toBe(iso);
  expect(new Date(written).toISOString()).toBe(iso);
});
