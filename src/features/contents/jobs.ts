import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

/** Deletes files whose records are gone. */
export const deleteFilesJob = defineJob({
  name: 'contents.delete-files',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
  cron: { schedule: '* * * * *', payload: {} },
});
