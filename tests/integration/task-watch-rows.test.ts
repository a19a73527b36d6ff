/** What those who watch tasks are told, and when they ask the database again. Its rows and all signals are the test's own. */
import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createDatabase, type DatabaseClient, type Db } from '#db/client.ts';
import { taskEvents } from '#db/schema/tasks.ts';
import type { EventBus, Signal } from '#infra/events/event-bus.ts';
import { watchTasks } from '#infra/tasks/watch-tasks.ts';
import { openTaskDatabase, type TaskDatabase } from '../harness/processes/task-database.ts';

let opened: TaskDatabase;
let admin: DatabaseClient;
let insert: TaskDatabase['insert'];
/** One connection: what is asked behind the watcher is answered behind it. */
let narrow: DatabaseClient;
beforeAll(async () => {
  opened = await openTaskDatabase();
  ({ admin, insert } = opened);
  narrow = createDatabase(opened.connection, { max: 1, applicationName: 'test' });
});
afterAll(async () => {
  await narrow.close();
  await opened.close();
});
beforeEach(() => admin.query('delete from tasks'));

const stage = (code: string) => ({ type: 'stage', stage: 'work', percent: 1, code, elapsedMs: 1 });
const completed = { type: 'completed', elapsedMs: 5 };

async function tell(taskId: string, event: object, id?: number): Promise<void> {
  await admin.db.insert(taskEvents).values({ taskId, event, ...(id === undefined ? {} : { id }) });
}

/** Resolves when a watcher has asked all that it asks for now: three questions one after another at most. */
async function quiet(): Promise<void> {
  for (let n = 0; n < 6; n++) {
    await narrow.db.execute(sql`select 1`);
    await setImmediate();
  }
}

type Watch = { once?: boolean; drafts?: boolean; lastEventId?: number; userId?: string };

