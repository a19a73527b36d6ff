import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

/** Removes for good what was deleted a day ago. */
export const tidyCollectionsJob = defineJob({
  name: 'collections.tidy',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 120,
  concurrency: 1,
  cron: { schedule: '7 * * * *', payload: {} },
});
