/** Pieces of work that were queued together: how far they are, and letting go of the rest. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { batches, batchItems } from '#db/schema/batches.ts';
import { contents, runs } from '#db/schema/content.ts';
import { runWaits } from '#db/schema/pace.ts';
import { AppError } from '#lib/app-error.ts';
import type { Services } from '#rpc/services.ts';
import type { RunningBatch } from '../contract.ts';
import { cancelWork } from './cancel-run.ts';
import { requireOwnedContent } from './owned.ts';

/** The user's batches that still have work, newest first. */
export async function listBatches(executor: Executor, userId: string): Promise<RunningBatch[]> {
  // What another run does to a content later is no part of the batch.
  const underWay = sql`${contents.activeRunId} = ${batchItems.runId}`;
  const count = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const rows = await executor
    .select({
      batchId: batches.id,
      title: batches.title,
      url: batches.url,
      total: sql<number>`count(*)::int`,
      remaining: count(underWay),
      active: count(sql`${underWay} and ${runs.state} = 'running' and coalesce(${runs.stage} ->> 'stage', 'queued') <> 'queued'`),
      failed: count(sql`not coalesce(${underWay}, false) and ${contents.status} = 'failed'`),
      cancelled: count(sql`not coalesce(${underWay}, false) and ${contents.status} = 'cancelled'`),
      until: sql<string | null>`min(${runWaits.until}) filter (where ${underWay} and ${runWaits.waiting})`,
    })
    .from(batches)
    .innerJoin(batchItems, eq(batchItems.batchId, batches.id))
    .innerJoin(contents, eq(contents.id, batchItems.contentId))
    .leftJoin(runs, eq(runs.id, batchItems.runId))
    .leftJoin(runWaits, eq(runWaits.runId, runs.id))
    .where(eq(batches.userId, userId))
    .groupBy(batches.id)
    .having(sql`count(*) filter (where ${underWay}) > 0`)
    .orderBy(desc(batches.createdAt))
    .limit(20);
  return rows.map(({ batchId, title, url, total, remaining, active, failed, cancelled, until }) => ({
    batchId,
    title,
    url,
    total,
    done: total - remaining,
    active,
    failed,
    cancelled,
    until: until === null || active > 0 ? null : new Date(until).toISOString(),
  }));
}

/** Lets go of everything in the batch that has not ended, last first. Errors: `not_found`. */
export async function cancelBatch(services: Services, userId: string, batchId: string): Promise<number> {
  const [batch] = await services.db
    .select({ id: batches.id })
    .from(batches)
    .where(and(eq(batches.userId, userId), eq(batches.id, batchId)));
  if (!batch) throw new AppError('not_found');
  const rest = await services.db
    .select({ contentId: batchItems.contentId })
    .from(batchItems)
    .innerJoin(contents, eq(contents.id, batchItems.contentId))
    .where(and(eq(batchItems.batchId, batchId), sql`${contents.activeRunId} = ${batchItems.runId}`))
    // What waits before what is being worked on: otherwise the next one starts where one was stopped.
    .orderBy(desc(batchItems.position));
  for (const { contentId } of rest) {
    const content = await requireOwnedContent(services.db, userId, contentId);
    await cancelWork(services, content);
  }
  return rest.length;
}

/** A new batch, with nothing in it yet. */
export async function createBatch(services: Services, batch: { userId: string; title: string; url: string }): Promise<string> {
  const [row] = await services.db.insert(batches).values(batch).returning({ id: batches.id });
  if (!row) throw new AppError('internal', { detail: 'insert returned no row' });
  return row.id;
}

/** A batch into which nothing went is none. */
export async function dropEmptyBatch(services: Services, batchId: string): Promise<void> {
  const items = services.db.select({ one: sql`1` }).from(batchItems).where(eq(batchItems.batchId, batchId));
  await services.db.delete(batches).where(and(eq(batches.id, batchId), sql`not exists ${items}`));
}
