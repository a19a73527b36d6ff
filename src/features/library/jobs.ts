import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

/** Makes searchable what was written since, all of it in the end: after an update that is every content. */
export const indexLibraryJob = defineJob({
  name: 'library.index',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
  cron: { schedule: '* * * * *', payload: {} },
});
