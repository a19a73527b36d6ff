import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError, toAppError } from '#lib/app-error.ts';
import { createKeyRing, splitKeys } from './key-ring.ts';

test('splits a list with any separators', () => {
  expect(splitKeys(' sk-a,sk-b ,\n sk-a,, ')).toEqual(['sk-a', 'sk-b']);
  expect(splitKeys(null)).toEqual([]);
});

test('returns no key for a provider without keys', () => {
  expect(createKeyRing([]).candidates()).toEqual([undefined]);
});

test('reuses a limited key after its wait, and reports the shortest wait when all wait', () => {
  let now = 1_000_000;
  const ring = createKeyRing(['a', 'b'], () => now);
  expect(ring.refused('a', new AppError('llm_rate_limited', { retry: { afterMs: 30_000 } }))).toBe(true);
  expect(ring.candidates()).toEqual(['b']);
  ring.refused('b', new AppError('llm_rate_limited', { retry: { afterMs: 10_000 } }));
  const waiting = (() => {
    try {
      ring.candidates();
    } catch (error) {
      return toAppError(error);
    }
    return null;
  })();
  expect(waiting?.code).toBe('llm_rate_limited');
  expect(waiting?.retry?.afterMs).toBeLessThanOrEqual(10_000);
  now += 10_000;
  expect(ring.candidates()).toEqual(['b']);
  now += 20_000;
  expect(ring.candidates()).toEqual(['a', 'b']);
});

test('tries one key when all were refused', () => {
  const ring = createKeyRing(['a', 'b'], () => 0);
  for (const key of ['a', 'b']) ring.refused(key, new AppError('llm_unauthorized'));
  expect(ring.candidates()).toEqual(['a']);
});

test('ignores failures that do not concern the key', () => {
  const ring = createKeyRing(['a', 'b'], () => 0);
  expect(ring.refused('a', new AppError('llm_unavailable', { retry: {} }))).toBe(false);
  expect(ring.candidates()).toEqual(['a', 'b']);
});

test('always has a key, or a wait that ends', () => {
  const event = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    code: fc.constantFrom('llm_unauthorized', 'llm_quota', 'llm_rate_limited', 'llm_unavailable'),
    afterMs: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
    pass: fc.integer({ min: 0, max: 1_000_000 }),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      let now = 0;
      const ring = createKeyRing(['a', 'b', 'c'], () => now);
      for (const { key, code, afterMs, pass } of events) {
        ring.refused(key, new AppError(code as 'llm_quota', afterMs === null ? {} : { retry: { afterMs } }));
        now += pass;
        try {
          expect(ring.candidates().length).toBeGreaterThan(0);
        } catch (error) {
          const known = toAppError(error);
          expect(known.code).toBe('llm_rate_limited');
          expect(known.retry?.afterMs).toBeGreaterThan(0);
          expect(known.retry?.afterMs).toBeLessThanOrEqual(3_600_000);
        }
      }
    }),
  );
});
