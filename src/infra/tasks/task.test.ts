import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTasks } from './create-tasks.ts';
import { defineTask, isTask, jobOf, type TaskDefinition, type TaskRegistration, usageKeyOf } from './task.ts';

const plain: TaskDefinition<unknown, unknown> = {
  kind: 'plain',
  payload: z.unknown(),
  price: 'free',
  retries: 2,
  timeLimitSeconds: 60,
  handler: async () => ({ run: async () => undefined }),
};
const narrow = { ...plain, kind: 'narrow', timeLimitSeconds: 5, concurrency: 3 };

test('tasks: each kind has a job that takes the id of a task, and tidying has one every minute', () => {
  const kinds: TaskRegistration<unknown>[] = [defineTask(plain), defineTask(narrow)];
  const jobs = createTasks({ kinds } as never)
    .jobs()
    .map(({ job: { payload, ...job } }) => ({
      ...job,
      takes: [{}, { taskId: 'x' }, { taskId: crypto.randomUUID() }, { taskId: crypto.randomUUID(), more: 1 }].map(
        (value) => payload.safeParse(value).success,
      ),
    }));
  // The queue tries more often than a task may lose its worker, so that the task decides.
  const common = { version: 1, retryLimit: 20, retryDelaySeconds: 1, singleton: 'key', takes: [false, false, true, false] };
  expect(jobs).toStrictEqual([
    { ...common, name: 'tasks.plain', expireInSeconds: 60 },
    { ...common, name: 'tasks.narrow', expireInSeconds: 5, concurrency: 3 },
    {
      ...{ name: 'tasks.tidy', version: 1, retryLimit: 0, expireInSeconds: 300, concurrency: 1 },
      cron: { schedule: '* * * * *', payload: {} },
      takes: [true, false, false, false],
    },
  ]);
  expect(jobOf({ kind: 'narrow' }).name).toBe('tasks.narrow');
});

test('tasks: a kind is known by its definition alone, and only once', () => {
  const defined = defineTask({ ...plain, kind: 'known' });
  expect([defined, { ...defined }, null, undefined, 'known', () => 'known'].map(isTask)).toEqual([
    ...[true, false, false, false, false, false],
  ]);
  expect(() => defineTask({ ...plain, kind: 'known' })).toThrow('tasks.known');
  expect(() => jobOf({ kind: 'none' })).toThrow('the kind of task none is not defined');
  expect(usageKeyOf({ kind: 'known', id: '7' })).toBe('known:7');
});
