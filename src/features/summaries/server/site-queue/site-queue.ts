/**
 * A site's line: runs start one gap apart, wait while the site wants to be left alone, and keep their place in the
 * database, so that every process and every restart knows it.
 */
import { and, asc, desc, eq, gt, lt, or, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { runWaits, siteRateLimits } from '#db/schema/site-rate-limits.ts';
import { taskInFlight, tasks } from '#db/schema/tasks.ts';
import { type RequestGap, requestGapOf } from '#engine/sites/request-gap.ts';
import type { Services } from '#infra/services.ts';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import { sleep } from '#lib/sleep.ts';
import { noteTask } from '../../tasks.ts';
import { decideBlock, decideStart, type RateState } from './rate-limit.ts';

/** Locks the site's row: decisions about one site are taken one after the other. */
export async function lockRateLimit(tx: Tx, site: RequestGap): Promise<{ state: RateState; now: number }> {
  await tx
    .insert(siteRateLimits)
    .values({ site: site.id, nextStart: new Date(0) })
    .onConflictDoNothing();
  const [row] = await tx
    .select({ row: siteRateLimits, now: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8` })
    .from(siteRateLimits)
    .where(eq(siteRateLimits.site, site.id))
    .for('update');
  if (!row) throw new AppError('internal', { detail: 'rate limit row vanished' });
  return { state: toRateState(row.row), now: Math.ceil(row.now) };
}

function toRateState(row: typeof siteRateLimits.$inferSelect): RateState {
  return { nextStart: row.nextStart.getTime(), blockedUntil: row.blockedUntil?.getTime() ?? 0, strikes: row.strikes };
}

type Wait = typeof runWaits.$inferSelect;

/** Waiting runs of the site that go before this one. */
async function countAhead(tx: Executor, wait: Pick<Wait, 'runId' | 'site' | 'priority' | 'createdAt'>): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(runWaits)
    .innerJoin(tasks, eq(tasks.id, runWaits.runId))
    .where(
      and(
        eq(runWaits.site, wait.site),
        eq(runWaits.waiting, true),
        taskInFlight,
        or(
          gt(runWaits.priority, wait.priority),
          and(eq(runWaits.priority, wait.priority), lt(runWaits.createdAt, wait.createdAt)),
        ),
      ),
    );
  return row?.count ?? 0;
}

/** Puts a new run into its site's line. Returns the time at which its job should be looked at: now when the run is first. */
export async function enqueueForSite(
  tx: Tx,
  run: { id: string; url: string; priority: number; patient: boolean },
  gapFactor: number,
): Promise<Date> {
  const site = requestGapOf(run.url);
  const [wait] = await tx
    .insert(runWaits)
    .values({ runId: run.id, site: site.id, priority: run.priority, createdAt: sql`clock_timestamp()` })
    .returning();
  // A user waits for a single link, so its job itself checks whether the site is free.
  if (!wait || !run.patient) return new Date();
  const [row] = await tx.select().from(siteRateLimits).where(eq(siteRateLimits.site, site.id));
  const ahead = await countAhead(tx, wait);
  const earliest = Math.max(Date.now(), row ? Math.max(toRateState(row).nextStart, toRateState(row).blockedUntil) : 0);
  return new Date(earliest + site.gapMs * gapFactor * ahead);
}

/** A server may be configured to ask every site more slowly, or faster where that is agreed. */
export function atConfiguredRate(site: RequestGap, services: Pick<Services, 'settings'>): RequestGap {
  return { ...site, gapMs: Math.round(site.gapMs * services.settings.siteGapFactor) };
}

/** Waits up to this long are spent in the worker; a job that is put back is not picked up sooner. */
const longestWaitInWorkerMs = 2_000;

/** Takes the run's turn at its site and gives 0. Otherwise the time (ms) until it is worth asking again. */
export async function msUntilTurn(services: Services, runId: string, url: string, signal: AbortSignal): Promise<number> {
  const site = atConfiguredRate(requestGapOf(url), services);
  for (;;) {
    const afterMs = await tryAcquireTurn(services, runId, site);
    if (afterMs === 0 || afterMs > longestWaitInWorkerMs) return afterMs;
    await sleep(afterMs, signal);
  }
}

function tryAcquireTurn(services: Services, runId: string, site: RequestGap): Promise<number> {
  return services.db.transaction(async (tx) => {
    const { state, now } = await lockRateLimit(tx, site);
    // The task is locked before the run's place in line, as everywhere.
    await services.tasks.lock(tx, [runId]);
    await tx.insert(runWaits).values({ runId, site: site.id, priority: 0 }).onConflictDoNothing();
    const [wait] = await tx.select().from(runWaits).where(eq(runWaits.runId, runId));
    if (!wait) throw new AppError('internal', { detail: 'no place in line' });
    const decision = decideStart(state, now, site.gapMs, await countAhead(tx, wait));
    if (decision.go) {
      await tx
        .update(siteRateLimits)
        .set({ nextStart: new Date(decision.state.nextStart) })
        .where(eq(siteRateLimits.site, site.id));
      await tx.update(runWaits).set({ waiting: false, until: null }).where(eq(runWaits.runId, runId));
      return 0;
    }
    const afterMs = Math.max(1, decision.at - now);
    await tx
      .update(runWaits)
      .set({ waiting: true, until: new Date(decision.at) })
      .where(eq(runWaits.runId, runId));
    if (afterMs > longestWaitInWorkerMs) await reportWaiting(services, tx, [{ runId, until: new Date(decision.at) }]);
    return afterMs;
  });
}

/** The site refused a run for now: it and all others of the site wait, each for its turn after the block. Gives this run's. */
export async function blockSite(
  services: Services,
  sentAway: { runId: string; url: string; code: ErrorCode; askedMs: number | null },
): Promise<{ afterMs: number; until: Date }> {
  const site = requestGapOf(sentAway.url);
  return services.db.transaction(async (tx) => {
    const { state, now } = await lockRateLimit(tx, site);
    const next = decideBlock(state, now, sentAway.askedMs);
    await tx
      .update(siteRateLimits)
      .set({ blockedUntil: new Date(next.blockedUntil), strikes: next.strikes, reason: sentAway.code })
      .where(eq(siteRateLimits.site, site.id));
    const inLine = and(eq(runWaits.site, site.id), or(eq(runWaits.waiting, true), eq(runWaits.runId, sentAway.runId)));
    const concerned = await tx.select({ runId: runWaits.runId }).from(runWaits).where(inLine);
    await services.tasks.lock(
      tx,
      concerned.map(({ runId }) => runId),
    );
    await tx.update(runWaits).set({ waiting: true }).where(eq(runWaits.runId, sentAway.runId));
    const line = await tx
      .select({ runId: runWaits.runId })
      .from(runWaits)
      .innerJoin(tasks, eq(tasks.id, runWaits.runId))
      .where(and(eq(runWaits.site, site.id), eq(runWaits.waiting, true), taskInFlight))
      .orderBy(desc(runWaits.priority), asc(runWaits.createdAt));
    const waits = line.map(({ runId }, index) => ({
      runId,
      until: new Date(Math.max(next.blockedUntil, next.nextStart) + site.gapMs * index),
    }));
    await setUntil(tx, waits);
    await services.tasks.reschedule(
      tx,
      noteTask,
      waits.map(({ runId, until }) => ({ taskId: runId, startAfter: until })),
    );
    await reportWaiting(services, tx, waits);
    const own = waits.find(({ runId }) => runId === sentAway.runId)?.until ?? new Date(next.blockedUntil);
    return { afterMs: Math.max(1, own.getTime() - now), until: own };
  });
}

type WaitUntil = { runId: string; until: Date };

async function setUntil(tx: Tx, waits: readonly WaitUntil[]): Promise<void> {
  if (waits.length === 0) return;
  await tx.execute(sql`
    update run_waits w set until = line."until"
    from jsonb_to_recordset(${JSON.stringify(waits)}::text::jsonb) as line("runId" uuid, "until" timestamptz)
    where w.run_id = line."runId"`);
}

/** Reports on each run that it waits for the site, and about until when. */
function reportWaiting(services: Services, tx: Tx, waits: readonly WaitUntil[]): Promise<void> {
  const stages = waits.map(({ runId, until }) => ({
    taskId: runId,
    stage: 'queued',
    code: 'waiting_site',
    params: { until: until.toISOString() },
  }));
  return services.tasks.announce(tx, stages);
}

/** The site answered, so the next block counts as the first one again. */
export async function siteAnswered(services: Services, url: string): Promise<void> {
  await services.db
    .update(siteRateLimits)
    .set({ strikes: 0 })
    .where(and(eq(siteRateLimits.site, requestGapOf(url).id), gt(siteRateLimits.strikes, 0)));
}

/** The time until which the site wants to be left alone; null when it may be asked. */
export async function blockedUntil(services: Services, url: string): Promise<Date | null> {
  const [row] = await services.db
    .select()
    .from(siteRateLimits)
    .where(eq(siteRateLimits.site, requestGapOf(url).id));
  return row?.blockedUntil && row.blockedUntil.getTime() > Date.now() ? row.blockedUntil : null;
}

/** Moves a run to the front, since a user now waits for it alone. Its task is locked, by the caller or here. */
export async function prioritise(services: Services, tx: Tx, runId: string, priority: number): Promise<void> {
  await services.tasks.lock(tx, [runId]);
  const [raised] = await tx
    .update(runWaits)
    .set({ priority })
    .where(and(eq(runWaits.runId, runId), eq(runWaits.waiting, true), lt(runWaits.priority, priority)))
    .returning();
  if (raised) await services.tasks.reschedule(tx, noteTask, [{ taskId: runId, startAfter: new Date(), priority }]);
}
