import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

/** Also started with every worker, so that accounts deleted after a backup was made are deleted again when it is restored. */
export const deleteAccountsJob = defineJob({
  name: 'my-data.delete-accounts',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 2,
  expireInSeconds: 3600,
  concurrency: 1,
  cron: { schedule: '*/10 * * * *', payload: {} },
});
