import { describe, expect, test } from 'vitest';
import { expectLinearTime } from './growth.ts';

/** Steps that cannot be left out. */
function stepsOf(count: number): number {
  let sum = 0;
  for (let step = 0; step < count; step++) sum = (sum * 31 + step) % 1_000_003;
  return sum;
}

describe('the growth of time', () => {
  test('is accepted where it is linear', () => {
    const shares: number[] = [];
    expectLinearTime((share) => {
      shares.push(share);
      stepsOf(60_000_000 * share);
    });
    expect(shares.slice(0, 2)).toEqual([1, 1 / 8]);
  });

  test('is refused where it is quadratic', () => {
    let calls = 0;
    const quadratic = (share: number) => {
      calls++;
      for (let at = 0; at < 9_000 * share; at++) stepsOf(9_000 * share);
    };
    expect(() => expectLinearTime(quadratic)).toThrow(/^an eighth takes .+ ms, the whole .+ ms: \d+ times$/);
    expect(calls).toBe(10);
  });

  test('is refused for a quadratic pattern', () => {
    expect(() => expectLinearTime((share) => /\s+$/.test(`${' '.repeat(32_000 * share)}x`))).toThrow('times');
  });

  test('is not judged where the whole takes no time', () => {
    const shares: number[] = [];
    expectLinearTime((share) => shares.push(share));
    expect(shares).toEqual([1]);
  });

  test('passes on what the work throws', () => {
    expect(() =>
      expectLinearTime(() => {
        throw new Error('unreadable');
      }),
    ).toThrow('unreadable');
  });
});
