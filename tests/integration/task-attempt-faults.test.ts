/** An attempt at a task that is stopped, put off, or loses the database: what it stores, gives back and spends. */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createDatabase, type DatabaseClient, type Db } from '#db/client.ts';
import { tasks as table, taskEvents } from '#db/schema/tasks.ts';
import type { EventBus } from '#infra/events/event-bus.ts';
import { createTaskRecorder } from '#infra/tasks/record-progress.ts';
import { AppError, DatabaseLost } from '#lib/app-error.ts';
import { openTaskDatabase, type TaskDatabase } from '../harness/processes/task-database.ts';
import { attemptTask, ownEvents, type Script, type Surroundings, silentLogger } from './attempt-task.ts';

let opened: TaskDatabase;
let admin: DatabaseClient;
/** One connection: what is asked behind something is answered behind it. */
let narrow: DatabaseClient;
let insert: TaskDatabase['insert'];
let rowOf: TaskDatabase['rowOf'];
beforeAll(async () => {
  opened = await openTaskDatabase();
  ({ admin, insert, rowOf } = opened);
  narrow = createDatabase(opened.connection, { max: 1, applicationName: 'test' });
});
afterAll(async () => {
  await narrow.close();
  await opened.close();
});
beforeEach(async () => {
  for (const name of ['tasks', 'results']) await admin.query(`delete from ${name}`);
});

const attempt = (taskId: string, script: Script, options: Partial<Surroundings> = {}) =>
  attemptTask(taskId, script, { db: admin.db, ...options });

async function toldOf(taskId: string): Promise<string[]> {
  const rows = await admin.db.select().from(taskEvents).where(eq(taskEvents.taskId, taskId)).orderBy(asc(taskEvents.id));
  return rows.map(({ event }) => (event as { type: string }).type);
}

/** Its updates fail one after another: unsent, or only the answer is lost. The first one of an attempt is its claim. */
function faulty(faults: ('unsent' | 'unanswered' | null)[]) {
  const asked = { updates: 0 };
  const away = () => new DatabaseLost('away');
  const db = new Proxy(admin.db, {
    get(target, name) {
      if (name !== 'update') return Reflect.get(target, name).bind(target);
      return (of: typeof table) => {
        const fault = faults[asked.updates++];
        if (fault === 'unsent') throw away();
        if (fault !== 'unanswered') return target.update(of);
        const answer = async (values: object, where: never) => {
          await target.update(of).set(values).where(where);
          throw away();
        };
        return { set: (values: object) => ({ where: (where: never) => ({ returning: () => answer(values, where) }) }) };
      };
    },
  });
  return { db, asked };
}

const givenBack = { state: 'queued', holder: null, lost: 0, attempts: 0 };

test('a claim whose answer is lost is given back once the database is there again', async () => {
  const id = await insert();
  const ran: unknown[] = [];
  const { db, asked } = faulty(['unanswered', 'unsent']);
  const seen = await attempt(id, { run: async (payload) => void ran.push(payload) }, { db });
  expect(seen).toMatchObject({ error: expect.any(DatabaseLost), putOff: [], lines: [] });
  expect(await rowOf(id)).toMatchObject({ ...givenBack, lease: 1 });
  expect([ran, asked.updates]).toEqual([[], 3]);
});

test('a worker that loses the database gives the task back, and no attempt is counted', async () => {
  const id = await insert();
  const { db } = faulty([null, 'unsent']);
  const lost = new DatabaseLost('away');
  const seen = await attempt(id, { run: async () => Promise.reject(lost), limits: { retries: 0 } }, { db });
  expect(seen).toEqual({ error: lost, putOff: [], lines: [], details: [] });
  expect(await rowOf(id)).toMatchObject(givenBack);
});

test('a shutdown gives the task back, or leaves it at once if the database is away too', async () => {
  const [id, left] = [await insert(), await insert()];
  const stopping = (): Script & { signal: AbortSignal } => {
    const stop = new AbortController();
    const run: Script['run'] = async (_payload, { signal }) => {
      stop.abort(new AppError('cancelled'));
      expect(signal.aborted).toBe(true);
      throw new Error('what it was at');
    };
    return { run, signal: stop.signal, limits: { retries: 0 } };
  };
  const script = stopping();
  const seen = await attempt(id, script, { signal: script.signal });
  expect(seen).toEqual({ error: new Error('what it was at'), putOff: [], lines: [], details: [] });
  expect(await rowOf(id)).toMatchObject(givenBack);

  const { db, asked } = faulty([null, 'unsent', 'unsent']);
  const other = stopping();
  expect(await attempt(left, other, { signal: other.signal, db })).toMatchObject({
    ...{ error: new Error('what it was at'), lines: ['task was not given back'] },
    details: [{ err: expect.any(DatabaseLost), taskId: left }],
  });
  expect([asked.updates, (await rowOf(left))?.state]).toEqual([2, 'running']);
});

