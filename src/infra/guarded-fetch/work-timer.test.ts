import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWorkTimer } from './work-timer.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('fetch: time counts while work runs, all stretches together, and not while it waits', () => {
  const timer = createWorkTimer(100);
  const after = (ms: number) => {
    vi.advanceTimersByTime(ms);
    return timer.signal.aborted;
  };
  timer.pause();
  expect(after(500)).toBe(false);
  timer.run();
  expect(after(60)).toBe(false);
  timer.run();
  timer.pause();
  timer.pause();
  expect(after(500)).toBe(false);
  timer.run();
  expect(after(30)).toBe(false);
  // The timer is running already, so this call gives no more time.
  timer.run();
  expect([after(9), after(1)]).toEqual([false, true]);
  expect(timer.signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('fetch: the time limit keeps no process that has nothing else to do', () => {
  vi.useRealTimers();
  const waited = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = waited();
  const timer = createWorkTimer(60_000);
  timer.run();
  expect(waited()).toBe(before);
  timer.pause();
});
