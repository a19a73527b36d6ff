import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

/** Makes the picture that lists show for a content, or fetches its site's icon, after the source has been read. */
export const makeCoverJob = defineJob({
  name: 'contents.make-cover',
  version: 1,
  payload: z.strictObject({ extractionId: z.uuid() }),
  retryLimit: 1,
  expireInSeconds: 90,
  concurrency: 1,
  singleton: 'key',
});

export const deleteFilesJob = defineJob({
  name: 'contents.delete-files',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
  cron: { schedule: '* * * * *', payload: {} },
});
