/** Two sessions that end, begin, lock or tell of the same task at once, and the order in which one session takes many. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import { tasks as table, taskEvents } from '#db/schema/tasks.ts';
import { createTasks } from '#infra/tasks/create-tasks.ts';
import { finishStopped } from '#infra/tasks/end-task.ts';
import { failDead } from '#infra/tasks/lost-tasks.ts';
import { restartFailedTask } from '#infra/tasks/restart-failed-task.ts';
import { lockKey } from '#infra/tasks/start-task.ts';
import { announceStages } from '#infra/tasks/waiting-tasks.ts';
import { AppError } from '#lib/app-error.ts';
import { meanwhile } from '../harness/database/meanwhile.ts';
import { openTaskDatabase, type TaskDatabase } from '../harness/processes/task-database.ts';
import { otherTask, workTask } from '../harness/processes/task-kinds.ts';

let opened: TaskDatabase;
let admin: DatabaseClient;
let insert: TaskDatabase['insert'];
let rowOf: TaskDatabase['rowOf'];
beforeAll(async () => {
  opened = await openTaskDatabase();
  ({ admin, insert, rowOf } = opened);
});
afterAll(() => opened.close());
beforeEach(async () => {
  for (const name of ['tasks', 'metered']) await admin.query(`delete from ${name}`);
});

const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

/** What the tasks need besides the database, where nothing is metered or told. */
function needs() {
  const meter = { commit: async () => ({}), release: async () => undefined, finish: async () => ({ calls: 3 }) };
  const jobs = { enqueue: async () => null };
  return { db: admin.db, events: { publish: async () => undefined }, jobs, meter, logger: {}, kinds: [otherTask] } as never;
}

const toldOf = async () => (await admin.db.select().from(taskEvents).orderBy(taskEvents.id)).map(({ taskId }) => taskId);

test.each<[string, (id: string) => Promise<unknown>, unknown]>([
  ['cancel', (id) => admin.db.transaction((tx) => opened.idle.tasks.cancel(tx, id)), 'completed'],
  ['cancelAll', () => admin.db.transaction((tx) => opened.idle.tasks.cancelAll(tx, { userId: 'ada' })), undefined],
  ['remove', (id) => admin.db.transaction((tx) => opened.idle.tasks.remove(tx, [id])), undefined],
  ['leave', (id) => admin.db.transaction((tx) => opened.idle.tasks.leave(tx, id, { userId: 'ada', others: [] })), undefined],
  ['failDead', (id) => failDead(needs(), id, new AppError('timed_out')), undefined],
  ['lockInFlight', () => admin.db.transaction((tx) => opened.idle.tasks.lockInFlight(tx, workTask, 'k')), null],
  ['lock', (id) => admin.db.transaction((tx) => opened.idle.tasks.lock(tx, [id])), []],
])('a task that its worker completes at that moment is in flight no more: %s', async (name, end, answer) => {
  const beside = await insert({ key: 'k', kind: 'test-other', userId: 'bob' });
  const id = await insert({ key: 'k', state: 'running' });
  const complete = (tx: Tx) => tx.update(table).set({ state: 'completed' }).where(eq(table.id, id));
  expect(await meanwhile(admin, complete, () => end(id))).toEqual(answer);
  expect([(await rowOf(id))?.state, await toldOf()]).toEqual([name === 'remove' ? undefined : 'completed', []]);
  expect([(await rowOf(beside))?.state, await admin.query('select call from metered')]).toEqual(['queued', []]);
});

test('a failed task is begun anew by one of two who ask at once', async () => {
  const id = await insert({ kind: 'test-other', state: 'failed' });
  const retry = (tx: Tx) => restartFailedTask(needs(), tx, id);
  const second = () => admin.db.transaction(retry).catch((error: unknown) => error);
  expect(await meanwhile(admin, retry, second)).toMatchObject({ code: 'task_not_repeatable' });
  expect(await admin.db.select().from(table)).toHaveLength(2);
});

