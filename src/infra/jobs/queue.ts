import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import { type DatabaseConnection, driverOptions, type Executor } from '#db/client.ts';
import type { Listener } from '#db/listener.ts';
import type { Logger } from '#infra/logger/logger.ts';
import { type Pollers, startPollers } from './concurrent-pollers.ts';
import {
  definedJobNames,
  type EnqueueOptions,
  type JobDefinition,
  type JobQueue,
  type JobRegistration,
  type Rescheduling,
} from './job.ts';
import { createRunner, type JobRunner } from './runner.ts';
import { queueSchema } from './schema.ts';

export type QueueOptions = {
  connection: DatabaseConnection;
  logger: Logger;
  /** Null for a process that only enqueues. The listener receives cancellations. */
  work: { concurrency: number; listener: Listener } | null;
};

export type RunningQueue = JobQueue & {
  /** Call once, before anything is enqueued. Throws when a defined job has no handler or more than one. */
  serve(registrations: readonly JobRegistration[]): Promise<void>;
  check(): Promise<void>;
  /** Whether this process is polling for every kind of job; false when polling is stuck. */
  isPolling(): boolean;
  running(): number;
  /** Stops polling, waits `graceMs` for running jobs, then aborts and requeues them without using up an attempt. */
  stop(graceMs: number): Promise<void>;
};

/** Failed jobs are moved here, so that `onDead` runs in any worker. */
const deadQueue = 'dead';
/** A few polling intervals; later, polling counts as stuck. */
const polledWithinMs = 10_000;
const cancelChannel = 'gleaner_job_cancel';

export async function openJobQueue(options: QueueOptions): Promise<RunningQueue> {
  const { logger, work } = options;
  const boss = new PgBoss({
    ...driverOptions(options.connection),
    application_name: work ? 'gleaner-worker' : 'gleaner-queue',
    schema: queueSchema,
    max: work ? 6 : 3,
    useListenNotify: work !== null,
    // Supervision lets any worker process take over the jobs of a killed one.
    supervise: work !== null,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    schedule: work !== null,
  });
  const quietly = oncePerInterval(10_000);
  boss.on('error', (error) => quietly(() => logger.warn({ err: error }, 'queue')));
  boss.on('warning', (warning) => logger.debug({ warning: warning.message }, 'queue'));
  await boss.start();
  const runner = createRunner({ boss, logger });
  let working: string[] = [];
  let pollers: Pollers[] = [];

  return {
    async serve(registrations) {
      assertEveryJobServed(registrations);
      await createQueues(boss, registrations);
      if (!work) return;
      working = [...registrations.map(({ job }) => job.name), deadQueue];
      pollers = await startWorkers(boss, runner, work, registrations);
    },
    async enqueue(executor, job, payload, enqueueOptions = {}) {
      return enqueue(boss, executor, job, payload, enqueueOptions);
    },
    async reschedule(executor, job, changes) {
      if (changes.length > 0) await reschedule(executor, job.name, changes);
    },
    async cancel(executor, job, jobId) {
      await boss.cancel(job.name, jobId, { db: fromDrizzle(executor, sql) });
      await executor.execute(sql`select pg_notify(${cancelChannel}, ${jobId})`);
    },
    async check() {
      await boss.getDb().executeSql(`select version from ${queueSchema}.version`);
    },
    isPolling: () => working.length > 0 && working.every((name) => isPolled(boss, runner, name)),
    running: () => runner.running(),
    async stop(graceMs) {
      await Promise.all(pollers.map((each) => each.stop()));
      await runner.drain(graceMs);
      await boss.stop({ graceful: false, close: true });
    },
  };
}

function assertEveryJobServed(registrations: readonly JobRegistration[]): void {
  const served = registrations.map(({ job }) => job.name);
  const twice = served.filter((name, index) => served.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`jobs with more than one handler: ${twice.join(', ')}`);
  const unserved = definedJobNames().filter((name) => !served.includes(name));
  if (unserved.length > 0) throw new Error(`jobs without a handler: ${unserved.join(', ')}`);
}

