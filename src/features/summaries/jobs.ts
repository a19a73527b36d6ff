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

/** Translates the lines of a script. `turn` is that of its row: an older one finds nothing to do. */
export const translateJob = defineJob({
  name: 'summaries.translate',
  version: 1,
  payload: z.strictObject({
    userId: z.string(),
    contentId: z.uuid(),
    language: z.enum(['zh', 'en']),
    turn: z.number().int(),
  }),
  retryLimit: 4,
  retryDelaySeconds: 5,
  expireInSeconds: 4 * 60 * 60,
  singleton: 'key',
});

/** Writes a talk as an article. `runId` is that of its row: an older one finds nothing to do. */
export const writeArticleJob = defineJob({
  name: 'summaries.write-article',
  version: 1,
  payload: z.strictObject({ userId: z.string(), contentId: z.uuid(), runId: z.uuid() }),
  retryLimit: 4,
  retryDelaySeconds: 5,
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
