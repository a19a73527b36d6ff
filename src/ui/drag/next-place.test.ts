import { describe, expect, it } from 'vitest';
import { nextPlace } from './next-place.ts';

describe('nextPlace', () => {
  it('COL-04 goes from place to place and round', () => {
    expect(nextPlace({ count: 3, at: -1, key: 'ArrowDown' })).toBe(0);
    expect(nextPlace({ count: 3, at: 0, key: 'ArrowRight' })).toBe(1);
    expect(nextPlace({ count: 3, at: 2, key: 'ArrowDown' })).toBe(0);
    expect(nextPlace({ count: 3, at: -1, key: 'ArrowUp' })).toBe(2);
    expect(nextPlace({ count: 3, at: 0, key: 'ArrowLeft' })).toBe(2);
    expect(nextPlace({ count: 3, at: 2, key: 'ArrowUp' })).toBe(1);
  });

  it('COL-04 goes to the first and the last', () => {
    expect(nextPlace({ count: 5, at: 3, key: 'Home' })).toBe(0);
    expect(nextPlace({ count: 5, at: 1, key: 'End' })).toBe(4);
  });

  it('COL-04 stays for other keys, and where there is no place', () => {
    expect(nextPlace({ count: 3, at: 1, key: 'x' })).toBeNull();
    expect(nextPlace({ count: 0, at: -1, key: 'ArrowDown' })).toBeNull();
    expect(nextPlace({ count: 0, at: -1, key: 'End' })).toBeNull();
  });
});
