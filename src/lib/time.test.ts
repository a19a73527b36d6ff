import { describe, expect, it } from 'vitest';
import { formatClock } from './time.ts';

describe('formatClock', () => {
  it('shows minutes and seconds, hours when there are any, and floors', () => {
    const shown = [0, 999, 61_000, 754_999, 3_599_999, 3_600_000, 3_754_000, 360_000_000].map(formatClock);
    expect(shown).toEqual(['00:00', '00:00', '01:01', '12:34', '59:59', '1:00:00', '1:02:34', '100:00:00']);
    expect(formatClock(-5)).toBe('00:00');
  });
});
