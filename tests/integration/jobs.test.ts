/** The queue on a real PostgreSQL: transactions, attempts, postponement, cancelling, shutdown, and killed workers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { connectionUrl, createDatabase, type DatabaseClient, driverOptions } from '#db/client.ts';
import { type Listener, openListener } from '#db/listener.ts';
import { startPollers } from '#infra/jobs/concurrent-pollers.ts';
import { defineJob, handleJob, type JobContext, type JobDefinition, type JobHandler } from '#infra/jobs/job.ts';
import { openJobQueue, type RunningQueue } from '#infra/jobs/queue.ts';
import { queueSchema } from '#infra/jobs/schema.ts';
import { createLogger } from '#infra/logger/logger.ts';
import { AppError } from '#lib/app-error.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database/databases.ts';
import { compileCache } from '../harness/http/server.ts';
import { programOf } from '../harness/processes/server-programs.ts';
import { waitFor } from '../harness/wait.ts';

const logger = createLogger({ level: 'silent', format: 'json', secrets: [] });
const zPayload = z.strictObject({ n: z.number() });
type Payload = z.infer<typeof zPayload>;

/** One job for all tests of this file: a name can be defined once in a process. */
const job = defineJob<Payload>({
  name: 'test.work',
  version: 1,
  payload: zPayload,
  retryLimit: 2,
  retryDelaySeconds: 1,
  postponeLimitSeconds: 60,
  expireInSeconds: 60,
});
const keyed = defineJob<Payload>({ ...job, name: 'test.keyed', singleton: 'key' });

