import { describe, expect, test } from 'vitest';
import type { Segment } from '../domain.ts';
import { estimateTokens } from '../llm/windows.ts';
import { type AcrossItem, withinBudget } from './answer-across.ts';

const line = (id: number, text: string): Segment => ({ id, startMs: id * 1000, endMs: id * 1000 + 900, text });
const item = (lines: Segment[]): AcrossItem => ({ title: 'Talk', author: null, lines });
const idsOf = (items: readonly AcrossItem[]) => items.map(({ lines }) => lines.map(({ id }) => id));
const han = (length: number) => '麦'.repeat(length);

describe('what a model reads of many items', () => {
  test('a small model reads the best of 24 items, each with one line of 100 characters', () => {
    const items = Array.from({ length: 24 }, () => item([line(0, han(100))]));
    const ranked = items.map((_, at) => ({ item: 24 - at, first: 0, last: 0 }));
    const given = idsOf(withinBudget(items, ranked, 4_096));
    const read = given.filter((ids) => ids.length > 0).length;
    expect(read).toBeGreaterThan(15);
    // The items with the best passages, which are the last ones here.
    expect(given.slice(24 - read).every((ids) => ids.length === 1)).toBe(true);
    expect(read * 78).toBeLessThan(4_096 * 0.4);
  });

  test('a later paragraph of one item has the room that the other items do not need', () => {
    const long = item([line(0, han(300)), line(9, han(300)), line(20, han(300))]);
    const items = [item([line(3, 'Short.')]), long, item([line(5, 'Short.')])];
    const ranked = [
      { item: 2, first: 20, last: 20 },
      { item: 2, first: 0, last: 9 },
      { item: 1, first: 3, last: 3 },
    ];
    expect(idsOf(withinBudget(items, [...ranked, { item: 3, first: 5, last: 5 }], 4_096))).toEqual([[3], [0, 9, 20], [5]]);
    // With little room the best passage stays, and smaller ones that still fit are added.
    expect(idsOf(withinBudget(items, ranked, 1_000))).toEqual([[3], [20], []]);
  });

  test('a best line that is too long alone is cut', () => {
    const [given] = withinBudget([item([line(0, han(4_000)), line(1, han(50))])], [{ item: 1, first: 0, last: 1 }], 4_096);
    const [only, ...more] = given?.lines ?? [];
    expect(more).toEqual([]);
    expect(estimateTokens(only?.text ?? '')).toBeGreaterThan(1_000);
    expect(estimateTokens(only?.text ?? '')).toBeLessThan(4_096 * 0.4);
  });
});
