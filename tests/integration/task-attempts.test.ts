/** One attempt at a task, step by step: what it claims, tells, keeps and gives back, and what stops it. */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { tasks as table, taskEvents } from '#db/schema/tasks.ts';
import type { EventBus } from '#infra/events/event-bus.ts';
import { createTaskRecorder } from '#infra/tasks/record-progress.ts';
import { AppError } from '#lib/app-error.ts';
import { openTaskDatabase, type TaskDatabase } from '../harness/processes/task-database.ts';
import { waitFor } from '../harness/wait.ts';
import { attemptTask, ownEvents, type Script, type Surroundings, silentLogger } from './attempt-task.ts';

let opened: TaskDatabase;
let admin: DatabaseClient;
let insert: TaskDatabase['insert'];
let rowOf: TaskDatabase['rowOf'];
beforeAll(async () => {
  opened = await openTaskDatabase();
  ({ admin, insert, rowOf } = opened);
});
afterAll(() => opened.close());
beforeEach(() => admin.query('delete from tasks'));

type Told = { type: string; code?: string; percent?: number; offset?: number; text?: string; elapsedMs: number };

async function eventsOf(taskId: string): Promise<Told[]> {
  const rows = await admin.db.select().from(taskEvents).where(eq(taskEvents.taskId, taskId)).orderBy(asc(taskEvents.id));
  return rows.map(({ event }) => event as Told);
}

/** Fails when the attempt does. */
async function attempt(taskId: string, script: Script, options: Partial<Surroundings> = {}) {
  const { error, ...seen } = await attemptTask(taskId, script, { db: admin.db, ...options });
  if (error !== null) throw error;
  return seen;
}

test('an attempt is made at a task in flight alone, once it is ready', async () => {
  const [mine, done, beside] = [
    await insert(),
    await insert({ state: 'completed' }),
    await insert({ payload: { name: 'beside' } }),
  ];
  const ran: string[] = [];
  const run: Script['run'] = async ({ name }) => void ran.push(name);
  expect(await attempt(mine, { run, ready: async () => 1500 })).toMatchObject({ putOff: [1500] });
  expect(await rowOf(mine)).toMatchObject({ state: 'queued', lease: 0, startedAt: null });
  for (const id of [done, randomUUID()]) expect(await attempt(id, { run })).toMatchObject({ putOff: [] });
  expect(ran).toEqual([]);
  expect(await attempt(mine, { run, ready: async () => 0 })).toMatchObject({ putOff: [] });
  expect(ran).toEqual(['x']);
  expect(await rowOf(mine)).toMatchObject({ state: 'completed', lease: 1, holder: null });
  expect(await rowOf(beside)).toMatchObject({ state: 'queued', lease: 0 });
  // The first attempt resumes nothing.
  expect((await eventsOf(mine)).map(({ type }) => type)).toEqual(['completed']);
});

test('a task of another version’s payload, or one that takes its workers along, fails without being run', async () => {
  const unread = await insert({ payload: { title: 'x' } });
  const deadly = await insert({ lost: 6, holder: randomUUID() });
  const tired = await insert({ lost: 6 });
  const ran: unknown[] = [];
  const script: Script = {
    run: async (payload) => void ran.push(payload),
    ready: async (payload) => Number(ran.push(payload)) * 0,
  };
  const unreadable = await attempt(unread, script);
  expect(unreadable.lines).toEqual(['task cannot be read']);
  expect(unreadable.details).toEqual([{ taskId: unread, kind: 'test-work', lost: 0 }]);
  expect(ran).toEqual([]);
  expect((await attempt(deadly, { run: script.run })).lines).toEqual(['task lost too many workers']);
  expect(ran).toEqual([]);
  for (const id of [unread, deadly]) expect(await rowOf(id)).toMatchObject({ state: 'failed', errorCode: 'internal' });
  await attempt(tired, { run: script.run });
  expect(ran).toHaveLength(1);
  expect(await rowOf(tired)).toMatchObject({ state: 'completed', lost: 6 });
});

