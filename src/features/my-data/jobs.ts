import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

/** Also started with every worker, so that a restored backup forgets again whom it has to forget. */
export const deleteAccountsJob = defineJob({
  name: 'my-data.delete-accounts',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 2,
  expireInSeconds: 3600,
  concurrency: 1,
  cron: { schedule: '*/10 * * * *', payload: {} },
});
