import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spreadSegments } from './spread.ts';

describe('SUM-04 text that came without times', () => {
  test('is cut into sentences over the voiced time', () => {
    const text = 'The river is old. It was there before us. Now it is late.';
    const spread = spreadSegments([{ startMs: 0, endMs: 40_000, text }], [{ startMs: 10_000, endMs: 30_000 }]);
    expect(spread.map(({ text: sentence }) => sentence)).toEqual([
      'The river is old.',
      'It was there before us.',
      'Now it is late.',
    ]);
    expect(spread[0]?.startMs).toBe(0);
    expect(spread[1]?.startMs).toBeLessThan(10_000);
    expect(spread[2]?.startMs).toBeGreaterThan(30_000);
    expect(spread[2]?.endMs).toBe(40_000);
  });

  test('is cut in unpunctuated Chinese too, without losing a character', () => {
    const text = '河流从山里来一直流到海里去沿途有很多人住在岸边'.repeat(20);
    const spread = spreadSegments([{ startMs: 0, endMs: 90_000, text }], []);
    expect(spread.length).toBeGreaterThan(3);
    expect(spread.map((segment) => segment.text).join('')).toBe(text);
  });

  test('leaves segments with their own times unchanged', () => {
    const segments = [{ startMs: 500, endMs: 4000, text: 'One. Two. Three.' }];
    expect(spreadSegments(segments, [])).toEqual(segments);
  });

  test('keeps sentences in order and inside the piece for any pauses', () => {
    const pauses = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 1, max: 9000 })), { maxLength: 12 })
      .map((list) => {
        let at = 0;
        return list.map(([gap, length]) => {
          const startMs = at + gap;
          at = startMs + length;
          return { startMs, endMs: at };
        });
      });
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,12}( [a-z]{1,9}){0,12}\.$/), { minLength: 2, maxLength: 30 }),
        pauses,
        (sentences, quiet) => {
          const spread = spreadSegments([{ startMs: 0, endMs: 90_000, text: sentences.join(' ') }], quiet);
          for (const [index, { startMs, endMs }] of spread.entries()) {
            expect(startMs).toBeGreaterThanOrEqual(spread[index - 1]?.startMs ?? 0);
            expect(endMs).toBeGreaterThanOrEqual(startMs);
            expect(endMs).toBeLessThanOrEqual(90_000);
          }
        },
      ),
    );
  });
});
