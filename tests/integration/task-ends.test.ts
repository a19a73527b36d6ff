/** How tasks begin and end, row by row, event by event, without workers. */
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseClient } from '#db/client.ts';
import { taskEvents } from '#db/schema/tasks.ts';
import type { Signal } from '#infra/events/event-bus.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import type { NewTask } from '#infra/tasks/start-task.ts';
import { AppError } from '#lib/app-error.ts';
import { openTaskDatabase, type TaskDatabase } from '../harness/processes/task-database.ts';
import { otherTask, type Payload, type Script, type TaskProcess, workTask } from '../harness/processes/task-kinds.ts';
import { waitFor } from '../harness/wait.ts';

let opened: TaskDatabase;
let admin: DatabaseClient;
let idle: TaskProcess;
let insert: TaskDatabase['insert'];
let rowOf: TaskDatabase['rowOf'];
let settle: NonNullable<Script['settle']> = async () => undefined;
beforeAll(async () => {
  opened = await openTaskDatabase({ settle: (...given) => settle(...given) });
  ({ admin, idle, insert, rowOf } = opened);
});
afterAll(() => opened.close());
beforeEach(async () => {
  settle = async () => undefined;
  for (const name of ['tasks', 'metered', 'settled']) await admin.query(`delete from ${name}`);
});

const start = (values: NewTask<Payload>, definition = workTask) =>
  admin.db.transaction((tx) => idle.tasks.start(tx, definition, values));
const cancel = (id: string) => admin.db.transaction((tx) => idle.tasks.cancel(tx, id));

async function eventsOf(taskId: string) {
  const rows = await admin.db.select().from(taskEvents).where(eq(taskEvents.taskId, taskId)).orderBy(asc(taskEvents.id));
  return rows.map(({ event }) => event as { type: string; elapsedMs: number });
}

const meteredOf = async (id: string) =>
  (await admin.query<{ call: string }>('select call from metered where task_id = $1', [id])).map(({ call }) => call);
const settledTasks = async () => (await admin.query<{ id: string }>('select task_id as id from settled')).map(({ id }) => id);

/** Signals that this work sends, in their order: between two marks, since those of an earlier test may come late. */
async function signalsOf(work: () => Promise<unknown>): Promise<Signal[]> {
  const seen: Signal[] = [];
  const unsubscribe = idle.events.subscribe((signal) => void (signal && seen.push(signal)));
  const mark = async () => {
    const userId = `mark-${randomUUID()}`;
    await idle.events.publish(admin.db, { type: 'user_work', userId });
    return waitFor('the mark', () => seen.find((one) => one.type === 'user_work' && one.userId === userId));
  };
  const first = await mark();
  await work();
  const last = await mark();
  unsubscribe();
  return seen.slice(seen.indexOf(first) + 1, seen.indexOf(last));
}

test('a task begins when it is told to, and takes the place of earlier ones of its kind and key alone', async () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, n));
  const first = await insert({ key: 'k', state: 'failed', replacedAt: day(2) });
  const second = await insert({ key: 'k', state: 'completed' });
  const otherKey = await insert({ key: 'other', state: 'completed' });
  const otherKind = await insert({ key: 'k', kind: 'test-other', state: 'failed' });
  const flying = await insert({ key: 'n', kind: 'test-other', state: 'running' });
  const startAfter = new Date(Date.UTC(2040, 0, 1));
  const later = await start({ key: 'k', userId: 'ada', payload: { name: 'later' }, priority: 3, startAfter });
  const now = await start({ key: 'n', userId: 'bob', payload: { name: 'now' } });
  expect([later, now]).toMatchObject([
    { state: 'queued', started: true },
    { state: 'queued', started: true },
  ]);
  expect((await rowOf(first))?.replacedAt).toEqual(day(2));
  expect(Math.abs(Date.now() - ((await rowOf(second))?.replacedAt?.getTime() ?? 0))).toBeLessThan(60_000);
  for (const id of [otherKey, otherKind, flying, later.id, now.id]) expect((await rowOf(id))?.replacedAt).toBeNull();
  const whole = { kind: 'test-work', state: 'queued', contentId: null, holder: null, startedAt: null };
  expect(await rowOf(later.id)).toMatchObject({ ...whole, userId: 'ada', payload: { name: 'later' }, priority: 3, startAfter });
  expect(await rowOf(now.id)).toMatchObject({ ...whole, userId: 'bob', payload: { name: 'now' }, priority: 0, startAfter: null });
  const jobs = await admin.query<{ key: string; priority: number; task: string; waits: boolean; start_after: Date }>(
    `select singleton_key as key, priority, data #>> '{p,taskId}' as task, start_after > now() + interval '1 hour' as waits, start_after
     from pgboss.job where singleton_key in ($1, $2) order by priority`,
    [later.id, now.id],
  );
  expect(jobs).toMatchObject([
    { key: now.id, priority: 0, task: now.id, waits: false },
    { key: later.id, priority: 3, task: later.id, start_after: startAfter },
  ]);
  // One that is in flight is joined as it is, and counted no second time.
  const joined = await start({ key: 'k', userId: 'bob', payload: { name: 'joined' } });
  expect(joined).toEqual({ id: later.id, state: 'queued', started: false });
  expect(await meteredOf(later.id)).toEqual(['reserve']);
  expect(await rowOf(later.id)).toMatchObject({ userId: 'ada', payload: { name: 'later' }, replacedAt: null });
});

