/** A worker that takes a job and never ends it, for tests that kill it. `node doomed-worker.ts <database url>` */
import { z } from 'zod';
import { openListener } from '#db/listener.ts';
import { defineJob, handleJob } from '#infra/jobs/job.ts';
import { openJobQueue } from '#infra/jobs/queue.ts';
import { createLogger } from '#infra/logger/logger.ts';

const connection = { url: process.argv[2] ?? '' };
const listener = await openListener(connection, { applicationName: 'doomed' });
const logger = createLogger({ level: 'silent', format: 'json', secrets: [] });
const queue = await openJobQueue({ connection, logger, work: { concurrency: 1, listener } });
const payload = z.strictObject({ n: z.number() });
const shared = { version: 1, payload, retryLimit: 2, retryDelaySeconds: 1, expireInSeconds: 60 };
const forever = async () => ({ run: () => new Promise<void>(() => setInterval(() => undefined, 1000)) });
await queue.serve([
  handleJob(defineJob({ ...shared, name: 'test.work' }), forever),
  handleJob(defineJob({ ...shared, name: 'test.keyed', singleton: 'key' }), forever),
]);
process.stdout.write('working\n');
