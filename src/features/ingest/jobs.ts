import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

/** Deletes playlist listings that are older than a day. */
export const tidyPlaylistsJob = defineJob({
  name: 'ingest.tidy-playlists',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
  cron: { schedule: '17 * * * *', payload: {} },
});