describe.each(inject('clusters'))('on $name', ({ name: clusterName, connection: cluster }) => {
  let database: TestDatabase;
  let client: DatabaseClient;
  let queues: RunningQueue[];
  let listener: Listener;

  beforeEach(async () => {
    database = await cloneDatabase(cluster);
    client = createDatabase(database.connection, { max: 5, applicationName: 'test' });
    listener = await openListener(database.connection, { applicationName: 'test' });
    queues = [];
  });
  afterEach(async () => {
    for (const queue of queues) await queue.stop(0);
    await listener.close();
    await client.close();
    await database.drop();
  });

  async function serve(handler: JobHandler<Payload>, own: JobDefinition<Payload> = job): Promise<RunningQueue> {
    const queue = await openJobQueue({ connection: database.connection, logger, work: { concurrency: 2, listener } });
    queues.push(queue);
    const idle = async () => ({ run: async () => undefined });
    await queue.serve([
      handleJob(job, own === job ? async () => handler : idle),
      handleJob(keyed, own === keyed ? async () => handler : idle),
    ]);
    return queue;
  }

  async function stateOf(id: string | null): Promise<{ state: string; retryCount: number } | undefined> {
    const [row] = await client.query<{ state: string; retryCount: number }>(
      `select state, retry_count as "retryCount" from pgboss.job where id = $1 and name <> 'dead'`,
      [id],
    );
    return row;
  }

  const inState = (id: string | null, state: string) =>
    waitFor(`job in state ${state}`, async () => ((await stateOf(id))?.state === state ? true : undefined));

  test('a job exists when the transaction commits, and not after a rollback', async () => {
    const seen: number[] = [];
    const queue = await serve({ run: async ({ n }) => void seen.push(n) });
    await client.db.transaction(async (tx) => queue.enqueue(tx, job, { n: 1 }));
    await client.db
      .transaction(async (tx) => {
        await queue.enqueue(tx, job, { n: 2 });
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await queue.enqueue(client.db, job, { n: 3 });
    await waitFor('both jobs', () => (seen.includes(1) && seen.includes(3) ? true : undefined));
    expect(seen).not.toContain(2);
  });

  test('only one job per key waits or runs', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const queue = await serve({ run: () => held }, keyed);
    const first = await queue.enqueue(client.db, keyed, { n: 1 }, { singletonKey: 'a' });
    expect(await queue.enqueue(client.db, keyed, { n: 2 }, { singletonKey: 'a' })).toBeNull();
    await inState(first, 'active');
    expect(await queue.enqueue(client.db, keyed, { n: 3 }, { singletonKey: 'a' })).toBeNull();
    expect(await queue.enqueue(client.db, keyed, { n: 4 }, { singletonKey: 'b' })).not.toBeNull();
    release();
    await inState(first, 'completed');
    expect(await queue.enqueue(client.db, keyed, { n: 5 }, { singletonKey: 'a' })).not.toBeNull();
  });

  test('an unknown failure is retried up to the limit, then reported dead once', async () => {
    const attempts: number[] = [];
    const last: boolean[] = [];
    const dead: number[] = [];
    const queue = await serve({
      async run(_payload, context) {
        attempts.push(context.attempt);
        last.push(context.isLastAttempt);
        throw new Error('no luck');
      },
      onDead: async ({ n }) => void dead.push(n),
    });
    const id = await queue.enqueue(client.db, job, { n: 7 });
    await waitFor('the end of it', () => (dead.length > 0 ? true : undefined));
    expect(attempts).toEqual([0, 1, 2]);
    expect(last).toEqual([false, false, true]);
    expect(dead).toEqual([7]);
    expect((await stateOf(id))?.state).toBe('failed');
  });

  test('an error that is not worth retrying ends the job at once', async () => {
    let attempts = 0;
    const codes: string[] = [];
    const queue = await serve({
      async run() {
        attempts++;
        throw new AppError('page_no_text');
      },
      onDead: async (_payload, { error }) => void codes.push(error.code),
    });
    await queue.enqueue(client.db, job, { n: 1 });
    await waitFor('the end of it', () => (codes.length > 0 ? true : undefined));
    expect({ attempts, codes }).toEqual({ attempts: 1, codes: ['page_no_text'] });
  });

  test('a pause of a provider postpones the job without spending an attempt', async () => {
    const attempts: number[] = [];
    const queue = await serve({
      async run(_payload, context) {
        attempts.push(context.attempt);
        if (attempts.length <= 3) throw new AppError('llm_rate_limited', { retry: { afterMs: 1000 } });
      },
    });
    const id = await queue.enqueue(client.db, job, { n: 1 });
    await inState(id, 'completed');
    // Four calls with two retries allowed: none of them counted.
    expect(attempts).toEqual([0, 0, 0, 0]);
  });

  test('the loss of the database requeues the job without spending an attempt', async () => {
    const attempts: number[] = [];
    const queue = await serve({
      async run(_payload, { attempt }) {
        attempts.push(attempt);
        if (attempts.length < 4) await client.query('select pg_terminate_backend(pg_backend_pid())');
      },
    });
    const id = await queue.enqueue(client.db, job, { n: 1 });
    await inState(id, 'completed');
    // More often than a failing job is tried.
    expect(job.retryLimit).toBeLessThan(3);
    expect(attempts).toEqual([0, 0, 0, 0]);
  });

  test('a payload that cannot be read is never run', async () => {
    let runs = 0;
    const queue = await serve({ run: async () => void runs++ });
    await queue.enqueue(client.db, job, { n: 1 });
    await waitFor('a good job', () => (runs === 1 ? true : undefined));
    await client.query(
      `insert into pgboss.job (name, data, retry_limit) values ('test.work', '{"v":1,"p":{"n":"one"}}', 2), ('test.work', '{"v":9,"p":{"n":1}}', 2)`,
    );
    await waitFor('both bad jobs', async () => {
      const rows = await client.query("select 1 from pgboss.job where name = 'test.work' and state = 'failed'");
      return rows.length === 2 ? true : undefined;
    });
    expect(runs).toBe(1);
  });

  test('cancelling reaches a running handler at once, also from another process', async () => {
    let context: JobContext | undefined;
    let ended: unknown;
    const worker = await serve({
      run: (_payload, found) => {
        context = found;
        return new Promise((_resolve, reject) =>
          found.signal.addEventListener('abort', () => {
            ended = found.signal.reason;
            reject(found.signal.reason);
          }),
        );
      },
    });
    const id = await worker.enqueue(client.db, job, { n: 1 });
    await waitFor('the handler', () => (context ? true : undefined));
    const other = createDatabase(database.connection, { max: 2, applicationName: 'test' });
    const asker = await openJobQueue({ connection: database.connection, logger, work: null });
    await asker.cancel(other.db, job, id ?? '');
    await waitFor('the abort', () => (ended ? true : undefined));
    expect(ended).toMatchObject({ code: 'cancelled' });
    await inState(id, 'cancelled');
    await asker.stop(0);
    await other.close();
  });

  test('a shutdown waits for running jobs, then requeues them without spending an attempt', async () => {
    const began: string[] = [];
    const run = (name: string): JobHandler<Payload> => ({
      run: ({ n }, { signal }) => {
        began.push(`${name}${n}`);
        if (n === 1 || name === 'b') return Promise.resolve();
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    });
    const first = await serve(run('a'));
    const id = await first.enqueue(client.db, job, { n: 2 });
    await waitFor('the start', () => (began.includes('a2') ? true : undefined));
    await first.stop(2500);
    expect(await stateOf(id)).toEqual({ state: 'created', retryCount: 0 });
    queues = [];
    await serve(run('b'));
    await inState(id, 'completed');
    expect(began).toEqual(['a2', 'b2']);
  });

  test('as many jobs run at once as are allowed, and one poller more than running jobs asks for them', async () => {
    const boss = new PgBoss({ ...driverOptions(database.connection), schema: queueSchema, useListenNotify: true });
    boss.on('error', () => undefined);
    await boss.start();
    await boss.createQueue('test.many', { notify: true });
    const held: (() => void)[] = [];
    const done: string[] = [];
    const counts = () => boss.getWipData().filter(({ name }) => name === 'test.many').length;
    const pollers = await startPollers(boss, 'test.many', 3, async ({ id }) => {
      await new Promise<void>((resolve) => held.push(resolve));
      done.push(id);
      return { id, status: 'completed' };
    });
    try {
      expect(counts()).toBe(1);
      const ids = await Promise.all(Array.from({ length: 5 }, () => boss.send('test.many', {})));
      await waitFor('three jobs at once', () => (held.length === 3 ? true : undefined));
      expect(counts()).toBe(3);
      held[0]?.();
      await waitFor('the fourth', () => (held.length === 4 ? true : undefined));
      for (const release of held) release();
      await waitFor('the fifth', () => (held.length === 5 ? true : undefined));
      expect(done.length).toBe(4);
      held[4]?.();
      await waitFor('a single poller', () => (counts() === 1 ? true : undefined));
      expect(done).toHaveLength(5);
      expect(new Set(done)).toEqual(new Set(ids));
      await boss.send('test.many', {});
      await waitFor('a job after all that', () => (held.length === 6 ? true : undefined));
      await pollers.stop();
      held[5]?.();
      await waitFor('none', () => (counts() === 0 ? true : undefined));
      await boss.send('test.many', {});
      expect(held.length).toBe(6);
    } finally {
      for (const release of held) release();
      await boss.stop({ graceful: false, close: true });
    }
  });

  // It waits until the dead worker's silence is noticed: once is enough.
  test.runIf(clusterName === inject('clusters')[0]?.name)(
    'another worker takes over a killed worker’s job within a minute',
    async () => {
      const child = spawn(process.execPath, [programOf('doomed-worker'), connectionUrl(database.connection)], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache },
      });
      await once(child.stdout, 'data');
      const seen: number[] = [];
      const queue = await openJobQueue({ connection: database.connection, logger, work: null });
      queues.push(queue);
      await queue.serve([
        handleJob(job, async () => ({ run: async () => undefined })),
        handleJob(keyed, async () => ({ run: async () => undefined })),
      ]);
      const id = await queue.enqueue(client.db, job, { n: 5 });
      await inState(id, 'active');
      child.kill('SIGKILL');
      const killed = performance.now();
      await serve({ run: async ({ n }, { attempt }) => void seen.push(n, attempt) });
      await waitFor('the second worker', () => (seen.length > 0 ? true : undefined), 60_000);
      expect(seen).toEqual([5, 1]);
      expect(performance.now() - killed).toBeLessThan(60_000);
    },
  );
});

test('a job without a handler keeps the queue from serving', async () => {
  const [cluster] = inject('clusters');
  if (!cluster) throw new Error('no cluster');
  const database = await cloneDatabase(cluster.connection);
  const queue = await openJobQueue({ connection: database.connection, logger, work: null });
  const handled = handleJob(job, async () => ({ run: async () => undefined }));
  await expect(queue.serve([handled])).rejects.toThrow('test.keyed');
  await expect(queue.serve([handled, handled])).rejects.toThrow('more than one handler: test.work');
  await queue.stop(0);
  await database.drop();
});
