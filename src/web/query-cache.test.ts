import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#rpc/client.tsx';

const minuteMs = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

/** Counts how often the query was read, with an observer until `leave`. */
function reading(client = createQueryClient({})) {
  let times = 0;
  const options = { queryKey: ['library'], queryFn: () => Promise.resolve(++times) };
  return {
    client,
    times: () => times,
    async look() {
      const leave = new QueryObserver(client, options).subscribe(() => undefined);
      await vi.advanceTimersByTimeAsync(0);
      return leave;
    },
  };
}

test('LIB-24 what was read is read again after five minutes, not before', async () => {
  const query = reading();
  (await query.look())();
  await vi.advanceTimersByTimeAsync(5 * minuteMs - 1);
  (await query.look())();
  expect(query.times()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  (await query.look())();
  expect(query.times()).toBe(2);
});

test('LIB-24 what nobody looks at is kept for ten minutes', async () => {
  const query = reading();
  (await query.look())();
  await vi.advanceTimersByTimeAsync(10 * minuteMs - 1);
  expect(query.client.getQueryData(['library'])).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(query.client.getQueryData(['library'])).toBeUndefined();
});

test('LIB-24 coming back to the window or the network reads nothing again', async () => {
  const query = reading();
  query.client.mount();
  const leave = await query.look();
  await vi.advanceTimersByTimeAsync(20 * minuteMs);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(query.times()).toBe(1);
  leave();
  query.client.unmount();
});
