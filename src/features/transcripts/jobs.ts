import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

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
