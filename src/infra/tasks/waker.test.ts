import { expect, test, vi } from 'vitest';
import { createWaker } from './waker.ts';

const soon = 5;
const long = 600_000;

test('waker: a wait ends with its time, and says so', async () => {
  const waker = createWaker(new AbortController().signal);
  expect(await waker.wait(soon)).toBe(true);
  expect(await waker.wait(soon)).toBe(true);
});

test('waker: a signal during a wait ends it, and only it', async () => {
  const waker = createWaker(new AbortController().signal);
  const waiting = waker.wait(long);
  waker.wake();
  expect(await waiting).toBe(false);
  expect(await waker.wait(soon)).toBe(true);
});

test('waker: signals before a wait end it once', async () => {
  const waker = createWaker(new AbortController().signal);
  waker.wake();
  waker.wake();
  expect(await waker.wait(long)).toBe(false);
  expect(await waker.wait(soon)).toBe(true);
});

test('waker: a woken wait leaves no timer', async () => {
  vi.useFakeTimers();
  try {
    const waker = createWaker(new AbortController().signal);
    const waiting = waker.wait(long);
    expect(vi.getTimerCount()).toBe(1);
    waker.wake();
    await waiting;
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('waker: an abort ends the wait and every later one', async () => {
  const stop = new AbortController();
  const waker = createWaker(stop.signal);
  const waiting = waker.wait(long);
  stop.abort();
  expect(await waiting).toBe(false);
  expect(await waker.wait(long)).toBe(false);
  expect(await createWaker(stop.signal).wait(long)).toBe(false);
});

test('waker: a closed one hears no abort', async () => {
  const stop = new AbortController();
  const waker = createWaker(stop.signal);
  const waiting = waker.wait(soon);
  waker.close();
  stop.abort();
  expect(await waiting).toBe(true);
});
