import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

export const tidyAccountsJob = defineJob({
  name: 'account.tidy',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
  cron: { schedule: '41 * * * *', payload: {} },
});
