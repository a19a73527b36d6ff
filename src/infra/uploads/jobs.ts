import { z } from 'zod';
import { defineJob, handleJob, type JobRegistration } from '#infra/jobs/job.ts';
import type { Uploads } from './uploads.ts';

/** Removes uploads that were given up. */
const cleanUploadsJob = defineJob({
  name: 'uploads.clean',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 2,
  expireInSeconds: 600,
  concurrency: 1,
  cron: { schedule: '23 * * * *', payload: {} },
});

export function registerCleanUploads(uploads: Uploads): JobRegistration {
  return handleJob(cleanUploadsJob, async () => ({
    async run(_payload, { logger }) {
      const removed = await uploads.removeExpired();
      if (removed > 0) logger.info({ removed }, 'expired uploads removed');
    },
  }));
}
