import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readModelKeys } from './model-keys.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const key = (seed: number) => `sk-${Array.from({ length: 48 }, (_, index) => letters[(seed * 7 + index) % 62]).join('')}`;

describe('readModelKeys', () => {
  test('SUM-15 takes sk- and 48 letters or digits, alone or in a list of such', () => {
    expect(readModelKeys(key(1))).toBe(key(1));
    expect(readModelKeys(` ${key(1)} , ${key(2)},${key(1)} `)).toBe(`${key(1)},${key(2)}`);
  });

  test.each([
    '',
    ',',
    'sk-',
    key(1).slice(0, -1),
    `${key(1)}a`,
    key(1).replace('sk-', 'SK-'),
    `${key(1).slice(0, -1)}_`,
    `${key(1).slice(0, -1)}é`,
    `${key(1)}\n${key(2)}`,
    `${key(1)},`,
    `${key(1)},${key(2).slice(1)}`,
    `Bearer ${key(1)}`,
    `${key(1)};${key(2)}`,
    `${key(1)}\u0000`,
  ])('SUM-15 refuses %j', (text) => {
    expect(readModelKeys(text)).toBeNull();
  });

  test('SUM-15 accepts a list when every item is a key', () => {
    const item = fc.oneof(fc.integer({ min: 0, max: 99 }).map(key), fc.string({ maxLength: 60 }));
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 5 }), (items) => {
        const parts = items.join(',').split(',');
        const good = parts.every((part) => readModelKeys(part) !== null);
        expect(readModelKeys(items.join(',')) !== null).toBe(good);
      }),
    );
  });
});
