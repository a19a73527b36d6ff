import { lt } from 'drizzle-orm';
import { listings } from '#db/schema/batches.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';

const keptMs = 24 * 60 * 60_000;

export function createTidyPlaylists({ db }: Services): JobHandler<Record<string, never>> {
  return {
    async run() {
      await db.delete(listings).where(lt(listings.createdAt, new Date(Date.now() - keptMs)));
    },
  };
}