test('a free task is not counted, and only work of a user is told to someone', async () => {
  const ids: string[] = [];
  const signals = await signalsOf(async () => {
    for (const userId of ['ada', null, 'bob'])
      ids.push((await start({ key: randomUUID(), userId, payload: { name: 'x' } }, otherTask)).id);
  });
  expect(signals).toEqual([
    { type: 'user_work', userId: 'ada' },
    { type: 'user_work', userId: 'bob' },
  ]);
  for (const id of ids) await cancel(id);
  expect(await admin.query('select call from metered')).toEqual([]);
  // Nor does another kind settle it.
  expect(await settledTasks()).toEqual([]);
  expect(await idle.tasks.estimate({ kind: 'test-other', price: 'free', userId: 'broke' })).toEqual({ refusal: null });
});

test('an end is one event with the time since the start, and frees the row', async () => {
  const ago = (ms: number) => new Date(Date.now() - ms);
  const holder = randomUUID();
  const running = (startedAt: Date) => insert({ state: 'running', startedAt, holder });
  const [mine, ahead, waiting, beside] = [await running(ago(5000)), await running(ago(-60_000)), await insert(), await insert()];
  const signals = await signalsOf(async () => {
    for (const id of [mine, ahead, waiting]) expect(await cancel(id)).toBe('cancelled');
  });
  expect(signals).toEqual(
    [mine, ahead, waiting].flatMap((taskId) => [
      { type: 'task', taskId },
      { type: 'task_cancelled', taskId },
    ]),
  );
  const [end, ...more] = await eventsOf(mine);
  expect([end?.type, more]).toEqual(['cancelled', []]);
  expect(end?.elapsedMs).toBeGreaterThanOrEqual(5000);
  expect(end?.elapsedMs).toBeLessThan(65_000);
  // The clock of another machine may be ahead.
  for (const id of [ahead, waiting]) expect(await eventsOf(id)).toEqual([{ type: 'cancelled', elapsedMs: 0 }]);
  expect(await eventsOf(beside)).toEqual([]);
  for (const id of [mine, ahead, waiting])
    expect(await rowOf(id)).toMatchObject({ state: 'cancelled', holder: null, errorCode: null, finishedAt: expect.any(Date) });
  expect(await rowOf(beside)).toMatchObject({ state: 'queued', finishedAt: null, usage: null });
  // What a worker had is paid for, what none had is given back.
  expect([await meteredOf(mine), await meteredOf(waiting), await meteredOf(beside)]).toEqual([['commit'], ['release'], []]);
  expect((await rowOf(mine))?.usage).toEqual({ calls: 1, userId: 'ada', completed: false, working: true });
  expect((await rowOf(waiting))?.usage).toBeNull();
  // Between two tries no worker has it.
  const paused = await insert({ startedAt: ago(5000) });
  await cancel(paused);
  expect((await rowOf(paused))?.usage).toEqual({ calls: 1, userId: 'ada', completed: false });
  expect([await cancel(mine), await cancel(randomUUID())]).toEqual(['cancelled', null]);
  expect(await eventsOf(mine)).toHaveLength(1);
});

