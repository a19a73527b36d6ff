import { z } from 'zod';
import { defineJob } from '#infra/jobs/job.ts';

export const tidyAccountsJob = defineJob({
  name: 'account.tidy',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 600,
  concurrency: 1,
  cron: { schedule: '41 * * * *', payload: {} },
});

/** Sealed, because a mail holds a link that opens an account. */
export const sendMailJob = defineJob({
  name: 'account.mail',
  version: 1,
  payload: z.strictObject({ keyId: z.string(), sealed: z.string() }),
  retryLimit: 6,
  retryDelaySeconds: 5,
  expireInSeconds: 60,
});
