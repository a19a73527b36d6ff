/**
 * A site's line: runs start one gap apart, wait while the site wants to be left alone, and keep their place in the
 * database, so that every process and every restart knows it.
 */
import { and, asc, desc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { runEvents, runs } from '#db/schema/content.ts';
import { runWaits, sitePace } from '#db/schema/pace.ts';
import type { ProgressEvent } from '#engine/domain.ts';
import { type SiteLimit, siteLimitOf } from '#engine/sites/rate-limit.ts';
import type { Services } from '#infra/services.ts';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import { sleep } from '#lib/sleep.ts';
import { executeRunJob } from '../../jobs.ts';
import { decideBlock, decideStart, type RateState } from './decide.ts';

/** Locks the site's row: decisions about one site are taken one after the other. */
async function lockRateLimit(tx: Tx, site: SiteLimit): Promise<{ state: RateState; now: number }> {
  await tx
    .insert(sitePace)
    .values({ site: site.id, nextStart: new Date(0) })
    .onConflictDoNothing();
  const [row] = await tx
    .select({ row: sitePace, now: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8` })
    .from(sitePace)
    .where(eq(sitePace.site, site.id))
    .for('update');
  if (!row) throw new AppError('internal', { detail: 'rate limit row vanished' });
  return { state: toRateState(row.row), now: Math.ceil(row.now) };
}

function toRateState(row: typeof sitePace.$inferSelect): RateState {
  return { nextStart: row.nextStart.getTime(), blockedUntil: row.blockedUntil?.getTime() ?? 0, strikes: row.strikes };
}

/** Everywhere in the order of their ids, and before their places in line: two of these never wait for each other. */
async function lockRuns(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return tx
    .select({ id: runs.id, startedAt: runs.startedAt, stage: runs.stage })
    .from(runs)
    .where(and(inArray(runs.id, [...ids]), inArray(runs.state, ['queued', 'running'])))
    .orderBy(asc(runs.id))
    .for('no key update');
}

type Wait = typeof runWaits.$inferSelect;

/** Waiting runs of the site that go before this one. */
async function countAhead(tx: Executor, wait: Pick<Wait, 'runId' | 'site' | 'priority' | 'createdAt'>): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(runWaits)
    .innerJoin(runs, eq(runs.id, runWaits.runId))
    .where(
      and(
        eq(runWaits.site, wait.site),
        eq(runWaits.waiting, true),
        inArray(runs.state, ['queued', 'running']),
        or(
          gt(runWaits.priority, wait.priority),
          and(eq(runWaits.priority, wait.priority), lt(runWaits.createdAt, wait.createdAt)),
        ),
      ),
    );
  return row?.count ?? 0;
}

/** Gives a new run its place in its site's line. The time at which its job should be looked at; now for the first. */
export async function enqueueForSite(
  tx: Tx,
  run: { id: string; url: string; priority: number; patient: boolean },
  gapFactor: number,
): Promise<Date> {
  const site = siteLimitOf(run.url);
  const [wait] = await tx
    .insert(runWaits)
    .values({ runId: run.id, site: site.id, priority: run.priority, createdAt: sql`clock_timestamp()` })
    .returning();
  // Somebody waits for a single link: its job looks for itself whether the site is free.
  if (!wait || !run.patient) return new Date();
  const [row] = await tx.select().from(sitePace).where(eq(sitePace.site, site.id));
  const ahead = await countAhead(tx, wait);
  const earliest = Math.max(Date.now(), row ? Math.max(toRateState(row).nextStart, toRateState(row).blockedUntil) : 0);
  return new Date(earliest + site.gapMs * gapFactor * ahead);
}

/** A server may be told to ask every site more slowly, or faster where that is agreed. */
function atConfiguredRate(site: SiteLimit, services: Pick<Services, 'settings'>): SiteLimit {
  return { ...site, gapMs: Math.round(site.gapMs * services.settings.siteGapFactor) };
}

/** Waits up to this long are spent in the worker; a job that is put back is not seen again sooner. */
const heldMs = 2_000;

export type Turn = { go: true; blocks: number } | { go: false; afterMs: number };

/** The run's turn at its site: taken, or the time until it is worth asking again. */
export async function acquireTurn(services: Services, runId: string, url: string, signal: AbortSignal): Promise<Turn> {
  const site = atConfiguredRate(siteLimitOf(url), services);
  for (;;) {
    const turn = await tryAcquireTurn(services, runId, site);
    if (turn.go || turn.afterMs > heldMs) return turn;
    await sleep(Math.max(1, turn.afterMs), signal);
  }
}

function tryAcquireTurn(services: Services, runId: string, site: SiteLimit): Promise<Turn> {
  return services.db.transaction(async (tx): Promise<Turn> => {
    const { state, now } = await lockRateLimit(tx, site);
    await lockRuns(tx, [runId]);
    await tx.insert(runWaits).values({ runId, site: site.id, priority: 0 }).onConflictDoNothing();
    const [wait] = await tx.select().from(runWaits).where(eq(runWaits.runId, runId));
    if (!wait) throw new AppError('internal', { detail: 'no place in line' });
    const decision = decideStart(state, now, site.gapMs, await countAhead(tx, wait));
    if (decision.go) {
      await tx
        .update(sitePace)
        .set({ nextStart: new Date(decision.state.nextStart) })
        .where(eq(sitePace.site, site.id));
      await tx.update(runWaits).set({ waiting: false, until: null }).where(eq(runWaits.runId, runId));
      return { go: true, blocks: wait.blocks };
    }
    const afterMs = decision.at - now;
    await tx
      .update(runWaits)
      .set({ waiting: true, until: new Date(decision.at) })
      .where(eq(runWaits.runId, runId));
    if (afterMs > heldMs) await reportWaiting(services, tx, [{ runId, until: new Date(decision.at) }]);
    return { go: false, afterMs };
  });
}

/** The site sent a run away: it and all others of the site wait, each for its turn after the block. Gives the run's time. */
export async function blockSite(
  services: Services,
  sentAway: { runId: string; url: string; code: ErrorCode; askedMs: number | null },
): Promise<{ afterMs: number; until: Date; blocks: number }> {
  const site = siteLimitOf(sentAway.url);
  return services.db.transaction(async (tx) => {
    const { state, now } = await lockRateLimit(tx, site);
    const next = decideBlock(state, now, sentAway.askedMs);
    await tx
      .update(sitePace)
      .set({ blockedUntil: new Date(next.blockedUntil), strikes: next.strikes, reason: sentAway.code })
      .where(eq(sitePace.site, site.id));
    const inLine = and(eq(runWaits.site, site.id), or(eq(runWaits.waiting, true), eq(runWaits.runId, sentAway.runId)));
    const concerned = await tx.select({ runId: runWaits.runId }).from(runWaits).where(inLine);
    await lockRuns(
      tx,
      concerned.map(({ runId }) => runId),
    );
    await tx
      .update(runWaits)
      .set({ waiting: true, blocks: sql`${runWaits.blocks} + 1` })
      .where(eq(runWaits.runId, sentAway.runId));
    const line = await tx
      .select({ runId: runWaits.runId, blocks: runWaits.blocks })
      .from(runWaits)
      .innerJoin(runs, eq(runs.id, runWaits.runId))
      .where(and(eq(runWaits.site, site.id), eq(runWaits.waiting, true), inArray(runs.state, ['queued', 'running'])))
      .orderBy(desc(runWaits.priority), asc(runWaits.createdAt));
    const waits = line.map(({ runId }, index) => ({
      runId,
      until: new Date(Math.max(next.blockedUntil, next.nextStart) + site.gapMs * index),
    }));
    await setUntil(tx, waits);
    await services.jobs.reschedule(
      tx,
      executeRunJob,
      waits.map(({ runId, until }) => ({ singletonKey: runId, startAfter: until })),
    );
    await reportWaiting(services, tx, waits);
    const own = waits.find(({ runId }) => runId === sentAway.runId)?.until ?? new Date(next.blockedUntil);
    const blocks = line.find(({ runId }) => runId === sentAway.runId)?.blocks ?? 1;
    return { afterMs: Math.max(1, own.getTime() - now), until: own, blocks };
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

/** Says on each run that it waits for the site, and about until when. A run keeps the percentage that it had reached. */
async function reportWaiting(services: Services, tx: Tx, waits: readonly WaitUntil[]): Promise<void> {
  if (waits.length === 0) return;
  const waiting = await lockRuns(
    tx,
    waits.map(({ runId }) => runId),
  );
  const untilOf = new Map(waits.map(({ runId, until }) => [runId, until]));
  const events = waiting.map((run) => ({
    runId: run.id,
    event: {
      type: 'stage',
      stage: 'queued',
      percent: percentOf(run.stage),
      code: 'waiting_site',
      params: { until: (untilOf.get(run.id) ?? new Date()).toISOString() },
      elapsedMs: run.startedAt ? Math.max(0, Date.now() - run.startedAt.getTime()) : 0,
    } satisfies ProgressEvent,
  }));
  if (events.length === 0) return;
  await tx.execute(sql`
    update runs r set stage = told.event
    from jsonb_to_recordset(${JSON.stringify(events)}::text::jsonb) as told("runId" uuid, event jsonb)
    where r.id = told."runId"`);
  await tx.insert(runEvents).values(events);
  for (const { runId } of events) await services.events.publish(tx, { type: 'run_event', runId });
}

function percentOf(stage: unknown): number {
  const percent = (stage as { percent?: unknown } | null)?.percent;
  return typeof percent === 'number' ? percent : 0;
}

/** The site gave what was asked for: the next block is the first one again. */
export async function siteAnswered(services: Services, url: string): Promise<void> {
  await services.db
    .update(sitePace)
    .set({ strikes: 0 })
    .where(and(eq(sitePace.site, siteLimitOf(url).id), gt(sitePace.strikes, 0)));
}

/** Until when the site wants to be left alone; null when it may be asked. */
export async function blockedUntil(services: Services, url: string): Promise<Date | null> {
  const [row] = await services.db
    .select()
    .from(sitePace)
    .where(eq(sitePace.site, siteLimitOf(url).id));
  return row?.blockedUntil && row.blockedUntil.getTime() > Date.now() ? row.blockedUntil : null;
}

/** Lets a run go before what it was queued behind: somebody waits for it alone now. */
export async function prioritise(services: Services, tx: Tx, runId: string, priority: number): Promise<void> {
  const [raised] = await tx
    .update(runWaits)
    .set({ priority })
    .where(and(eq(runWaits.runId, runId), eq(runWaits.waiting, true), lt(runWaits.priority, priority)))
    .returning();
  if (raised) await services.jobs.reschedule(tx, executeRunJob, [{ singletonKey: runId, startAfter: new Date(), priority }]);
}
