import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { observeSparsely } from './observe-sparsely.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('LIB-02 a grid that scrolls hears of it twelve times a second, of the beginning and the end at once', () => {
  const scrolled = Object.assign(new EventTarget(), { scrollY: 0 });
  const options = { useScrollendEvent: false, isScrollingResetDelay: 150, horizontal: false };
  const told: [offset: number, moves: boolean][] = [];
  const virtualizer = { scrollElement: scrolled, targetWindow: globalThis, options };
  const stop = observeSparsely(virtualizer as never, (offset, moves) => told.push([offset, moves]));
  for (let at = 10; at <= 1000; at += 10) {
    scrolled.scrollY = at;
    scrolled.dispatchEvent(new Event('scroll'));
    if (at === 10) expect(told).toEqual([[10, true]]);
    vi.advanceTimersByTime(10);
  }
  expect(told.length).toBeGreaterThan(10);
  expect(told.length).toBeLessThanOrEqual(13);
  vi.advanceTimersByTime(200);
  expect(told.at(-1)).toEqual([1000, false]);
  const before = told.length;
  stop?.();
  scrolled.dispatchEvent(new Event('scroll'));
  vi.advanceTimersByTime(500);
  expect(told).toHaveLength(before);
});
