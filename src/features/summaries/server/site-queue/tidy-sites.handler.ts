import { and, isNull, lt, or } from 'drizzle-orm';
import { siteRateLimits } from '#db/schema/site-rate-limits.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';

const keptMs = 24 * 60 * 60_000;

export function createTidySites({ db }: Services): JobHandler<Record<string, never>> {
  return {
    async run() {
      const old = new Date(Date.now() - keptMs);
      await db
        .delete(siteRateLimits)
        .where(
          and(lt(siteRateLimits.nextStart, old), or(isNull(siteRateLimits.blockedUntil), lt(siteRateLimits.blockedUntil, old))),
        );
    },
  };
}
