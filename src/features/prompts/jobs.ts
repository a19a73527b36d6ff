import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

/** Writes one answer. One at a time per run, whoever asks how often. */
export const runPromptJob = defineJob({
  name: 'prompts.run',
  version: 1,
  payload: z.strictObject({ resultId: z.uuid(), runId: z.uuid() }),
  retryLimit: 6,
  retryDelaySeconds: 3,
  expireInSeconds: 60 * 60,
  singleton: 'key',
});

/** Puts runs back into the queue that should be in it, and clears away what was deleted a day ago. */
export const tidyPromptsJob = defineJob({
  name: 'prompts.tidy',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 120,
  concurrency: 1,
  cron: { schedule: '*/5 * * * *', payload: {} },
});
