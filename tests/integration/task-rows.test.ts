/** What each statement about tasks reads and changes, among tasks of other kinds, keys and users. Without workers. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseClient } from '#db/client.ts';
import { tasks as table, taskEvents, taskKeys } from '#db/schema/tasks.ts';
import { createSecretBox } from '#infra/secrets/secret-box.ts';
import { finishStopped } from '#infra/tasks/end-task.ts';
import { claimTask, isHeld, lockUnderLease, readUnderLease, releaseTask } from '#infra/tasks/lease.ts';
import { failDead, isLostTooOften, requeueTasks } from '#infra/tasks/lost-tasks.ts';
import { keepTaskKey, readTaskKey } from '#infra/tasks/task-key.ts';
import { tidyTasks } from '#infra/tasks/tidy-tasks.ts';
import { AppError } from '#lib/app-error.ts';
import { openTaskDatabase, type TaskDatabase } from '../harness/processes/task-database.ts';
import { otherTask, type TaskProcess, workTask } from '../harness/processes/task-kinds.ts';

let tasksAndRows: TaskDatabase;
let admin: DatabaseClient;
let idle: TaskProcess;
let insert: TaskDatabase['insert'];
let rowOf: TaskDatabase['rowOf'];
beforeAll(async () => {
  tasksAndRows = await openTaskDatabase();
  ({ admin, idle, insert, rowOf } = tasksAndRows);
});
afterAll(() => tasksAndRows.close());
beforeEach(() => admin.query('delete from tasks'));

test('a begun task that waits tells how long ago it began, and never less than nothing', async () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
  const [begun, ahead, fresh] = [await insert({ startedAt: hours(-1) }), await insert({ startedAt: hours(1) }), await insert()];
  const stages = [begun, ahead, fresh].map((taskId) => ({ taskId, stage: 'queued', code: 'waiting_site' }));
  await admin.db.transaction((tx) => idle.tasks.announce(tx, stages));
  const elapsedOf = async (taskId: string) => (await rowOf(taskId))?.progress?.elapsedMs ?? Number.NaN;
  const elapsed = await elapsedOf(begun);
  expect(elapsed).toBeGreaterThanOrEqual(3_600_000);
  expect(elapsed).toBeLessThan(3_660_000);
  expect([await elapsedOf(ahead), await elapsedOf(fresh)]).toEqual([0, 0]);
});

test('a lease is of one task and one claim, as long as it runs', async () => {
  const { db } = admin;
  const [ada, bob] = [await insert(), await insert({ userId: 'bob' })];
  const [first, second, bobs] = [randomUUID(), randomUUID(), randomUUID()];
  expect(await claimTask(db, ada, first)).toMatchObject({ id: ada, state: 'running', lease: 1, lost: 0, holder: first });
  expect(await rowOf(bob)).toMatchObject({ state: 'queued', lease: 0, holder: null, startedAt: null });
  expect(await claimTask(db, bob, bobs)).toMatchObject({ id: bob, lease: 1 });
  const held = (taskId: string, lease: number) => isHeld(db, { taskId, lease });
  const locked = (taskId: string, lease: number) =>
    db.transaction(async (tx) => {
      const row = await readUnderLease(tx, { taskId, lease });
      expect(await lockUnderLease(tx, { taskId, lease })).toBe(row !== null);
      return row;
    });
  expect([await held(ada, 1), await held(bob, 1), await held(ada, 2), await held(randomUUID(), 1)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([(await locked(ada, 1))?.id, (await locked(bob, 1))?.id, await locked(ada, 2)]).toEqual([ada, bob, null]);

  // Its worker fell silent and another claims it.
  const started = (await rowOf(ada))?.startedAt;
  expect(await claimTask(db, ada, second)).toMatchObject({ lease: 2, lost: 1, holder: second, startedAt: started });
  expect([await held(ada, 1), await held(ada, 2), await locked(ada, 1)]).toEqual([false, true, null]);
  await releaseTask(db, ada, first, { counts: true });
  expect(await rowOf(ada)).toMatchObject({ state: 'running', holder: second, attempts: 0 });
  await releaseTask(db, ada, second, { counts: false });
  expect(await rowOf(ada)).toMatchObject({ state: 'queued', holder: null, attempts: 0, lost: 1 });
  expect([await held(ada, 2), await locked(ada, 2)]).toEqual([false, null]);
  await claimTask(db, ada, second);
  await releaseTask(db, ada, second, { counts: true });
  expect(await rowOf(ada)).toMatchObject({ state: 'queued', attempts: 1, lost: 1, lease: 3 });
  expect(await rowOf(bob)).toMatchObject({ state: 'running', holder: bobs, attempts: 0, lost: 0, lease: 1 });

  for (const state of ['completed', 'failed', 'cancelled'] as const) {
    await db.update(table).set({ state, holder: bobs }).where(eq(table.id, bob));
    expect([await claimTask(db, bob, first), await held(bob, 1), await locked(bob, 1)]).toEqual([null, false, null]);
    await releaseTask(db, bob, bobs, { counts: true });
    expect(await rowOf(bob)).toMatchObject({ state, holder: bobs, attempts: 0, lease: 1 });
  }
});

test('a task that has lost seven workers is given up, and no earlier', () => {
  expect([0, 6, 7].map((lost) => isLostTooOften({ lost }))).toEqual([false, false, true]);
});

test('a task that the queue gave up fails, if it is still in flight, and no other does', async () => {
  const needs = { ...idle, db: admin.db, kinds: [], meter: {}, logger: {} } as never;
  const [dead, beside, done] = [await insert(), await insert({ state: 'running' }), await insert({ state: 'completed' })];
  for (const id of [dead, done]) await failDead(needs, id, new AppError('timed_out'));
  expect(await rowOf(dead)).toMatchObject({ state: 'failed', errorCode: 'timed_out' });
  expect(await rowOf(beside)).toMatchObject({ state: 'running', errorCode: null });
  expect(await rowOf(done)).toMatchObject({ state: 'completed', errorCode: null });
});

test('jobs are made for tasks in flight of known kinds and of some age, however many', async () => {
  const made: { taskId: string; options: unknown }[] = [];
  const jobs = {
    enqueue: async (_tx: unknown, _job: unknown, { taskId }: { taskId: string }, options: unknown) =>
      void made.push({ taskId, options }),
  };
  const needs = { db: admin.db, jobs, kinds: [workTask, otherTask] } as never;
  const { signal } = new AbortController();
  const old = new Date(Date.now() - 120_000);
  const startAfter = new Date(Date.UTC(2040, 0, 1));
  const waiting = await insert({ createdAt: old, priority: 3, startAfter });
  const running = await insert({ createdAt: old, kind: 'test-other', state: 'running' });
  await insert({ createdAt: old, kind: 'of-a-later-version' });
  await insert({ createdAt: old, state: 'failed' });
  const young = await insert();
  await requeueTasks(needs, { olderThanMs: 60_000, signal });
  expect(new Map(made.map(({ taskId, options }) => [taskId, options]))).toEqual(
    new Map([
      [waiting, { singletonKey: waiting, priority: 3, startAfter }],
      [running, { singletonKey: running, priority: 0 }],
    ]),
  );
  made.length = 0;
  await requeueTasks(needs, { olderThanMs: 0, signal });
  expect(made.map(({ taskId }) => taskId).toSorted()).toEqual([waiting, running, young].toSorted());

  await admin.query('delete from tasks');
  await admin.query(`insert into tasks (kind, key, payload) select 'test-work', n::text, '{}' from generate_series(1, 1100) n`);
  made.length = 0;
  await requeueTasks(needs, { olderThanMs: -1000, signal });
  expect([made.length, new Set(made.map(({ taskId }) => taskId)).size]).toEqual([1100, 1100]);
  await expect(requeueTasks(needs, { olderThanMs: 0, signal: AbortSignal.abort() })).rejects.toThrow();
  // A shutdown does not wait for the rest of them.
  const stop = new AbortController();
  let count = 0;
  const stopping = { enqueue: async () => void (++count === 2 && stop.abort(new AppError('cancelled'))) };
  const stopped = requeueTasks({ ...(needs as object), jobs: stopping } as never, { olderThanMs: -1000, signal: stop.signal });
  await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
  expect(count).toBe(2);
});

test('tasks are found, locked and forgotten by kind and key', async () => {
  const { tasks } = idle;
  const day = (n: number) => new Date(Date.UTC(2026, 0, n));
  const earlier = await insert({ key: 'k', state: 'completed', createdAt: day(2) });
  const later = await insert({ key: 'k', state: 'failed', createdAt: day(3) });
  await insert({ key: 'k', state: 'completed', createdAt: day(1) });
  const flying = await insert({ key: 'f' });
  const other = await insert({ key: 'k', kind: 'test-other', createdAt: day(4) });
  const both = await insert({ key: 'f', kind: 'test-other', state: 'running' });
  expect((await tasks.latest(admin.db, workTask, 'k'))?.id).toBe(later);
  expect((await tasks.latest(admin.db, otherTask, 'k'))?.id).toBe(other);
  expect(await tasks.latest(admin.db, workTask, 'none')).toBeNull();
  expect((await tasks.read(admin.db, earlier))?.id).toBe(earlier);
  const locked = await admin.db.transaction(async (tx) => [
    (await tasks.lockInFlight(tx, workTask, 'f'))?.id,
    (await tasks.lockInFlight(tx, otherTask, 'f'))?.id,
    await tasks.lockInFlight(tx, workTask, 'k'),
  ]);
  expect(locked).toEqual([flying, both, null]);
  await admin.db.transaction((tx) => tasks.forget(tx, workTask, ['k', 'none']));
  const left = await admin.db.select({ id: table.id }).from(table);
  expect(left.map(({ id }) => id).toSorted()).toEqual([flying, other, both].toSorted());
});

test('a draft is the joined pieces of one task', async () => {
  const [one, two] = [await insert(), await insert()];
  // They lie in another order than they were told in.
  let last = 1000;
  const piece = (taskId: string, offset: number, text: string) => ({
    id: last--,
    taskId,
    event: { type: 'partial', offset, text, elapsedMs: 1 },
  });
  await admin.db
    .insert(taskEvents)
    .values([
      piece(one, 4, 'keeper'),
      piece(two, 0, 'Another'),
      { taskId: one, event: { type: 'stage', stage: 's', percent: 1, code: 'c', elapsedMs: 1 } },
      piece(one, 0, 'The miller'),
    ]);
  expect([await idle.tasks.readDraft(admin.db, one), await idle.tasks.readDraft(admin.db, two)]).toEqual([
    'The keeper',
    'Another',
  ]);
  expect(await idle.tasks.readDraft(admin.db, randomUUID())).toBe('');
});

test('tidying drops what only watchers needed, an hour and a day later, however much, and makes jobs after a minute', async () => {
  const ago = (ms: number) => new Date(Date.now() - ms);
  const minute = 60_000;
  const made: string[] = [];
  const jobs = { enqueue: async (_tx: unknown, _job: unknown, { taskId }: { taskId: string }) => void made.push(taskId) };
  const tidy = (signal = new AbortController().signal) => tidyTasks({ db: admin.db, jobs, kinds: [workTask] } as never, signal);
  const [done, flying, young] = [
    await insert({ state: 'completed' }),
    await insert({ state: 'running', createdAt: ago(2 * minute) }),
    await insert({ createdAt: ago(minute / 4) }),
  ];
  const event = (taskId: string, text: string, ms: number, type = 'partial') => ({
    ...{ taskId, event: { type, offset: 0, text, elapsedMs: 1 }, createdAt: ago(ms) },
  });
  const hour = 60 * minute;
  await admin.db
    .insert(taskEvents)
    .values([
      event(done, 'old', hour + minute),
      event(done, 'new', hour - minute),
      event(done, 'stage', 9 * hour, 'stage'),
      event(flying, 'being written', 9 * hour),
      ...Array.from({ length: 1000 }, () => event(done, 'more', 2 * hour)),
    ]);
  const replaced = (ms: number | null) => insert({ state: 'failed', replacedAt: ms === null ? null : ago(ms) });
  const [old, recent, latest] = [await replaced(25 * hour), await replaced(23 * hour), await replaced(null)];
  await admin.query(
    `insert into tasks (kind, key, payload, state, replaced_at) select 'test-work', n::text, '{}', 'completed', now() - interval '2 days' from generate_series(1, 1000) n`,
  );
  const key = { provider: 'p', model: 'm', keyId: 'k', sealed: 's' };
  await admin.db.insert(taskKeys).values([done, flying, young].map((taskId) => ({ taskId, ...key })));
  await expect(tidy(AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  await tidy();
  const told = await admin.query<{ text: string }>(`select event ->> 'text' as text from task_events order by id`);
  expect(told.map(({ text }) => text)).toEqual(['new', 'stage', 'being written']);
  const left = await admin.db.select({ id: table.id }).from(table);
  expect(left.map(({ id }) => id).toSorted()).toEqual([done, flying, young, recent, latest].toSorted());
  expect(await rowOf(old)).toBeUndefined();
  expect((await admin.db.select().from(taskKeys)).map(({ taskId }) => taskId).toSorted()).toEqual([flying, young].toSorted());
  expect(made).toEqual([flying]);
});

test('a key that came with a task is read for this task alone', async () => {
  const secrets = createSecretBox([new Uint8Array(32).fill(1)]);
  const [mine, other] = [await insert(), await insert()];
  const key = { provider: 'openai', model: 'gpt-x', keys: 'sk-1' };
  await admin.db.transaction((tx) => keepTaskKey({ secrets }, tx, mine, key));
  expect([await readTaskKey({ secrets }, admin.db, mine), await readTaskKey({ secrets }, admin.db, other)]).toEqual([key, null]);
  await admin.query('update task_keys set task_id = $1', [other]);
  const copied = readTaskKey({ secrets }, admin.db, other);
  await expect(copied).rejects.toMatchObject({ code: 'own_key_refused', message: expect.stringContaining('cannot be opened') });
});

test('what a stopped worker took is told once it has stopped, unless another has taken its task over', async () => {
  const finished: unknown[] = [];
  const logged: unknown[] = [];
  let fault: Error | null = null;
  const needs = {
    db: admin.db,
    logger: { warn: (...all: unknown[]) => void logged.push(all) },
    meter: {
      finish: async (_tx: unknown, task: object) => {
        if (fault) throw fault;
        finished.push(task);
        return { calls: 3 };
      },
    },
  } as never;
  const ended = { state: 'cancelled', finishedAt: new Date(), lease: 2 } as const;
  const [mine, beside, running, gone] = [await insert(ended), await insert(ended), await insert({ lease: 2 }), randomUUID()];
  const finish = (taskId: string, lease = 2, price: 'free' | 'question' = 'question') =>
    finishStopped(needs, { kind: 'test-work', price }, { taskId, lease });
  await finish(mine, 2, 'free');
  await finish(mine, 1);
  await finish(running);
  expect(finished).toEqual([]);
  await finish(mine);
  await finish(gone);
  const about = { kind: 'test-work', price: 'question' };
  expect(finished).toEqual([
    { id: mine, ...about, userId: 'ada' },
    { id: gone, ...about, userId: null },
  ]);
  expect([(await rowOf(mine))?.usage, (await rowOf(beside))?.usage]).toEqual([{ calls: 3 }, null]);
  fault = new Error('no database');
  await finish(beside);
  expect(logged).toEqual([[{ err: fault, taskId: beside }, 'what a stopped task took is settled later']]);
});
