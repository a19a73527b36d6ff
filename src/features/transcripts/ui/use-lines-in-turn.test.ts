import { describe, expect, it } from 'vitest';
import { drawnOf } from './use-lines-in-turn.ts';

const lines = Array.from({ length: 60 }, (_, index) => ({ key: index, index, start: index * 40, end: index * 40 + 40 }));
const window = { from: 810, to: 1590, kept: [] };

function drawn(keys: readonly number[], kept: readonly number[] = []) {
  return drawnOf(lines, { ...window, kept, drawn: new Set(keys) }).map(({ index }) => index);
}

describe('lines of a script in turn', () => {
  it('draws the first window at once, and a few lines around it', () => {
    const first = drawn([]);
    expect(first).toEqual(expect.arrayContaining(Array.from({ length: 20 }, (_, index) => 20 + index)));
    expect(first.length).toBeLessThan(32);
  });

  it('draws a few new lines at a time, those in the window first', () => {
    const before = [0, 1, 2];
    const shown = drawn(before);
    expect(shown.slice(0, 3)).toEqual(before);
    expect(shown.slice(3).every((index) => index >= 20 && index < 40)).toBe(true);
    const counts = [shown.length];
    for (let keys = shown; counts.length < 20; counts.push(keys.length)) keys = drawn(keys);
    expect(counts.every((count, at) => at === 0 || count - (counts[at - 1] ?? 0) <= 10)).toBe(true);
    expect(counts.at(-1)).toBe(60);
  });

  it('always draws the lines that are kept', () => {
    expect(drawn([20], [55])).toContain(55);
  });
});
