import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

export const tidyLedgerJob = defineJob({
  name: 'metering.tidy',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
  cron: { schedule: '*/10 * * * *', payload: {} },
});
