import { z } from 'zod';
import { defineJob, handleJob, type JobRegistration } from '#infra/jobs/job.ts';
import type { BlobStore } from '#infra/storage/blobs.ts';
import { removeTempLeftovers } from '#infra/storage/temp-leftovers.ts';
import type { Uploads } from './uploads.ts';

/** A file that is being written is never silent for this long. */
const idleMs = 15 * 60_000;

/** Removes uploads that were given up, and what killed processes left on the disk. */
const cleanUploadsJob = defineJob({
  name: 'uploads.clean',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 2,
  expireInSeconds: 600,
  concurrency: 1,
  cron: { schedule: '*/10 * * * *', payload: {} },
});

export function registerCleanUploads({ uploads, blobs }: { uploads: Uploads; blobs: BlobStore }): JobRegistration {
  return handleJob(cleanUploadsJob, async () => ({
    async run(_payload, { logger }) {
      const expired = await uploads.removeExpired();
      const lost = (await uploads.removeLost(idleMs)) + (await blobs.removeUnfinished(idleMs)) + (await removeTempLeftovers());
      if (expired + lost > 0) logger.info({ expired, lost }, 'expired uploads and lost files removed');
    },
  }));
}