/** Follows the tasks in `about`, which the test may change, until the test ends. */
function follow(about: Map<string, string>, { once = false, drafts = true, lastEventId = 0, userId }: Watch = {}) {
  const listeners = new Set<(signal: Signal | null) => void>();
  const events = {
    subscribe(listener: (signal: Signal | null) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as EventBus;
  const stop = new AbortController();
  const asked = { find: 0, rows: 0 };
  const db = {
    select() {
      asked.rows++;
      return narrow.db.select();
    },
  } as unknown as Db;
  const find = async () => {
    asked.find++;
    return new Map(about);
  };
  const told: unknown[][] = [];
  const request = { find, lastEventId, drafts, once, signal: stop.signal, ...(userId === undefined ? {} : { userId }) };
  const over = (async () => {
    for await (const one of watchTasks({ db, events }, request))
      told.push([one.about, 'code' in one.event ? one.event.code : one.event.type, one.id]);
  })();
  onTestFinished(async () => {
    stop.abort();
    await over;
  });
  const send = async (signal: Signal | null) => {
    for (const listener of listeners) listener(signal);
    await quiet();
  };
  return { told, asked, send, over, stop, listeners };
}

test('a watcher reads again for its own tasks and its own user only', async () => {
  const [mine, other, later] = [await insert(), await insert(), await insert()];
  const about = new Map([[mine, 'mine']]);
  const { told, asked, send } = follow(about, { userId: 'ada' });
  await quiet();
  expect(asked).toEqual({ find: 1, rows: 2 });
  await tell(mine, stage('first'), 1001);
  await send({ type: 'task', taskId: other });
  await send({ type: 'task_cancelled', taskId: mine });
  await send({ type: 'user_work', userId: 'bob' });
  await send({ type: 'channels_due' });
  expect([told, asked]).toEqual([[], { find: 1, rows: 2 }]);
  await send({ type: 'task', taskId: mine });
  expect(told).toEqual([['mine', 'first', 1001]]);
  // Once more after what it found, and its tasks are the same.
  expect(asked).toEqual({ find: 1, rows: 4 });

  about.set(later, 'later');
  await tell(later, stage('early'), 1000);
  await tell(mine, stage('second'), 1002);
  await send({ type: 'user_work', userId: 'ada' });
  // What became visible late is told late, and the number that a client goes on from never falls.
  expect(told.slice(1)).toEqual([
    ['later', 'early', 1001],
    ['mine', 'second', 1002],
  ]);
  expect(asked.find).toBe(2);
  await send(null);
  expect([asked.find, told.length]).toEqual([3, 3]);
});

test('a watcher without a user hears of no user', async () => {
  const { asked, send } = follow(new Map([[await insert(), 'mine']]));
  await quiet();
  await send({ type: 'user_work', userId: 'ada' });
  expect(asked).toEqual({ find: 1, rows: 2 });
});

test('a watcher that has nothing to watch waits for work, or ends', async () => {
  const about = new Map<string, string>();
  const stranger = await insert();
  await tell(stranger, stage('not hers'));
  const { told, asked, send } = follow(about, { userId: 'ada' });
  await quiet();
  expect([told, asked]).toEqual([[], { find: 1, rows: 0 }]);
  about.set(await insert(), 'begun');
  await send({ type: 'user_work', userId: 'ada' });
  expect([told, asked]).toEqual([[], { find: 2, rows: 2 }]);
  const once = follow(new Map(), { once: true });
  await once.over;
  expect([once.told, once.asked]).toEqual([[], { find: 1, rows: 0 }]);
});

test('each task has one end, which its last event or its row tells, and the others go on', async () => {
  const ago = (ms: number) => new Date(Date.now() - ms);
  const [ended, silent, gone, going, left] = [
    await insert({ state: 'completed' }),
    await insert({ state: 'failed', errorCode: 'timed_out', errorParams: { most: { deep: 1 } } as never }),
    '00000000-0000-4000-8000-000000000001',
    await insert(),
    await insert(),
  ];
  await tell(ended, completed, 1);
  const about = new Map([
    [ended, 'ended'],
    [silent, 'silent'],
    [gone, 'gone'],
    [going, 'going'],
    [left, 'left'],
  ]);
  const { told, send } = follow(about);
  await quiet();
  expect(told).toEqual([
    ['ended', 'completed', 1],
    ['silent', 'timed_out', 1],
    ['gone', 'cancelled', 1],
  ]);
  for (const id of [ended, silent, gone, left]) about.delete(id);
  await send(null);
  // Its owner no longer names it, so it is over for the watcher, although it runs.
  expect(told.slice(3)).toEqual([['left', 'cancelled', 1]]);
  await tell(going, stage('on'), 2);
  await send({ type: 'task', taskId: going });
  await tell(going, completed, 3);
  await send({ type: 'task', taskId: going });
  about.delete(going);
  await send(null);
  expect(told.slice(4)).toEqual([
    ['going', 'on', 2],
    ['going', 'completed', 3],
  ]);

  const row = await insert({ state: 'failed', startedAt: ago(0), finishedAt: ago(5000), errorCode: 'timed_out' });
  const elapsed: unknown[] = [];
  const find = async () => new Map([[row, null]]);
  const request = { find, lastEventId: 0, drafts: true, once: true, signal: new AbortController().signal };
  const events = { subscribe: () => () => undefined } as unknown as EventBus;
  for await (const { event } of watchTasks({ db: narrow.db, events }, request)) elapsed.push(event);
  // The clocks of two machines may differ.
  expect(elapsed).toEqual([{ type: 'failed', code: 'timed_out', params: {}, elapsedMs: 0 }]);
});

test('hundreds of events are told in their order before the end, those of later versions left out', async () => {
  const [mine, other] = [await insert({ state: 'completed' }), await insert()];
  const last = 2000;
  await tell(mine, completed, last);
  await tell(mine, { type: 'of a later version' }, last - 1);
  await admin.query(
    `insert into task_events (id, task_id, event) select $2 - 1 - n, $1, jsonb_build_object('type', 'stage', 'stage', 's', 'percent', 1, 'code', n::text, 'elapsedMs', 1)
     from generate_series(1, 500) n`,
    [mine, last],
  );
  await tell(mine, { type: 'partial', offset: 0, text: 'seen', elapsedMs: 1 }, last - 502);
  await tell(mine, stage('seen'), last - 503);
  await tell(other, stage('not asked for'), last - 504);
  const { told, over, asked } = follow(new Map([[mine, 'mine']]), { once: true, drafts: false, lastEventId: last - 503 });
  await over;
  expect(told.map(([, code]) => code)).toEqual([...Array.from({ length: 500 }, (_, n) => String(500 - n)), 'completed']);
  expect(told.map(([, , id]) => id)).toEqual([...Array.from({ length: 500 }, (_, n) => last - 501 + n), last]);
  // Its row, and two parts of its events.
  expect(asked).toEqual({ find: 1, rows: 3 });
});

test('a lost signal only delays, and a watcher that is over listens to nothing', async () => {
  const mine = await insert();
  await quiet();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { told, asked, over, stop, listeners } = follow(new Map([[mine, 'mine']]));
  await quiet();
  await tell(mine, stage('unheard'), 1);
  vi.advanceTimersByTime(14_999);
  await quiet();
  expect([told, asked.find]).toEqual([[], 1]);
  vi.advanceTimersByTime(1);
  await quiet();
  expect([told, asked.find]).toEqual([[['mine', 'unheard', 1]], 2]);
  expect([listeners.size, getEventListeners(stop.signal, 'abort').length]).toEqual([1, 1]);
  stop.abort();
  await over;
  expect([listeners.size, getEventListeners(stop.signal, 'abort').length]).toEqual([0, 0]);
});
