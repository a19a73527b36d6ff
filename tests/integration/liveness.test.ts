/** Which processes work on jobs, as any process can ask the database: a beat stands for a queue that finds jobs. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { openListener } from '#db/listener.ts';
import { defineJob, handleJob } from '#infra/jobs/job.ts';
import { requireLiveWorker, startBeats } from '#infra/jobs/liveness.ts';
import { openJobQueue } from '#infra/jobs/queue.ts';
import { createLogger } from '#infra/logger/logger.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database/databases.ts';
import { waitFor } from '../harness/wait.ts';

const logger = createLogger({ level: 'silent', format: 'json', secrets: [] });
const job = defineJob({
  name: 'test.alive',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 60,
  concurrency: 1,
});

let database: TestDatabase;
let client: DatabaseClient;
beforeAll(async () => {
  const [cluster] = inject('clusters');
  if (!cluster) throw new Error('no cluster');
  database = await cloneDatabase(cluster.connection);
  client = createDatabase(database.connection, { max: 4, applicationName: 'test' });
});
afterAll(async () => {
  await client.close();
  await database.drop();
});

const isAlive = () =>
  requireLiveWorker(client.db).then(
    () => true,
    () => false,
  );

test('workers: a process is alive while its queue finds jobs, and gone when it stops', async () => {
  await client.query(
    "insert into worker_processes (id, beat_at) values (gen_random_uuid(), now() - interval '11 seconds'), (gen_random_uuid(), now() - interval '2 hours')",
  );
  expect(await isAlive()).toBe(false);
  let polling = true;
  const stop = await startBeats({ db: client.db, queue: { isPolling: () => polling }, logger });
  expect(await isAlive()).toBe(true);
  // The row of two hours ago is forgotten; that of a moment ago is not.
  expect(await client.query('select id from worker_processes')).toHaveLength(2);
  polling = false;
  const age = "update worker_processes set beat_at = beat_at - interval '11 seconds'";
  await waitFor('no more beats', async () => {
    await client.query(age);
    return (await isAlive()) ? undefined : true;
  });
  polling = true;
  await waitFor('the next beat', async () => ((await isAlive()) ? true : undefined));
  await stop();
  expect(await isAlive()).toBe(false);
});

test('a worker counts as alive while its queue is busy, and not when its queue stopped polling', async () => {
  const listener = await openListener(database.connection, { applicationName: 'test' });
  const queue = await openJobQueue({ connection: database.connection, logger, work: { concurrency: 1, listener } });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let begun = false;
  const run = () => {
    begun = true;
    return ended;
  };
  expect(queue.isPolling()).toBe(false);
  await queue.serve([handleJob(job, async () => ({ run }))]);
  await waitFor('polling', () => (queue.isPolling() ? true : undefined));
  // A worker whose only poller works on a job is alive for as long as that takes.
  await queue.enqueue(client.db, job, {});
  await waitFor('the job', () => (begun ? true : undefined));
  expect(queue.isPolling()).toBe(true);
  end();
  await client.db.transaction(async (tx) => {
    await tx.execute(sql`lock table pgboss.job in access exclusive mode`);
    await waitFor('stuck polling', () => (queue.isPolling() ? undefined : true));
  });
  await waitFor('polling again', () => (queue.isPolling() ? true : undefined));
  await queue.stop(0);
  await listener.close();
  expect(queue.isPolling()).toBe(false);
});