test('an attempt stops when its task is cancelled or taken over, and not for another’s sake or a moment without signals', async () => {
  const [mine, other] = [await insert(), await insert()];
  // One connection: what is asked behind it is answered behind it.
  const client = createDatabase(opened.connection, { max: 1, applicationName: 'test' });
  const { events, send, listeners } = ownEvents();
  const asked = async () => {
    send(null);
    await client.db.execute(sql`select 1`);
    await setImmediate();
  };
  const seen: boolean[] = [];
  const run: Script['run'] = async (_payload, { signal }) => {
    send({ type: 'task_cancelled', taskId: other });
    send({ type: 'task', taskId: mine });
    seen.push(signal.aborted);
    await asked();
    seen.push(signal.aborted);
    await client.db.update(table).set({ lease: 2 }).where(eq(table.id, mine));
    await asked();
    seen.push(signal.aborted);
  };
  // Nothing is held yet, so there is nothing to ask for.
  const early: EventBus = {
    ...events,
    subscribe(listener) {
      listener(null);
      return events.subscribe(listener);
    },
  };
  await attempt(mine, { run }, { events: early, db: client.db });
  expect(seen).toEqual([false, false, true]);
  expect(await rowOf(mine)).toMatchObject({ state: 'running', lease: 2 });
  expect(listeners.size).toBe(0);
  await attempt(
    other,
    {
      run: async (_payload, { signal }) => {
        send({ type: 'task_cancelled', taskId: other });
        seen.push(signal.aborted);
      },
    },
    { events, db: client.db },
  );
  expect(seen.at(-1)).toBe(true);
  await client.close();
});

test('an attempt goes on from the checkpoints of the last one, and one that is put off spends nothing', async () => {
  const id = await insert();
  const found: unknown[] = [];
  const script: Script = {
    run: async (_payload, context) => {
      found.push([Object.fromEntries(context.checkpoints), context.isLastAttempt, context.usageKey]);
      await context.checkpoint(`step-${context.checkpoints.size}`, { done: context.checkpoints.size });
      found.push(Object.fromEntries(context.checkpoints));
      if (context.checkpoints.size < 2) context.putOff(2000);
    },
  };
  expect((await attempt(id, script)).putOff).toEqual([2000]);
  expect(await rowOf(id)).toMatchObject({ state: 'queued', holder: null, attempts: 0, lost: 0 });
  expect(await eventsOf(id)).toEqual([]);
  expect((await attempt(id, script)).putOff).toEqual([]);
  const [first, both] = [{ 'step-0': { done: 0 } }, { 'step-0': { done: 0 }, 'step-1': { done: 1 } }];
  const key = `test-work:${id}`;
  expect(found).toEqual([[{}, false, key], first, [first, false, key], both]);
  expect(await rowOf(id)).toMatchObject({ state: 'completed', checkpoints: both });
  expect((await eventsOf(id)).map(({ type, code }) => [type, code])).toEqual([
    ['stage', 'resuming'],
    ['completed', undefined],
  ]);
});

test('what fails behind its end changes nothing, and a failure before it spends an attempt', async () => {
  const [done, failing] = [await insert(), await insert()];
  const late: Script = {
    run: async (_payload, context) => {
      await context.complete(async () => undefined);
      throw new AppError('internal');
    },
  };
  const failedLate = await attempt(done, late);
  expect(failedLate).toMatchObject({
    ...{ putOff: [], lines: ['task failed after its end'] },
    details: [{ err: { code: 'internal' }, taskId: done }],
  });
  expect(await rowOf(done)).toMatchObject({ state: 'completed', errorCode: null });
  expect(await eventsOf(done)).toHaveLength(1);
  const never: Script = { run: async () => Promise.reject(new AppError('timed_out')) };
  const { putOff } = await attempt(failing, never);
  // Three seconds, less a random part that is at most half of them.
  expect(putOff).toHaveLength(1);
  expect(putOff[0]).toBeGreaterThanOrEqual(1500);
  expect(putOff[0]).toBeLessThanOrEqual(3000);
  expect(await rowOf(failing)).toMatchObject({ state: 'queued', attempts: 1, holder: null });
  expect((await attempt(failing, never)).putOff).toEqual([]);
  expect(await rowOf(failing)).toMatchObject({ state: 'failed', errorCode: 'timed_out', attempts: 1 });
});