async function createQueues(boss: PgBoss, registrations: readonly JobRegistration[]): Promise<void> {
  const known = new Set((await boss.getQueues()).map((queue) => queue.name));
  if (!known.has(deadQueue))
    await boss.createQueue(deadQueue, { notify: true, retryLimit: 5, retryDelay: 5, retryBackoff: true });
  for (const { job } of registrations) {
    const settings = {
      retryLimit: job.retryLimit,
      retryDelay: job.retryDelaySeconds ?? 2,
      retryBackoff: true,
      retryDelayMax: 300,
      expireInSeconds: job.expireInSeconds,
      heartbeatSeconds: job.heartbeatSeconds ?? 10,
      deleteAfterSeconds: 24 * 3600,
      notify: true,
    };
    if (known.has(job.name)) await boss.updateQueue(job.name, settings);
    else
      await boss.createQueue(job.name, {
        ...settings,
        policy: job.singleton === 'key' ? 'exclusive' : 'standard',
        deadLetter: deadQueue,
      });
  }
}

async function startWorkers(
  boss: PgBoss,
  runner: JobRunner,
  { concurrency, listener }: { concurrency: number; listener: Listener },
  registrations: readonly JobRegistration[],
): Promise<Pollers[]> {
  const pollers: Pollers[] = [];
  await listener.listen(cancelChannel, (jobId) => runner.cancel(jobId));
  for (const { job, load } of registrations) {
    const handler = await load();
    runner.register(job, handler);
    pollers.push(await startPollers(boss, job.name, job.concurrency ?? concurrency, (found) => runner.run(job, handler, found)));
    if (job.cron) await boss.schedule(job.name, job.cron.schedule, { v: job.version, p: job.cron.payload });
    else await boss.unschedule(job.name);
  }
  pollers.push(await startPollers(boss, deadQueue, 1, (found) => runner.runDead(found)));
  return pollers;
}

function isPolled(boss: PgBoss, runner: JobRunner, name: string): boolean {
  const pollers = boss.getWipData().filter((poller) => poller.name === name);
  if (pollers.length > 0 && runner.running(name) >= pollers.length) return true;
  return pollers.some(({ lastFetchedOn }) => lastFetchedOn !== null && Date.now() - lastFetchedOn < polledWithinMs);
}

async function enqueue<Payload>(
  boss: PgBoss,
  executor: Executor,
  job: JobDefinition<Payload>,
  payload: Payload,
  options: EnqueueOptions,
): Promise<string | null> {
  if (job.singleton === 'key' && options.singletonKey === undefined) {
    throw new Error(`${job.name} needs a singletonKey`);
  }
  // A bad payload fails here, in the caller, and not later in a worker.
  job.payload.parse(payload);
  return boss.send(
    job.name,
    { v: job.version, p: payload },
    {
      db: fromDrizzle(executor, sql),
      ...(options.singletonKey === undefined ? {} : { singletonKey: options.singletonKey }),
      ...(options.startAfter === undefined ? {} : { startAfter: options.startAfter }),
      ...(options.priority === undefined ? {} : { priority: options.priority }),
    },
  );
}

async function reschedule(executor: Executor, name: string, changes: readonly Rescheduling[]): Promise<void> {
  const rows = changes.map(({ singletonKey, startAfter, priority }) => ({
    singletonKey,
    startAfter,
    priority: priority ?? null,
  }));
  await executor.execute(sql`
    update ${sql.raw(`${queueSchema}.job`)} j
    set start_after = change."startAfter", priority = coalesce(change.priority, j.priority)
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as change("singletonKey" text, "startAfter" timestamptz, priority int)
    where j.name = ${name} and j.singleton_key = change."singletonKey" and j.state in ('created', 'retry')`);
}

/** Keeps the log short while the database is down. */
function oncePerInterval(intervalMs: number): (call: () => void) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (call) => {
    const now = performance.now();
    if (now - last < intervalMs) return;
    last = now;
    call();
  };
}
