import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

/** Looks at the channels that are due. The whole server has only one such job at a time, so that one process asks a site. */
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

/** Sent at most once: it is retried only if it certainly was not sent. */
export const mailDigestJob = defineJob({
  name: 'digests.mail',
  version: 1,
  payload: z.strictObject({ userId: z.string(), week: z.iso.date() }),
  retryLimit: 8,
  retryDelaySeconds: 30,
  expireInSeconds: 120,
});

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
