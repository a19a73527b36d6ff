import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError, DatabaseLost } from '#lib/app-error.ts';
import { payOnce } from './pay-once.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** `away`: how often the database does not answer once the service has. */
function start(away: number, failure: Error = new DatabaseLost('away')) {
  const checkpoints = new Map<string, unknown>();
  const cancel = new AbortController();
  const counts = { asked: 0, tried: 0 };
  const context = {
    ...{ checkpoints, signal: cancel.signal },
    checkpoint: async (name: string, value: unknown) => void checkpoints.set(name, value),
  } as unknown as TaskContext;
  const done = payOnce(context, z.string(), {
    ask: async () => `answer ${++counts.asked}`,
    keep: async (answer) => {
      if (++counts.tried <= away) throw failure;
      return answer;
    },
  });
  done.catch(() => {});
  return { done, checkpoints, counts, cancel };
}

test('API-01 what was paid for is kept once the database is back, without asking again', async () => {
  const { done, checkpoints, counts } = start(3);
  await vi.runAllTimersAsync();
  expect(await done).toBe('answer 1');
  expect(counts).toEqual({ asked: 1, tried: 4 });
  expect(checkpoints.get('kept')).toBe('answer 1');
});

test('API-01 what cannot be kept is given up: at once, after a while, or when the task ends', async () => {
  const unfit = start(1, new AppError('output_failed'));
  await expect(unfit.done).rejects.toMatchObject({ code: 'output_failed' });
  expect(unfit.counts.tried).toBe(1);

  const lasting = start(Number.POSITIVE_INFINITY);
  await vi.runAllTimersAsync();
  await expect(lasting.done).rejects.toBeInstanceOf(DatabaseLost);
  expect(lasting.counts.asked).toBe(1);

  const cancelled = start(Number.POSITIVE_INFINITY);
  await vi.advanceTimersByTimeAsync(100);
  cancelled.cancel.abort();
  await expect(cancelled.done).rejects.toMatchObject({ code: 'cancelled' });
});
