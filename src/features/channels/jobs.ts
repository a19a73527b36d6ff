import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

/** Looks at the channels that are due. One is queued or under way on the whole server, so that a site is asked by one process. */
export const checkChannelsJob = defineJob({
  name: 'channels.check',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
  singleton: 'key',
  cron: { schedule: '* * * * *', payload: {} },
});

/** Deletes subscriptions whose undo has expired, and channels without followers. */
export const tidyChannelsJob = defineJob({
  name: 'channels.tidy',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
  cron: { schedule: '23 * * * *', payload: {} },
});

/** What many like now, for the pages that show it. */
export const scorePopularJob = defineJob({
  name: 'channels.popular',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
  singleton: 'key',
  cron: { schedule: '*/10 * * * *', payload: {} },
});
