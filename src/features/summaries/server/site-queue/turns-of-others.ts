/** Requests outside of runs, for lists and channels, keep to the same gaps. */
import { eq } from 'drizzle-orm';
import { siteRateLimits } from '#db/schema/site-rate-limits.ts';
import { requestGapOf } from '#engine/sites/request-gap.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { decideBlock, decideStart } from './rate-limit.ts';
import { atConfiguredRate, blockedUntil, lockRateLimit } from './site-queue.ts';

/** Errors: `site_wait` while the site wants to be left alone. */
export async function requireFreeSite(services: Services, url: string): Promise<void> {
  const until = await blockedUntil(services, url);
  if (until) throw new AppError('site_wait', { retry: { afterMs: Math.max(1, until.getTime() - Date.now()) } });
}

/** Takes a turn at the site and gives 0. Otherwise the time (ms) until it is worth asking again. */
export async function takeSiteTurn(services: Services, url: string): Promise<number> {
  const site = atConfiguredRate(requestGapOf(url), services);
  return services.db.transaction(async (tx) => {
    const { state, now } = await lockRateLimit(tx, site);
    const decision = decideStart(state, now, site.gapMs, 0);
    if (!decision.go) return Math.max(1, decision.at - now);
    await tx
      .update(siteRateLimits)
      .set({ nextStart: new Date(decision.state.nextStart) })
      .where(eq(siteRateLimits.site, site.id));
    return 0;
  });
}

/** The site refused a request for now: runs find it blocked when their turn comes. */
export async function pauseSite(services: Services, url: string, refusal: AppError): Promise<void> {
  const site = requestGapOf(url);
  await services.db.transaction(async (tx) => {
    const { state, now } = await lockRateLimit(tx, site);
    const next = decideBlock(state, now, refusal.retry?.afterMs ?? null);
    await tx
      .update(siteRateLimits)
      .set({ blockedUntil: new Date(next.blockedUntil), strikes: next.strikes, reason: refusal.code })
      .where(eq(siteRateLimits.site, site.id));
  });
}
