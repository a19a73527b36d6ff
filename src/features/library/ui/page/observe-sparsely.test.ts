import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { observeSparsely, scrollFromHere } from './observe-sparsely.ts';

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

test('a grid scrolls to a place, or corrects where the page really is', () => {
  const scrolls: unknown[] = [];
  vi.stubGlobal('window', {
    scrollTo: (to: unknown) => void scrolls.push(['to', to]),
    scrollBy: (by: unknown) => void scrolls.push(['by', by]),
  });
  scrollFromHere(100, {});
  scrollFromHere(100, { behavior: 'smooth' });
  scrollFromHere(100, { adjustments: 0 });
  scrollFromHere(100, { adjustments: -7, behavior: 'auto' });
  vi.unstubAllGlobals();
  expect(scrolls).toEqual([
    ['to', { top: 100 }],
    ['to', { top: 100, behavior: 'smooth' }],
    ['by', { top: 0 }],
    ['by', { top: -7, behavior: 'auto' }],
  ]);
});