test('a task that is given up says why to those who watch, and its feature hears of its own alone', async () => {
  const heard: unknown[] = [];
  settle = async (_script, _tx, payload, { id, userId, draft, ending }) => {
    heard.push({ name: payload.name, id, userId, draft: await draft(), state: ending.state });
  };
  const [dead, unknown, beside] = [await insert({ userId: 'bob', payload: { name: 'dead' } }), await insert(), await insert()];
  await admin.db
    .insert(taskEvents)
    .values([dead, beside].map((taskId) => ({ taskId, event: { type: 'partial', offset: 0, text: taskId, elapsedMs: 1 } })));
  const registration = idle.tasks.jobs().find(({ job }) => job.name === 'tasks.test-work');
  const handler = (await registration?.load()) as JobHandler<{ taskId: string }>;
  const giveUp = (taskId: string, code: string) =>
    handler.onDead?.({ taskId }, { jobId: randomUUID(), error: { code }, logger: undefined as never });
  const signals = await signalsOf(async () => {
    await giveUp(dead, 'timed_out');
    await giveUp(unknown, 'of_a_later_version');
  });
  expect(signals).toEqual([dead, unknown].map((taskId) => ({ type: 'task', taskId })));
  expect((await eventsOf(dead)).at(-1)).toEqual({ type: 'failed', code: 'timed_out', params: {}, elapsedMs: 0 });
  expect(await rowOf(dead)).toMatchObject({ state: 'failed', errorCode: 'timed_out', errorParams: {} });
  expect(await rowOf(unknown)).toMatchObject({ state: 'failed', errorCode: 'internal' });
  expect(await rowOf(beside)).toMatchObject({ state: 'queued', errorCode: null });
  expect(heard).toEqual([
    { name: 'dead', id: dead, userId: 'bob', draft: dead, state: 'failed' },
    { name: 'x', id: unknown, userId: 'ada', draft: '', state: 'failed' },
  ]);
});

test('a task whose payload cannot be read ends unsettled, and one that loses the database while it settles does not end', async () => {
  const unreadable = await insert({ payload: { title: 'of an earlier version' } });
  expect(await cancel(unreadable)).toBe('cancelled');
  expect([await settledTasks(), await meteredOf(unreadable)]).toEqual([[], ['release']]);
  settle = async () => Promise.reject(new AppError('database_unavailable'));
  const kept = await insert();
  await expect(cancel(kept)).rejects.toMatchObject({ code: 'database_unavailable' });
  expect(await rowOf(kept)).toMatchObject({ state: 'queued', finishedAt: null });
  // Any other fault takes back what the settler wrote, and the task ends.
  settle = async () => Promise.reject(new AppError('internal'));
  expect(await cancel(kept)).toBe('cancelled');
  expect([await settledTasks(), await meteredOf(kept)]).toEqual([[], ['release']]);
});

test('removed tasks are those that were named, in flight or ended', async () => {
  const [waiting, done, beside] = [await insert(), await insert({ state: 'completed' }), await insert()];
  const signals = await signalsOf(() => admin.db.transaction((tx) => idle.tasks.remove(tx, [waiting, done, randomUUID()])));
  expect(signals).toEqual([
    { type: 'task', taskId: waiting },
    { type: 'task_cancelled', taskId: waiting },
  ]);
  expect([await rowOf(waiting), await rowOf(done), (await rowOf(beside))?.state]).toEqual([undefined, undefined, 'queued']);
  await admin.db.transaction((tx) => idle.tasks.remove(tx, []));
  expect((await rowOf(beside))?.state).toBe('queued');
  await admin.db.transaction((tx) => idle.tasks.leave(tx, beside, { userId: 'ada', others: [] }));
  expect(await meteredOf(beside)).toEqual(['leave']);
});

test('a failed task begins anew with what it was given, where its feature keeps nothing beside it', async () => {
  const retry = (id: string) => admin.db.transaction((tx) => idle.tasks.retry(tx, id));
  const failed = { kind: 'test-other', state: 'failed', priority: 2 } as const;
  const first = await insert({ ...failed, key: 'k', userId: 'bob', payload: { name: 'again' } });
  const beside = await insert({ ...failed, key: 'other' });
  const { id } = await retry(first);
  expect(await rowOf(id)).toMatchObject({
    ...{ kind: 'test-other', key: 'k', userId: 'bob', payload: { name: 'again' }, priority: 2 },
    ...{ state: 'queued', attempts: 0, contentId: null },
  });
  expect([(await rowOf(first))?.replacedAt, (await rowOf(beside))?.replacedAt]).toEqual([expect.any(Date), null]);
  const refused = [first, id, await insert({ state: 'failed' }), await insert({ ...failed, state: 'completed' })];
  refused.push(await insert({ ...failed, kind: 'of-a-later-version' }));
  for (const one of refused) await expect(retry(one)).rejects.toMatchObject({ code: 'task_not_repeatable' });
  await expect(retry(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  const kinds = ['test-other', 'test-work', 'none'];
  expect(kinds.map((kind) => idle.tasks.isRepeatable(kind))).toEqual([true, false, false]);
});
