/** A run and its site: when the run may begin, and what happens when the site refuses it for now. */
import { eq } from 'drizzle-orm';
import { runs, sources } from '#db/schema/content.ts';
import type { Extracted } from '#engine/domain.ts';
import type { GuardedFetch } from '#engine/ports.ts';
import { freshExtraction } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError, toAppError } from '#lib/app-error.ts';
import { retryAfterMs } from '#lib/retry-after.ts';
import { blockSite, msUntilTurn } from './site-queue.ts';

/** What the run's site said about waiting, for errors that don't carry it. */
export type SiteWatch = {
  /** Null until the run asks a site. */
  url: string | null;
  askedMs: number | null;
};

/** A run that waits for its site longer than this fails with the site's refusal. */
const longestSiteWaitMs = 24 * 60 * 60_000;

/** 0 when the run may ask its site, or asks none; else the time after which to try again. */
export async function msUntilReady(
  services: Services,
  _payload: Record<string, never>,
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<number> {
  const [run] = await services.db
    .select({ extractionId: runs.extractionId, refetch: runs.refetch, track: runs.track, sourceId: sources.id, url: sources.url })
    .from(runs)
    .innerJoin(sources, eq(sources.id, runs.sourceId))
    .where(eq(runs.id, id));
  if (!run || run.url === null || run.extractionId !== null) return 0;
  const fresh = run.refetch || run.track !== null ? null : await freshExtraction(services.db, run.sourceId);
  // A source with captions in several languages may have to be asked for another of them.
  if (fresh && !fresh.extracted.captionLanguages?.length) return 0;
  return msUntilTurn(services, id, run.url, signal);
}

/** A fetch that stores in `site` how long a site asks to be left alone. */
export function fetchNotingRetryAfter(fetch: GuardedFetch, site: SiteWatch): GuardedFetch {
  return async (url, options) => {
    const response = await fetch(url, options);
    if (response.status === 429 || response.status === 503)
      site.askedMs = retryAfterMs(response.headers.get('retry-after'), Date.now()) ?? site.askedMs;
    return response;
  };
}

/** A record without words because the site wants a pause is not kept: it would answer for the next attempt. Errors: `site_wait`. */
export function throwIfSiteAskedToWait(extracted: Extracted): void {
  if (extracted.problem === 'site_wait' && !extracted.transcript) throw new AppError('site_wait', { retry: {} });
}

/** Whether this error says "not now" for every run at the site. */
function isSentAway(error: AppError, site: Pick<SiteWatch, 'askedMs'>): boolean {
  if (error.code === 'site_wait' || error.code === 'site_bot_check') return error.retry !== undefined;
  if (error.code !== 'fetch_status') return false;
  return error.params.status === 429 || (error.params.status === 503 && site.askedMs !== null);
}

/**
 * The site wants to be left alone: the run goes back into its line, and the whole line waits. False for another
 * failure, or when the run has waited for a day.
 */
export async function waitForSite(
  services: Services,
  context: Pick<TaskContext, 'task' | 'signal' | 'putOff' | 'logger'>,
  { site, error }: { site: SiteWatch; error: unknown },
): Promise<boolean> {
  const { task } = context;
  const known = toAppError(error);
  if (site.url === null || context.signal.aborted || !isSentAway(known, site)) return false;
  const askedMs = known.retry?.afterMs ?? site.askedMs;
  const { afterMs, until } = await blockSite(services, { runId: task.id, url: site.url, code: known.code, askedMs });
  if (until.getTime() - task.createdAt.getTime() > longestSiteWaitMs) return false;
  context.logger.info({ code: known.code, taskId: task.id, afterMs }, 'the site wants to be left alone');
  context.putOff(afterMs);
  return true;
}
