import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

/** Deletes accounts that hold nothing, sessions that have ended, and counts of past windows. */
export const tidyAccountsJob = defineJob({
  name: 'account.tidy',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
  cron: { schedule: '41 * * * *', payload: {} },
});
