import { and, isNull, lt, or } from 'drizzle-orm';
import { sitePace } from '#db/schema/pace.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';

const keptMs = 24 * 60 * 60_000;

export function createTidySites({ db }: Services): JobHandler<Record<string, never>> {
  return {
    async run() {
      const old = new Date(Date.now() - keptMs);
      await db
        .delete(sitePace)
        .where(and(lt(sitePace.nextStart, old), or(isNull(sitePace.blockedUntil), lt(sitePace.blockedUntil, old))));
    },
  };
}