test('a task is given back for a minute, and no longer', async () => {
  const id = await insert();
  const { db, asked } = faulty([null, 'unsent', 'unsent', 'unsent']);
  const run = async () => {
    const now = vi.spyOn(performance, 'now');
    for (const ms of [1000, 61_000, 61_001]) now.mockReturnValueOnce(ms);
    onTestFinished(() => now.mockRestore());
    throw new DatabaseLost('away');
  };
  expect((await attempt(id, { run }, { db })).lines).toEqual(['task was not given back']);
  expect(asked.updates).toBe(3);
});

test('an attempt that takes too long has failed, whatever its handler returns', async () => {
  const id = await insert();
  const late = async () => {
    const stop = new AbortController();
    const run: Script['run'] = async () => {
      stop.abort(new AppError('timed_out'));
      throw new AppError('not_found');
    };
    return attempt(id, { run }, { signal: stop.signal });
  };
  expect(await late()).toMatchObject({ error: null, lines: ['task is tried again'], details: [{ code: 'timed_out' }] });
  expect(await rowOf(id)).toMatchObject({ ...givenBack, attempts: 1 });
  expect(await late()).toMatchObject({ error: null, putOff: [], lines: ['task ended without its result'] });
  expect(await rowOf(id)).toMatchObject({ state: 'failed', errorCode: 'timed_out' });
});

test('a stopped worker reports nothing more, and its use is stored before its job ends', async () => {
  const [id, fine] = [await insert(), await insert()];
  const { events, send } = ownEvents();
  const finished: string[] = [];
  const finish = async (taskId: string) => {
    for (let n = 0; n < 5; n++) await setImmediate();
    finished.push(taskId);
    return { calls: 3 };
  };
  const run: Script['run'] = async (_payload, { signal }) => {
    await admin.db.update(table).set({ state: 'cancelled', finishedAt: new Date() }).where(eq(table.id, id));
    send({ type: 'task_cancelled', taskId: id });
    throw signal.reason;
  };
  expect(await attempt(id, { run }, { events, finish })).toEqual({ error: null, putOff: [], lines: [], details: [] });
  expect([finished, (await rowOf(id))?.usage]).toEqual([[id], { calls: 3 }]);
  await attempt(fine, { run: async () => undefined }, { events, finish });
  expect([finished, (await rowOf(fine))?.state]).toEqual([[id], 'completed']);
});

test('an attempt asks whether it holds its task only when signals may have been missed, and goes on without an answer', async () => {
  const id = await insert();
  const { events, send } = ownEvents();
  let isAway = false;
  const db = new Proxy(narrow.db, {
    get(target, name) {
      if (name === 'select' && isAway) throw new DatabaseLost('away');
      return Reflect.get(target, name).bind(target);
    },
  });
  const seen: unknown[] = [];
  const run: Script['run'] = async (_payload, { signal }) => {
    const after = async (send: () => void) => {
      send();
      await narrow.db.execute(sql`select 1`);
      await setImmediate();
      seen.push(signal.aborted);
    };
    await narrow.db.update(table).set({ lease: 2 }).where(eq(table.id, id));
    isAway = true;
    await after(() => send(null));
    isAway = false;
    await after(() => send({ type: 'task', taskId: randomUUID() }));
    await after(() => send({ type: 'user_work', userId: 'ada' }));
    await after(() => send(null));
    seen.push((signal.reason as Error).message);
  };
  await attempt(id, { run }, { events, db });
  expect(seen).toEqual([false, false, false, true, 'cancelled: task cancelled or taken over']);
});

test('the progress of a task is stored before it ends, waits or fails', async () => {
  const ends: [Script['run'], string[], string][] = [
    [async () => undefined, ['completed'], 'completed'],
    [(_payload, context) => context.complete(async () => undefined), ['completed'], 'completed'],
    [async () => Promise.reject(new AppError('not_found')), ['failed'], 'failed'],
    [async () => Promise.reject(new AppError('timed_out')), [], 'queued'],
    [async () => Promise.reject(new AppError('busy', { retry: { afterMs: 2000 } })), ['stage'], 'queued'],
    [async (_payload, context) => context.putOff(2000), [], 'queued'],
  ];
  for (const [end, last, state] of ends) {
    const id = await insert();
    const run: Script['run'] = async (payload, context) => {
      context.stage('work', 10, 'reading');
      context.draft('a beginning');
      await end(payload, context);
    };
    const { error, lines } = await attempt(id, { run }, { db: narrow.db });
    expect(error).toBeNull();
    if (state === 'completed') expect(lines).toEqual([]);
    expect([await toldOf(id), (await rowOf(id))?.state]).toEqual([['stage', 'partial', ...last], state]);
  }
});

