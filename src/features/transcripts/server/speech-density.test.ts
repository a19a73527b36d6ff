import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { speechDensity } from './speech-density.ts';

describe('speech density', () => {
  it('is high where much is said and 0 in a silence', () => {
    const density = speechDensity(
      [
        { startMs: 0, endMs: 1000, text: 'x'.repeat(10) },
        { startMs: 3000, endMs: 4000, text: 'x'.repeat(20) },
      ],
      4000,
      4,
    );
    expect(density).toEqual([0.5, 0, 0, 1]);
  });

  it('spreads a long line over its parts', () => {
    expect(speechDensity([{ startMs: 0, endMs: 2000, text: 'abcd' }], 4000, 4)).toEqual([1, 1, 0, 0]);
  });

  it('nothing said, no duration: nothing to draw', () => {
    expect(speechDensity([], 1000, 10)).toEqual([]);
    expect(speechDensity([{ startMs: 0, endMs: 1, text: 'a' }], 0, 10)).toEqual([]);
  });

  it('always stays between 0 and 1 with the wanted number of parts', () => {
    const spoken = fc.record({
      startMs: fc.option(fc.nat(20_000), { nil: null }),
      endMs: fc.option(fc.nat(20_000), { nil: null }),
      text: fc.string(),
    });
    fc.assert(
      fc.property(
        fc.array(spoken),
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 1, max: 50 }),
        (spokenLines, duration, buckets) => {
          const density = speechDensity(spokenLines, duration, buckets);
          expect([0, buckets]).toContain(density.length);
          for (const value of density) expect(value >= 0 && value <= 1).toBe(true);
        },
      ),
    );
  });
});