test('a failure waits longer each time, a provider’s pause costs no attempt for a while, and the end says why', async () => {
  const [retried, paused, useless, broken] = [await insert(), await insert(), await insert(), await insert()];
  const failing = (error: unknown, limits: Script['limits'] = {}) => ({ run: async () => Promise.reject(error), limits });
  for (const [attempts, least] of [
    [0, 1000],
    [1, 2000],
    [2, 4000],
  ] as const) {
    const { putOff, lines, details } = await attempt(
      retried,
      failing(new AppError('busy'), { retries: 3, retryDelaySeconds: 2 }),
    );
    expect(putOff[0], String(attempts)).toBeGreaterThanOrEqual(least);
    expect(putOff[0], String(attempts)).toBeLessThanOrEqual(2 * least);
    expect([lines, details]).toEqual([['task is tried again'], [{ taskId: retried, code: 'busy', delayMs: putOff[0] }]]);
    expect(await rowOf(retried)).toMatchObject({ state: 'queued', attempts: attempts + 1, holder: null });
  }
  // Never less than a second.
  const soon = await attempt(retried, failing(new AppError('busy'), { retries: 9, retryDelaySeconds: 0 }));
  expect(soon.putOff).toEqual([1000]);

  const pause = (afterMs: number) => new AppError('busy', { retry: { afterMs } });
  const first = await attempt(paused, failing(pause(90_500)));
  expect([first.putOff, first.lines, first.details]).toEqual([
    ...[[90_500], ['task put off'], [{ taskId: paused, code: 'busy', delayMs: 90_500 }]],
  ]);
  expect(await rowOf(paused)).toMatchObject({ state: 'queued', attempts: 0 });
  expect((await eventsOf(paused)).at(-1)).toMatchObject({
    ...{ type: 'stage', stage: 'queued', percent: 0, code: 'waiting_provider', params: { seconds: 91 } },
  });
  const started = (seconds: number) =>
    admin.db
      .update(table)
      .set({ startedAt: new Date(Date.now() - 1000 * seconds) })
      .where(eq(table.id, paused));
  // Twenty minutes from the first attempt on, unless its kind says otherwise.
  await started(20 * 60 - 120);
  expect((await attempt(paused, failing(pause(60_000)))).lines).toEqual(['task put off']);
  await started(20 * 60 - 30);
  expect((await attempt(paused, failing(pause(60_000)))).lines).toEqual(['task is tried again']);
  expect(await rowOf(paused)).toMatchObject({ state: 'queued', attempts: 1 });
  await started(65);
  expect((await attempt(paused, failing(pause(5000), { postponeLimitSeconds: 130 }))).lines).toEqual(['task put off']);
  const last = await attempt(paused, failing(pause(5000), { postponeLimitSeconds: 65 }));
  expect([last.lines, last.putOff]).toEqual([['task ended without its result'], []]);
  expect(await rowOf(paused)).toMatchObject({ state: 'failed', errorCode: 'busy', attempts: 1 });

  const refused = await attempt(useless, failing(new AppError('not_found', { detail: 'its page is gone' })));
  expect([refused.putOff, refused.lines]).toEqual([[], ['task ended without its result']]);
  expect(refused.details).toMatchObject([
    { taskId: useless, kind: 'test-work', code: 'not_found', detail: expect.stringContaining('its page is gone') },
  ]);
  expect(await rowOf(useless)).toMatchObject({ state: 'failed', errorCode: 'not_found', attempts: 0 });
  const fault = new TypeError('a fault of ours');
  const internal = await attempt(broken, failing(fault, { retries: 0 }));
  expect([internal.lines, internal.details]).toEqual([
    ['task failed'],
    [{ taskId: broken, kind: 'test-work', code: 'internal', err: fault }],
  ]);
});