test('a task whose end cannot be stored is tried again, or given back as it was', async () => {
  const [done, useless, unread] = [await insert(), await insert(), await insert({ payload: { title: 'x' } })];
  const fault = new Error('no signal');
  const events: EventBus = { ...ownEvents().events, publish: async () => Promise.reject(fault) };
  expect(await attempt(done, { run: async () => undefined }, { events })).toMatchObject({
    ...{ error: null, putOff: [expect.any(Number)], lines: ['task is tried again'] },
  });
  expect(await rowOf(done)).toMatchObject({ ...givenBack, attempts: 1, finishedAt: null });
  const { db } = faulty([null, 'unsent']);
  const failing = { run: async () => Promise.reject(new AppError('not_found')) };
  expect(await attempt(useless, failing, { events, db })).toMatchObject({ error: fault, putOff: [] });
  expect((await attempt(unread, failing, { events })).error).toBe(fault);
  for (const id of [useless, unread]) expect(await rowOf(id)).toMatchObject({ ...givenBack, finishedAt: null, errorCode: null });
  for (const id of [done, useless, unread]) expect(await toldOf(id)).toEqual([]);
});

test('a task that cannot be released is not put off', async () => {
  const [failed, waiting] = [await insert(), await insert()];
  const retried = { run: async () => Promise.reject(new AppError('timed_out')) };
  const away = expect.any(DatabaseLost);
  const first = await attempt(failed, retried, { db: faulty([null, 'unsent']).db });
  expect(first).toMatchObject({ error: away, putOff: [] });
  const script: Script = { run: async (_payload, context) => context.putOff(2000) };
  const second = await attempt(waiting, script, { db: faulty([null, 'unsent']).db });
  expect(second).toEqual({ error: away, putOff: [], lines: [], details: [] });
  expect([(await rowOf(failed))?.state, await rowOf(waiting)]).toMatchObject(['running', givenBack]);
});

test('what a handler writes is kept whole, while the task is its own, and ends the task or does not', async () => {
  const [id, beside] = [await insert(), await insert()];
  const seen: unknown[] = [];
  const store = (tx: Pick<Db, 'execute'>) => tx.execute(sql`insert into results (task_id, text) values (${id}, 'half')`);
  const undone = async (tx: Pick<Db, 'execute'>) => {
    await store(tx);
    throw new AppError('llm_bad_output');
  };
  const codeOf = (error: unknown) => void seen.push(error instanceof AppError ? error.code : error);
  const run: Script['run'] = async (_payload, context) => {
    seen.push(context.isLastAttempt);
    await context.checkpoint('step', 1);
    await context.write(undone).catch(codeOf);
    await context.complete(undone).catch(codeOf);
    seen.push((await rowOf(id))?.state, await admin.query('select text from results'));
    await admin.db.update(table).set({ lease: 7 }).where(eq(table.id, id));
    await context.checkpoint('late', 2).catch((error: Error) => seen.push(error.message));
    await context.complete(async (tx) => void (await store(tx))).catch(codeOf);
    seen.push(Object.fromEntries(context.checkpoints), context.signal.aborted);
  };
  await attempt(id, { run, limits: { retries: 0 } });
  expect(seen).toEqual([
    ...[true, 'llm_bad_output', 'llm_bad_output', 'running', []],
    ...['cancelled: the task is no longer this worker’s', 'cancelled', { step: 1 }, true],
  ]);
  expect(await rowOf(id)).toMatchObject({ state: 'running', checkpoints: { step: 1 }, lease: 7 });
  expect([await rowOf(beside), await admin.query('select text from results')]).toMatchObject([{ checkpoints: {} }, []]);
});

test('an attempt is the last when no more are left, and its time counts from the first', async () => {
  const id = await insert({ attempts: 1, startedAt: new Date(Date.now() - 3_600_000) });
  const last: boolean[] = [];
  const run: Script['run'] = async (_payload, context) => {
    last.push(context.isLastAttempt);
    context.stage('work', 10, 'reading');
  };
  await attempt(id, { run, limits: { retries: 2 } });
  await admin.db.update(table).set({ state: 'queued' }).where(eq(table.id, id));
  await attempt(id, { run });
  expect(last).toEqual([false, true]);
  const elapsed = (await rowOf(id))?.progress?.elapsedMs ?? 0;
  expect(elapsed).toBeGreaterThanOrEqual(3_600_000);
  expect(elapsed).toBeLessThan(3_660_000);
});

test('a pause that ends at the very limit costs an attempt', async () => {
  const now = new Date(Date.UTC(2026, 0, 1));
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
  const startedAt = new Date(now.getTime() - 10_000);
  for (const [afterMs, line] of [
    [59_999, 'task put off'],
    [60_000, 'task is tried again'],
  ] as const) {
    const id = await insert({ startedAt });
    const run = async () => Promise.reject(new AppError('busy', { retry: { afterMs } }));
    expect((await attempt(id, { run, limits: { postponeLimitSeconds: 70 } })).lines).toEqual([line]);
  }
});

test('a draft that was stored at once leaves no timer behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const before = vi.getTimerCount();
  const lease = { taskId: randomUUID(), lease: 1 };
  const { events } = ownEvents();
  const { logger } = silentLogger();
  const recorder = createTaskRecorder({ db: admin.db, events, logger, lease, startedAt: new Date(), onLost: () => undefined });
  recorder.draft('');
  expect(vi.getTimerCount()).toBe(before + 1);
  await recorder.flush();
  expect(vi.getTimerCount()).toBe(before);
});
