import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLogger } from '#infra/logger/logger.ts';
import { AppError } from '#lib/app-error.ts';
import type { Context } from './server.ts';
import { taskRouter } from './task-router.ts';

const logger = createLogger({ level: 'silent', format: 'json', secrets: [] });
const [own, other, gone] = [randomUUID(), randomUUID(), randomUUID()];

function world() {
  const watched: Record<string, unknown>[] = [];
  const cancelled: unknown[][] = [];
  const db = { transaction: async (work: (tx: unknown) => Promise<unknown>) => work('tx') };
  let ends: string | null = 'cancelled';
  const tasks = {
    read: async (from: unknown, id: string) => (from === db && id !== gone ? { userId: id === own ? 'ada' : 'bob' } : null),
    async *watch({ find, signal, ...how }: { find: () => Promise<Map<string, unknown>>; signal: AbortSignal }) {
      watched.push({ ...how, tasks: [...(await find())], aborted: signal.aborted });
      yield { id: 7, event: { type: 'state', state: 'running' } };
      yield { id: 9, event: { type: 'state', state: 'completed' } };
    },
    cancel: async (tx: unknown, id: string) => {
      cancelled.push([tx, id]);
      return ends;
    },
  };
  const services = { db, tasks };
  const user = { id: 'ada' };
  const auth = { getUser: async () => user };
  const context = { user, auth, headers: new Headers(), services, logger, keepSession: async () => undefined };
  return {
    ...{ watched, cancelled, caller: taskRouter.createCaller(context as unknown as Context) },
    endWith: (state: string | null) => {
      ends = state;
    },
  };
}

test('a task is followed by its owner, from the event after the last one seen', async () => {
  const { caller, watched } = world();
  const follow = async (taskId: string, lastEventId?: string) => {
    const seen: unknown[] = [];
    for await (const told of await caller.watch({ taskId, ...(lastEventId === undefined ? {} : { lastEventId }) })) {
      const [id, { state }] = told as unknown as [id: string, event: { state: string }];
      seen.push([id, state]);
    }
    return seen;
  };
  expect(await follow(own)).toEqual([
    ['7', 'running'],
    ['9', 'completed'],
  ]);
  for (const last of ['7', '7.9', '-4', 'odd', '']) await follow(own, last);
  expect(watched).toEqual(
    [0, 7, 7, 0, 0, 0].map((lastEventId) => ({ lastEventId, drafts: true, once: true, tasks: [[own, null]], aborted: false })),
  );
  for (const taskId of [other, gone]) await expect(follow(taskId)).rejects.toMatchObject({ code: 'not_found' });
  expect(watched).toHaveLength(6);
});

test('a task is cancelled by its owner, and one that has ended says so', async () => {
  const { caller, cancelled, endWith } = world();
  expect(await caller.cancel({ taskId: own })).toEqual({ state: 'cancelled' });
  endWith('completed');
  expect(await caller.cancel({ taskId: own })).toEqual({ state: 'completed' });
  expect(cancelled).toEqual(Array(2).fill(['tx', own]));
  for (const taskId of [other, gone])
    await expect(caller.cancel({ taskId })).rejects.toMatchObject({ cause: expect.any(AppError) });
  expect(cancelled).toHaveLength(2);
  endWith(null);
  await expect(caller.cancel({ taskId: own })).rejects.toMatchObject({ cause: { code: 'not_found' } });
});
