import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

/** Deletes the rates of sites that are no longer asked. */
export const tidySitesJob = defineJob({
  name: 'summaries.tidy-sites',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
  cron: { schedule: '29 * * * *', payload: {} },
});
