import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

/** Removes expired uploads, and files that killed processes left. */
export const cleanUploadsJob = defineJob({
  name: 'uploads.clean',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 2,
  expireInSeconds: 600,
  concurrency: 1,
  cron: { schedule: '*/10 * * * *', payload: {} },
});
