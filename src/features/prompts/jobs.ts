import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

/** Removes prompts and answers that were deleted more than a day ago. */
export const tidyPromptsJob = defineJob({
  name: 'prompts.tidy',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 120,
  concurrency: 1,
  cron: { schedule: '*/5 * * * *', payload: {} },
});
