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

/** The digests of weeks that are over. */
export const makeDigestsJob = defineJob({
  name: 'digests.make',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
  singleton: 'key',
  cron: { schedule: '*/10 * * * *', payload: {} },
});

/** Sent at most once: a retry follows only where it surely was not sent. */
export const mailDigestJob = defineJob({
  name: 'digests.mail',
  version: 1,
  payload: z.strictObject({ userId: z.string(), week: z.iso.date() }),
  retryLimit: 8,
  retryDelaySeconds: 30,
  expireInSeconds: 120,
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
