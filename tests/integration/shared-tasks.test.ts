/** Tasks that no user owns, and many that wait for one thing: on a real PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import type { TaskRequest } from '#infra/tasks/meter.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database/databases.ts';
import { prepareTaskTests, startTaskProcess, startWork, type TaskProcess, workTask } from '../harness/processes/task-kinds.ts';
import { waitFor } from '../harness/wait.ts';

const request: TaskRequest = { userId: 'ada', clientAddress: '203.0.113.7', needsBudget: false, keyUserId: null };

describe.each(inject('clusters').slice(0, 1))('shared tasks on $name', ({ connection: cluster }) => {
  let database: TestDatabase;
  let admin: DatabaseClient;
  const stops: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    database = await cloneDatabase(cluster);
    admin = createDatabase(database.connection, { max: 4, applicationName: 'test-admin' });
    await prepareTaskTests(admin);
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
    await admin.close();
    await database.drop();
  });

  async function serve(run: Parameters<typeof startTaskProcess>[1]['run'], works = true): Promise<TaskProcess> {
    const served = await startTaskProcess(database.connection, { run, works });
    stops.push(() => served.stop());
    return served;
  }

  const idle = () => serve(async () => undefined, false);

  test('a request that needs no start is counted, or refused', async () => {
    const { tasks, client } = await idle();
    await client.db.transaction((tx) => tasks.join(tx, workTask, request));
    expect(await admin.query('select call from metered')).toEqual([{ call: 'join' }]);
    const refused = client.db.transaction((tx) => tasks.join(tx, workTask, { ...request, userId: 'broke' }));
    await expect(refused).rejects.toMatchObject({ code: 'too_many_submissions' });
  });

  test('a lock for a start keeps others from starting a task of the same key', async () => {
    const served = await idle();
    const { tasks, client } = served;
    const order: string[] = [];
    let other: Promise<unknown> = Promise.resolve();
    const { id } = await client.db.transaction(async (tx) => {
      expect(await tasks.lockForStart(tx, workTask, 'k')).toBeNull();
      other = startWork(served, { name: 'second', key: 'k' }).then((begun) => {
        order.push(begun.started ? 'began' : 'joined');
        return begun.id;
      });
      await waitFor('the second to wait', async () => {
        const waiting = await admin.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`);
        return waiting.length > 0 || undefined;
      });
      order.push('first');
      return tasks.start(tx, workTask, { key: 'k', userId: null, payload: { name: 'first' }, request });
    });
    expect(await other).toBe(id);
    expect(order).toEqual(['first', 'joined']);
    const found = await client.db.transaction((tx) => tasks.lockForStart(tx, workTask, 'k'));
    expect(found).toMatchObject({ id, userId: null, payload: { name: 'first' } });
  });

  test('several are locked in the order of their ids, so that two who want the same wait for each other', async () => {
    const served = await idle();
    const { tasks, client } = served;
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) ids.push((await startWork(served, { name })).id);
    const lockAll = (wanted: string[]) => (tx: Tx) => tasks.lock(tx, wanted).then((rows) => rows.map(({ id }) => id));
    const locked = await Promise.all(
      Array.from({ length: 12 }, (_, n) => client.db.transaction(lockAll(n % 2 === 0 ? ids : ids.toReversed()))),
    );
    for (const found of locked) expect(found).toEqual(ids.toSorted());
    await client.db.transaction((tx) => tasks.cancel(tx, ids[0] ?? ''));
    expect(await client.db.transaction(lockAll(ids))).toEqual(ids.slice(1).toSorted());
    expect(await client.db.transaction(lockAll([]))).toEqual([]);
  });

  test('what tasks wait for is told on each, with the percentage that it had', async () => {
    const served = await serve(async (_payload, context) => {
      context.stage('work', 40, 'reading');
      await context.flush();
      context.putOff(3_600_000);
    });
    const { tasks, client } = served;
    const { id: begun } = await startWork(served, { name: 'begun' });
    await waitFor('its stage', async () => {
      const [row] = await admin.query('select 1 from tasks where id = $1 and lease = 1 and holder is null', [begun]);
      return row && true;
    });
    await served.queue.stop(0);
    const other = await idle();
    const { id: fresh } = await startWork(other, { name: 'fresh' });
    const { id: ended } = await startWork(other, { name: 'ended' });
    await client.db.transaction((tx) => tasks.cancel(tx, ended));
    const stages = [begun, fresh, ended, randomUUID()].map((taskId, index) => {
      return { taskId, stage: 'queued', code: 'waiting_site', params: { place: index } };
    });
    const watching = new AbortController();
    const seen: unknown[] = [];
    const watched = (async () => {
      const find = async () => new Map([[fresh, 'mine']]);
      const events = other.tasks.watch({ find, lastEventId: 0, drafts: true, once: true, signal: watching.signal });
      for await (const { about, event } of events) seen.push({ about, event });
    })();
    await client.db.transaction((tx) => tasks.announce(tx, stages));
    await waitFor('the event', () => seen.length > 0 || undefined);
    watching.abort();
    await watched;
    const waiting = { type: 'stage', stage: 'queued', code: 'waiting_site' };
    expect(seen).toEqual([{ about: 'mine', event: { ...waiting, percent: 0, params: { place: 1 }, elapsedMs: 0 } }]);
    expect((await tasks.read(admin.db, begun))?.progress).toMatchObject({ ...waiting, percent: 40, params: { place: 0 } });
    expect((await tasks.read(admin.db, fresh))?.progress).toMatchObject({ ...waiting, percent: 0, params: { place: 1 } });
    expect((await tasks.read(admin.db, ended))?.progress).toBeNull();
  });

  test('many are moved at once, each to its own time, and ended ones stay', async () => {
    const served = await idle();
    const { tasks, client } = served;
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.push((await startWork(served, { name })).id);
    const [a = '', b = '', c = ''] = ids;
    await client.db.transaction((tx) => tasks.cancel(tx, c));
    const at = (hours: number) => new Date(Date.UTC(2040, 0, 1, hours));
    await tasks.reschedule(client.db, workTask, [
      { taskId: a, startAfter: at(1), priority: 5 },
      { taskId: b, startAfter: at(2) },
      { taskId: c, startAfter: at(3) },
    ]);
    await tasks.reschedule(client.db, workTask, []);
    expect((await tasks.read(admin.db, a)) ?? {}).toMatchObject({ startAfter: at(1), priority: 5 });
    expect((await tasks.read(admin.db, b)) ?? {}).toMatchObject({ startAfter: at(2), priority: 0 });
    expect((await tasks.read(admin.db, c)) ?? {}).toMatchObject({ startAfter: null });
    const jobs = await admin.query(
      `select singleton_key as id, priority, start_after from pgboss.job where singleton_key in ($1, $2) order by start_after`,
      [a, b],
    );
    expect(jobs).toEqual([
      { id: a, priority: 5, start_after: at(1) },
      { id: b, priority: 0, start_after: at(2) },
    ]);
  });

  test('removed tasks stop, tell those who watch, and leave nothing', async () => {
    const aborted: string[] = [];
    const served = await serve(async ({ name }, { signal, stage }) => {
      stage('work', 1, 'reading');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      aborted.push(name);
    });
    const { tasks, client } = served;
    const { id } = await startWork(served, { name: 'gone', userId: null });
    const { id: kept } = await startWork(served, { name: 'kept' });
    await waitFor('both to work', async () => (await admin.query(`select 1 from task_events`)).length === 2 || undefined);
    await client.db.transaction((tx) => tasks.remove(tx, [id, randomUUID()]));
    await waitFor('its end', () => aborted.length > 0 || undefined);
    expect(aborted).toEqual(['gone']);
    expect(await admin.query('select id from tasks')).toEqual([{ id: kept }]);
    expect(await admin.query('select task_id from task_events')).toEqual([{ task_id: kept }]);
    expect(await admin.query('select state from settled where task_id = $1', [id])).toEqual([{ state: 'cancelled' }]);
    expect(await admin.query(`select call from metered where task_id = $1 order by call`, [id])).toEqual([
      { call: 'commit' },
      { call: 'reserve' },
    ]);
  });
});
