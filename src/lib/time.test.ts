import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatClock, parseClock } from './time.ts';

describe('formatClock', () => {
  it('shows minutes and seconds, hours when there are any', () => {
    expect([0, 999, 61_000, 754_200, 3_599_999, 3_754_000, 360_000_000].map(formatClock)).toEqual([
      '00:00',
      '00:00',
      '01:01',
      '12:34',
      '59:59',
      '1:02:34',
      '100:00:00',
    ]);
    expect(formatClock(-5)).toBe('00:00');
  });

  it('is read back to its second by parseClock', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000_000_000 }), (ms) => {
        expect(parseClock(formatClock(ms))).toBe(Math.floor(ms / 1000) * 1000);
      }),
    );
  });

  it('refuses what is no clock time', () => {
    for (const text of ['', '12', '1:2', '12:60', '1:99:00', 'a:b', '12:34:56:78', '-1:00']) expect(parseClock(text)).toBeNull();
  });
});