test('what a stopped worker took is left to the worker that takes the task over at that moment', async () => {
  const id = await insert({ state: 'cancelled', finishedAt: new Date(), lease: 2 });
  const takeOver = (tx: Tx) => tx.update(table).set({ lease: 3 }).where(eq(table.id, id));
  const finish = () => finishStopped(needs(), { kind: 'test-work', price: 'question' }, { taskId: id, lease: 2 });
  await meanwhile(admin, takeOver, finish);
  expect((await rowOf(id))?.usage).toBeNull();
});

test('a task that ends at that moment is told to wait for nothing', async () => {
  const [id, beside] = [await insert(), await insert()];
  const end = (tx: Tx) => tx.update(table).set({ state: 'cancelled' }).where(eq(table.id, id));
  const stages = [{ taskId: id, stage: 'queued', code: 'waiting_site' }];
  const announce = (tx: Tx) => announceStages(needs(), tx, stages);
  await meanwhile(admin, end, () => admin.db.transaction(announce));
  expect([(await rowOf(id))?.progress, await toldOf()]).toEqual([null, []]);
  // Other tasks are not even held.
  await admin.db.transaction(async (tx) => {
    await announce(tx);
    const free = await admin.query(`select id from tasks where state = 'queued' for update skip locked`);
    expect(free).toEqual([{ id: beside }]);
  });
});

test('a task that waits while it is told what for may still get rows that name it', async () => {
  const id = await insert();
  await admin.db.transaction(async (tx) => {
    await announceStages(needs(), tx, [{ taskId: id, stage: 'queued', code: 'waiting_site' }]);
    expect(await admin.query('select id from tasks for key share skip locked')).toEqual([{ id }]);
    expect(await admin.query('select id from tasks for no key update skip locked')).toEqual([]);
  });
});

test('many are ended, removed or told of in the order of their ids', async () => {
  const ids = [1, 2, 3, 4, 5].map(idOf);
  const { tasks } = opened.idle;
  const inAnotherOrder = async () => {
    await admin.query('delete from tasks');
    for (const id of ids.toReversed()) await insert({ id });
  };
  const stages = ids.toReversed().map((taskId) => ({ taskId, stage: 'queued', code: 'waiting_site' }));
  for (const way of [(tx: Tx) => tasks.announce(tx, stages), (tx: Tx) => tasks.cancelAll(tx, { userId: 'ada' })]) {
    await inAnotherOrder();
    await admin.db.transaction(way);
    expect(await toldOf()).toEqual(ids);
  }
  const released: string[] = [];
  const meter = { release: async (_tx: Tx, { id }: { id: string }) => void released.push(id) };
  const own = createTasks({ ...(needs() as object), meter, kinds: [workTask], services: () => ({}) } as never);
  await inAnotherOrder();
  await admin.db.transaction((tx) => own.remove(tx, ids));
  expect(released).toEqual(ids);
});

test('who begins a task waits for others who begin the same, and no longer than their session allows', async () => {
  const { tasks } = opened.idle;
  const task = { key: 'k', userId: 'ada', payload: { name: 'x' } };
  await admin.db.transaction(async (tx) => {
    await lockKey(tx, workTask, 'k');
    for (const begin of [
      (late: Tx) => tasks.start(late, workTask, task),
      (late: Tx) => tasks.lockForStart(late, workTask, 'k'),
    ]) {
      const impatient = admin.db.transaction(async (late) => {
        await late.execute(`set local lock_timeout = '20ms'`);
        await begin(late);
      });
      await expect(impatient).rejects.toMatchObject({ cause: { code: '55P03' } });
    }
    // Another key or kind is another matter.
    await admin.db.transaction(async (late) => {
      await late.execute(`set local lock_timeout = '20ms'`);
      expect((await tasks.start(late, workTask, { ...task, key: 'other' })).started).toBe(true);
      expect((await tasks.start(late, otherTask, task)).started).toBe(true);
    });
  });
});
