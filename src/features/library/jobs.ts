import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

/** Indexes for the search what was written since the last run; after an update, that can be every content. */
export const indexLibraryJob = defineJob({
  name: 'library.index',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
  cron: { schedule: '* * * * *', payload: {} },
});
