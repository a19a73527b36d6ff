/** What a fault in the middle of a step leaves of a task: everything as it was, and whoever asked hears of the fault. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import { contents, sources } from '#db/schema/content.ts';
import { tasks as table, taskEvents, taskKeys } from '#db/schema/tasks.ts';
import type { EventBus } from '#infra/events/event-bus.ts';
import { createSecretBox } from '#infra/secrets/secret-box.ts';
import { createTasks, type Tasks } from '#infra/tasks/create-tasks.ts';
import { finishStopped } from '#infra/tasks/end-task.ts';
import { failDead } from '#infra/tasks/lost-tasks.ts';
import type { TaskMeter } from '#infra/tasks/meter.ts';
import { isTask } from '#infra/tasks/task.ts';
import { keepTaskKey } from '#infra/tasks/task-key.ts';
import { tidyTasks } from '#infra/tasks/tidy-tasks.ts';
import { announceStages, rescheduleTasks } from '#infra/tasks/waiting-tasks.ts';
import { AppError } from '#lib/app-error.ts';
import { openTaskDatabase, type TaskDatabase } from '../harness/processes/task-database.ts';
import { otherTask, type Script, workTask } from '../harness/processes/task-kinds.ts';

let opened: TaskDatabase;
let admin: DatabaseClient;
let insert: TaskDatabase['insert'];
let rowOf: TaskDatabase['rowOf'];
let tasks: Tasks;
beforeAll(async () => {
  opened = await openTaskDatabase();
  ({ admin, insert, rowOf } = opened);
  await admin.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`);
  tasks = createTasks(needs());
});
afterAll(() => opened.close());
beforeEach(async () => {
  failing = null;
  settlingFault = new AppError('database_unavailable');
  leaves = null;
  for (const list of [signals, metered, logged]) list.length = 0;
  for (const name of ['tasks', 'settled', 'metered']) await admin.query(`delete from ${name}`);
});

/** The step that fails. */
let failing: string | null = null;
let settlingFault: Error;
/** What the meter says when someone leaves shared work. */
let leaves: AppError | null = null;
const signals: unknown[] = [];
/** What the meter is asked. */
const metered: unknown[][] = [];
const logged: unknown[][] = [];
const secrets = createSecretBox([new Uint8Array(32).fill(1)]);
const ownKey = { provider: 'openai', model: 'gpt-x', keys: 'sk-1' };

async function step(name: string): Promise<void> {
  await Promise.resolve();
  if (failing === name) throw name === 'settle' ? settlingFault : new Error(`no ${name}`);
}

function needs() {
  const meter: TaskMeter = {
    estimate: async () => ({ refusal: null }),
    async reserve(_tx, ...about) {
      metered.push(['reserve', ...about]);
      await step('reserve');
    },
    async join(_tx, ...about) {
      metered.push(['join', ...about]);
      await step('join');
    },
    async commit(_tx, ...about) {
      metered.push(['commit', ...about]);
      await step('commit');
      return { calls: 2 };
    },
    async finish(tx, { id }) {
      await tx.insert(taskEvents).values({ taskId: id, event: { type: 'cancelled', elapsedMs: 7 } });
      await step('finish');
      return { calls: 1 };
    },
    async release(_tx, ...about) {
      metered.push(['release', ...about]);
      await step('release');
    },
    async leave(_tx, ...about) {
      metered.push(['leave', ...about]);
      return leaves;
    },
  };
  const events: EventBus = {
    async publish(_tx, signal) {
      await step(signal.type);
      signals.push(signal);
    },
    subscribe: () => () => undefined,
    close: () => undefined,
  };
  const jobs = {
    async enqueue() {
      await step('enqueue');
      return null;
    },
    reschedule: () => step('reschedule'),
  };
  const script: Script = { db: admin.db, run: async () => undefined, settle: () => step('settle') };
  const log = (...all: unknown[]) => void logged.push(all);
  const kinds = [workTask, otherTask].filter(isTask<Script>);
  return {
    db: admin.db,
    events,
    jobs,
    logger: { warn: log, error: log } as never,
    meter,
    secrets,
    kinds,
    services: () => script,
  };
}

