import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

/** Deletes what was found in playlists a day ago. */
export const tidyPlaylistsJob = defineJob({
  name: 'ingest.tidy-playlists',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
  cron: { schedule: '17 * * * *', payload: {} },
});