test('progress only grows, is told once, and carries the time since the start', async () => {
  const [taskId, beside] = [await insert({ state: 'running', lease: 4 }), await insert({ state: 'running', lease: 4 })];
  const { events, published } = ownEvents();
  const { lines, logger } = silentLogger();
  let lost = 0;
  const record = (startedAt: Date) =>
    createTaskRecorder({ db: admin.db, events, logger, lease: { taskId, lease: 4 }, startedAt, onLost: () => void lost++ });
  const recorder = record(new Date(Date.now() - 5000));
  recorder.stage('reading', 40.4, 'first', { pages: 3 });
  recorder.stage('reading', 20, 'first', { pages: 3 });
  recorder.stage('reading', 20, 'second');
  recorder.stage('writing', 250, 'third');
  await recorder.flush();
  const told = await eventsOf(taskId);
  expect(told).toMatchObject([
    { type: 'stage', stage: 'reading', percent: 40, code: 'first', params: { pages: 3 } },
    { type: 'stage', stage: 'reading', percent: 40, code: 'second' },
    { type: 'stage', stage: 'writing', percent: 100, code: 'third' },
  ]);
  for (const elapsedMs of [...told.map((one) => one.elapsedMs), recorder.elapsedMs()]) {
    expect(elapsedMs).toBeGreaterThanOrEqual(5000);
    expect(elapsedMs).toBeLessThan(65_000);
  }
  expect(published).toEqual(told.map(() => ({ type: 'task', taskId })));
  expect((await rowOf(taskId))?.progress).toEqual(told[2]);
  expect([(await rowOf(beside))?.progress, await eventsOf(beside)]).toEqual([null, []]);
  // The clock of another machine may be ahead.
  expect(record(new Date(Date.now() + 60_000)).elapsedMs()).toBe(0);
  expect([lines, lost]).toEqual([[], 0]);

  await admin.db.update(table).set({ lease: 5 }).where(eq(table.id, taskId));
  recorder.stage('writing', 100, 'late');
  recorder.stage('writing', 100, 'later');
  await recorder.flush();
  expect([(await eventsOf(taskId)).length, lost]).toEqual([3, 1]);
});

test('progress that cannot be stored is left out whole, and what follows it is told', async () => {
  const taskId = await insert({ state: 'running', lease: 1 });
  const { events } = ownEvents();
  const { lines, details, logger } = silentLogger();
  let failing = true;
  const broken: EventBus = { ...events, publish: async () => (failing ? Promise.reject(new Error('no signal')) : undefined) };
  const recorder = createTaskRecorder({
    ...{ db: admin.db, events: broken, logger, lease: { taskId, lease: 1 }, startedAt: new Date() },
    onLost: () => expect.unreachable(),
  });
  recorder.stage('reading', 1, 'first');
  recorder.draft('one');
  await recorder.flush();
  expect([await eventsOf(taskId), (await rowOf(taskId))?.progress]).toEqual([[], null]);
  expect(lines).toEqual(Array(2).fill('progress of a task was not stored'));
  expect(details).toEqual(Array(2).fill({ err: new Error('no signal'), taskId }));
  failing = false;
  recorder.draft('one two');
  recorder.stage('reading', 2, 'second');
  await recorder.flush();
  // The lost piece is in the next one, and a stage comes behind the text that was there before it.
  expect(await eventsOf(taskId)).toMatchObject([
    { type: 'partial', offset: 0, text: 'one two' },
    { type: 'stage', code: 'second' },
  ]);
});

test('a draft is stored by itself, a few times a second, as the piece that is new', async () => {
  const taskId = await insert({ state: 'running', lease: 1 });
  const { logger } = silentLogger();
  const recorder = createTaskRecorder({
    ...{ db: admin.db, events: ownEvents().events, logger, lease: { taskId, lease: 1 }, startedAt: new Date() },
    onLost: () => expect.unreachable(),
  });
  const began = performance.now();
  recorder.draft('a');
  await waitFor('the first piece', async () => (await eventsOf(taskId)).length === 1 || undefined);
  let made = 0;
  let text = 'a';
  for (let n = 0; n < 200; n++) {
    text += n;
    const whole = text;
    recorder.draft(() => {
      made++;
      return whole;
    });
    await setImmediate();
  }
  await recorder.flush();
  const pieces = await eventsOf(taskId);
  expect(pieces.map(({ text: piece }) => piece).join('')).toBe(text);
  expect(pieces.map(({ offset }) => offset)).toEqual(
    pieces.map((_piece, at) => pieces.slice(0, at).reduce((sum, piece) => sum + (piece.text?.length ?? 0), 0)),
  );
  const most = 2 + Math.ceil((performance.now() - began) / 200);
  expect(pieces.length).toBeLessThanOrEqual(most);
  expect(made).toBe(pieces.length - 1);
  recorder.draft(text);
  await recorder.flush();
  await recorder.flush();
  expect(await eventsOf(taskId)).toHaveLength(pieces.length);
});