const inTransaction = (work: (tx: Tx) => Promise<unknown>) => admin.db.transaction(work);

/** While `work` runs, rows of this table cannot be deleted. */
async function withoutDeleting(name: string, work: () => Promise<unknown>): Promise<void> {
  await admin.query(`create trigger refuse before delete on ${name} for each row execute function refuse()`);
  try {
    await work();
  } finally {
    await admin.query(`drop trigger refuse on ${name}`);
  }
}

async function everything() {
  return Promise.all([table, taskEvents, taskKeys].map((one) => admin.db.select().from(one)));
}

const ways: [string, (id: string) => Promise<unknown>][] = [
  ['cancel', (id) => inTransaction((tx) => tasks.cancel(tx, id))],
  ['cancelAll', () => inTransaction((tx) => tasks.cancelAll(tx, { userId: 'ada' }))],
  ['remove', (id) => inTransaction((tx) => tasks.remove(tx, [id]))],
  ['forget', () => inTransaction((tx) => tasks.forget(tx, workTask, ['k']))],
  ['leave', (id) => inTransaction((tx) => tasks.leave(tx, id, { userId: 'ada', others: [] }))],
  ['failDead', (id) => failDead(needs(), id, new AppError('timed_out'))],
];

test.each(ways)('a task ends whole or not at all: %s', async (name, end) => {
  leaves = new AppError('too_many_answers');
  const id = await insert({ key: 'k', state: 'running', startedAt: new Date(), holder: randomUUID() });
  const beside = await insert({ userId: 'bob', key: 'other' });
  for (const taskId of [id, beside]) await inTransaction((tx) => keepTaskKey({ secrets }, tx, taskId, ownKey));
  const before = await everything();
  const fromOutside = name !== 'failDead';
  for (const fault of ['settle', 'commit', 'task', ...(fromOutside ? ['task_cancelled'] : [])]) {
    failing = fault;
    await expect(end(id), fault).rejects.toThrow(fault === 'settle' ? 'database_unavailable' : `no ${fault}`);
    expect(await everything(), fault).toEqual(before);
  }
  failing = null;
  await withoutDeleting('task_keys', () =>
    expect(end(id)).rejects.toMatchObject({ cause: { message: expect.stringContaining('refused') } }),
  );
  expect(await everything()).toEqual(before);

  for (const list of [signals, metered]) list.length = 0;
  await end(id);
  const told = fromOutside ? ['task', 'task_cancelled'] : ['task'];
  expect(signals).toEqual(told.map((type) => ({ type, taskId: id })));
  const state = { leave: 'failed', failDead: 'failed', remove: null, forget: null }[name];
  const row = await rowOf(id);
  if (state === null) expect(row).toBeUndefined();
  else expect(row).toMatchObject({ state: state ?? 'cancelled', holder: null, usage: { calls: 2 } });
  const ended = { id, kind: 'test-work', price: 'question', userId: 'ada' };
  expect(metered).toEqual([
    ...(name === 'leave' ? [['leave', { id, kind: 'test-work' }, { userId: 'ada', others: [] }]] : []),
    ['commit', ended, { completed: false, working: fromOutside }],
  ]);
  if (name === 'leave') expect(row).toMatchObject({ errorCode: 'too_many_answers' });
  expect(await rowOf(beside)).toMatchObject({ state: 'queued', usage: null });
  expect([await tasks.readKey(admin.db, id), await tasks.readKey(admin.db, beside)]).toEqual([null, ownKey]);
});

test('a cancelled task that no worker took gives back what was reserved, or stays', async () => {
  const id = await insert();
  failing = 'release';
  await expect(inTransaction((tx) => tasks.cancel(tx, id))).rejects.toThrow('no release');
  expect(await rowOf(id)).toMatchObject({ state: 'queued' });
  expect(metered).toEqual([['release', { id, kind: 'test-work', price: 'question', userId: 'ada' }]]);
});

