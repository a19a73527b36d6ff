import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

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
