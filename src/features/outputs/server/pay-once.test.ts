import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError, DatabaseLost } from '#lib/app-error.ts';
import { payOnce } from './pay-once.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** `away`: how often the database does not answer once the service has. */
function start(away: number, failure: Error = new DatabaseLost('away'), earlier: [string, unknown][] = [], refusal?: Error) {
  const checkpoints = new Map<string, unknown>(earlier);
  const cancel = new AbortController();
  const counts = { asked: 0, tried: 0 };
  const context = {
    ...{ checkpoints, signal: cancel.signal },
    checkpoint: async (name: string, value: unknown) => void checkpoints.set(name, value),
  } as unknown as TaskContext;
  const done = payOnce(context, z.string(), {
    ask: async () => {
      counts.asked += 1;
      if (refusal) throw refusal;
      return `answer ${counts.asked}`;
    },
    keep: async (answer) => {
      if (++counts.tried <= away) throw failure;
      return answer;
    },
  });
  done.catch(() => {});
  return { done, checkpoints, counts, cancel };
}

test('API-01 what was paid for is kept once the database is back, without asking again', async () => {
  const began = Date.now();
  const { done, checkpoints, counts } = start(3);
  await vi.runAllTimersAsync();
  expect(await done).toBe('answer 1');
  expect(counts).toEqual({ asked: 1, tried: 4 });
  expect(checkpoints.get('kept')).toBe('answer 1');
  expect(Date.now() - began).toBe(250 + 500 + 1000);
});

test('API-01 what cannot be kept is given up: at once, after a while, or when the task ends', async () => {
  const unfit = start(1, new AppError('output_failed'));
  await expect(unfit.done).rejects.toMatchObject({ code: 'output_failed' });
  expect(unfit.counts.tried).toBe(1);

  const lasting = start(Number.POSITIVE_INFINITY);
  await vi.runAllTimersAsync();
  await expect(lasting.done).rejects.toBeInstanceOf(DatabaseLost);
  expect(lasting.counts).toEqual({ asked: 1, tried: 8 });

  const cancelled = start(Number.POSITIVE_INFINITY);
  await vi.advanceTimersByTimeAsync(100);
  cancelled.cancel.abort();
  await expect(cancelled.done).rejects.toMatchObject({ code: 'cancelled' });
});

test('API-01 an earlier attempt has asked already: what it kept is given, and what it did not keep is not asked for again', async () => {
  const kept = start(0, undefined, [
    ['asked', true],
    ['kept', 'earlier'],
  ]);
  expect([await kept.done, kept.counts]).toEqual(['earlier', { asked: 0, tried: 0 }]);
  for (const rest of [[], [['kept', 7]]] as [string, unknown][][]) {
    const lost = start(0, undefined, [['asked', true], ...rest]);
    await expect(lost.done).rejects.toMatchObject({ code: 'output_unconfirmed' });
    expect(lost.counts).toEqual({ asked: 0, tried: 0 });
  }
  const refused = start(0, undefined, [['asked', false]]);
  expect([await refused.done, refused.counts, refused.checkpoints.get('asked')]).toEqual([
    ...['answer 1', { asked: 1, tried: 1 }, true],
  ]);
});

test('API-01 who was refused may ask again, unless the answer may have been paid for', async () => {
  for (const [code, isAsked] of [
    ['output_failed', false],
    ['output_unavailable', false],
    ['output_unconfirmed', true],
    ['cancelled', true],
  ] as const) {
    const refusal = new AppError(code);
    const { done, counts, checkpoints } = start(0, undefined, [], refusal);
    await expect(done).rejects.toBe(refusal);
    expect([code, counts, checkpoints.get('asked')]).toEqual([code, { asked: 1, tried: 0 }, isAsked]);
  }
});