test('a request for shared work is metered as it came, whether it begins the work or joins it', async () => {
  const request = { userId: 'bob', clientAddress: '203.0.113.7', needsBudget: true, keyUserId: null };
  const { id } = await admin.db.transaction((tx) =>
    tasks.start(tx, workTask, { key: 'k', userId: null, payload: { name: 'x' }, request, ownKey }),
  );
  await inTransaction((tx) => tasks.join(tx, workTask, request));
  const shared = { kind: 'test-work', price: 'question', userId: null, request };
  expect(metered).toEqual([
    ['reserve', { ...shared, id, ownKey }],
    ['join', shared],
  ]);
  failing = 'join';
  await expect(inTransaction((tx) => tasks.join(tx, workTask, request))).rejects.toThrow('no join');
  expect(signals).toEqual([]);
});

test('who leaves work that others pay for, or work that has ended, ends nothing', async () => {
  const [shared, done] = [await insert(), await insert({ state: 'completed' })];
  const leave = (id: string) => inTransaction((tx) => tasks.leave(tx, id, { userId: 'ada', others: [] }));
  await leave(shared);
  leaves = new AppError('too_many_answers');
  for (const id of [done, randomUUID()]) await leave(id);
  expect([(await rowOf(shared))?.state, (await rowOf(done))?.state, signals]).toEqual(['queued', 'completed', []]);
});

test('a task that its feature cannot settle ends, and the log says which', async () => {
  const id = await insert();
  failing = 'settle';
  settlingFault = new Error('a fault of the feature');
  await inTransaction((tx) => tasks.cancel(tx, id));
  expect(logged).toEqual([[{ err: settlingFault, taskId: id, kind: 'test-work' }, 'a task ended without being settled']]);
  expect([await rowOf(id), await admin.query('select state from settled')]).toMatchObject([{ state: 'cancelled' }, []]);
});

test('a task whose kind this version does not know ends free of charge', async () => {
  const id = await insert({ kind: 'of-a-later-version', startedAt: new Date() });
  await inTransaction((tx) => tasks.cancel(tx, id));
  expect([await rowOf(id), logged]).toMatchObject([{ state: 'cancelled', usage: null }, []]);
});

test('the use of a stopped worker is stored whole, or later', async () => {
  const ended = await insert({ state: 'cancelled', finishedAt: new Date() });
  const before = await everything();
  failing = 'finish';
  await finishStopped(needs(), { kind: 'test-work', price: 'question' }, { taskId: ended, lease: 0 });
  expect(await everything()).toEqual(before);
  expect(logged).toEqual([[{ err: new Error('no finish'), taskId: ended }, 'what a stopped task took is settled later']]);
});

test('a task begins whole, with its key and content, or not at all', async () => {
  const at = { url: 'https://a.example/', key: 'url:a' };
  const [source] = await admin.db.insert(sources).values(at).returning();
  const [content] = await admin.db
    .insert(contents)
    .values({ userId: 'ada', sourceId: source?.id ?? '', title: 'A', contentType: 'online', noteLanguage: 'en' })
    .returning();
  const contentId = content?.id ?? '';
  const earlier = await insert({ key: 'k', state: 'failed' });
  const before = await everything();
  const task = { key: 'k', userId: 'ada', payload: { name: 'x' }, contentId, ownKey };
  const start = (definition = workTask) => admin.db.transaction((tx) => tasks.start(tx, definition, task));
  for (const fault of ['reserve', 'enqueue', 'user_work']) {
    failing = fault;
    await expect(start(), fault).rejects.toThrow(`no ${fault}`);
    expect(await everything(), fault).toEqual(before);
  }
  failing = null;
  const { id } = await start();
  expect(await rowOf(id)).toMatchObject({ contentId, state: 'queued' });
  expect(await tasks.readKey(admin.db, id)).toEqual(ownKey);
  expect((await rowOf(earlier))?.replacedAt).toEqual(expect.any(Date));
  // What begins anew is about the same content.
  const { id: other } = await start(otherTask);
  await admin.query(`update tasks set state = 'failed' where id = $1`, [other]);
  const again = await admin.db.transaction((tx) => tasks.retry(tx, other));
  expect(await rowOf(again.id)).toMatchObject({ contentId, kind: 'test-other', userId: 'ada' });
  const kept = (await admin.db.select().from(taskKeys)).map(({ taskId }) => taskId);
  expect(kept.toSorted()).toEqual([id, other].toSorted());
});

