import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

/** Extracts a source and writes its note. One at a time per run, whoever asks how often. */
export const executeRunJob = defineJob({
  name: 'summaries.execute-run',
  version: 1,
  payload: z.strictObject({ runId: z.uuid() }),
  retryLimit: 6,
  retryDelaySeconds: 3,
  expireInSeconds: 4 * 60 * 60,
  singleton: 'key',
});

/** Puts runs back into the queue that should be in it, and clears what nobody reads any more. */
export const tidyRunsJob = defineJob({
  name: 'summaries.tidy-runs',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
  cron: { schedule: '* * * * *', payload: {} },
});