test('tasks are moved to a later time with their stage, or stay as before', async () => {
  const [id, done] = [await insert(), await insert({ state: 'completed' })];
  const before = await everything();
  const stage = { stage: 'queued', code: 'waiting_site' };
  failing = 'task';
  await expect(inTransaction((tx) => tasks.announce(tx, [{ taskId: id, ...stage }]))).rejects.toThrow('no task');
  failing = 'reschedule';
  const startAfter = new Date(Date.UTC(2040, 0, 1));
  await expect(inTransaction((tx) => tasks.reschedule(tx, workTask, [{ taskId: id, startAfter }]))).rejects.toThrow();
  expect(await everything()).toEqual(before);
  await inTransaction((tx) => tasks.announce(tx, [{ taskId: done, ...stage }]));
  expect([await everything(), signals]).toEqual([before, []]);
});

test('the database is not asked when there are no tasks', async () => {
  const away = undefined as never;
  failing = 'reschedule';
  expect(await tasks.lock(away, [])).toEqual([]);
  await announceStages(needs(), away, []);
  await rescheduleTasks(needs(), away, workTask, []);
});

test('a failure to tidy tasks reaches the queue', async () => {
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
  const done = await insert({ state: 'completed' });
  await insert({ state: 'failed', replacedAt: hours(48) });
  const event = { type: 'partial', offset: 0, text: 'old', elapsedMs: 1 };
  await admin.db.insert(taskEvents).values({ taskId: done, event, createdAt: hours(9) });
  await inTransaction((tx) => keepTaskKey({ secrets }, tx, done, ownKey));
  const tidy = () => tidyTasks(needs(), new AbortController().signal);
  for (const name of ['task_events', 'tasks', 'task_keys'])
    await withoutDeleting(name, () =>
      expect(tidy(), name).rejects.toMatchObject({ cause: { message: expect.stringContaining('refused') } }),
    );
  await insert({ createdAt: hours(1) });
  failing = 'enqueue';
  await expect(tidy()).rejects.toThrow('no enqueue');
});

test('a shutdown stops the tidying between two steps, with the oldest pieces deleted', async () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const done = await insert({ state: 'completed' });
  const event = (text: string) => ({ type: 'partial', offset: 0, text, elapsedMs: 1 });
  const replaced = await insert({ state: 'failed', replacedAt: ago(2880) });
  await admin.db
    .insert(taskEvents)
    .values(Array.from({ length: 501 }, (_, n) => ({ taskId: done, event: event(String(n)), createdAt: ago(100 + n) })));
  const tidyUntil = (times: number) => {
    let asked = 0;
    const signal = { throwIfAborted: () => asked++ === times && expect.fail('shutdown') } as unknown as AbortSignal;
    return expect(tidyTasks(needs(), signal)).rejects.toThrow('shutdown');
  };
  const left = async () => (await admin.db.select().from(taskEvents)).map((row) => (row.event as { text: string }).text);
  await tidyUntil(0);
  expect(await left()).toHaveLength(501);
  await tidyUntil(1);
  expect(await left()).toEqual(['0']);
  await tidyUntil(1);
  expect([await left(), (await rowOf(replaced))?.id]).toEqual([[], replaced]);
  await admin.query(
    `insert into tasks (kind, key, payload, state, replaced_at) select 'test-work', n::text, '{}', 'failed', now() - interval '2 days' from generate_series(1, 500) n`,
  );
  await tidyUntil(2);
  expect(await admin.db.select().from(table)).toHaveLength(2);
});
