import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { isOneOf } from '#db/one-of.ts';
import { batches, batchItems } from '#db/schema/batches.ts';
import { contents } from '#db/schema/content.ts';
import { runWaits } from '#db/schema/site-rate-limits.ts';
import { tasks } from '#db/schema/tasks.ts';
import { storedRow } from '#db/stored-row.ts';
import { releaseRun, stopWaiting } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import type { RunningBatch } from '../contract.ts';

/** The user's batches that still have work, newest first. */
export async function listBatches(executor: Executor, userId: string): Promise<RunningBatch[]> {
  // A later run of a content is no part of the batch.
  const underWay = sql`${contents.activeRunId} = ${batchItems.runId}`;
  // Found from the few contents that wait for a run, not by scanning all batches. A statement of its own: most
  // of the time there is none, and planning the second statement takes longer than running this one.
  const open = await executor
    .selectDistinct({ id: batchItems.batchId })
    .from(contents)
    .innerJoin(batchItems, and(eq(batchItems.contentId, contents.id), eq(batchItems.runId, contents.activeRunId)))
    .where(and(eq(contents.userId, userId), isNotNull(contents.activeRunId)));
  if (open.length === 0) return [];
  const count = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const remaining = count(underWay);
  const rows = await executor
    .select({
      batchId: batches.id,
      title: batches.title,
      url: batches.url,
      total: sql<number>`count(*)::int`,
      remaining,
      active: count(
        sql`${underWay} and ${tasks.state} = 'running' and coalesce(${tasks.progress} ->> 'stage', 'queued') <> 'queued'`,
      ),
      failed: count(sql`not coalesce(${underWay}, false) and ${contents.status} = 'failed'`),
      cancelled: count(sql`not coalesce(${underWay}, false) and ${contents.status} = 'cancelled'`),
      until: sql<string | null>`min(${runWaits.until}) filter (where ${underWay} and ${runWaits.waiting})`,
    })
    .from(batches)
    .innerJoin(batchItems, eq(batchItems.batchId, batches.id))
    .innerJoin(contents, eq(contents.id, batchItems.contentId))
    .leftJoin(tasks, eq(tasks.id, batchItems.runId))
    .leftJoin(runWaits, eq(runWaits.runId, batchItems.runId))
    .where(
      and(
        eq(batches.userId, userId),
        isOneOf(
          batches.id,
          open.map(({ id }) => id),
        ),
      ),
    )
    .groupBy(batches.id)
    // Its last item may have ended since.
    .having(sql`${remaining} > 0`)
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

/** Cancels everything in the batch that has not ended, in one transaction. Errors: `not_found`. */
export async function cancelBatch(services: Services, userId: string, batchId: string): Promise<number> {
  const [batch] = await services.db
    .select({ id: batches.id })
    .from(batches)
    .where(and(eq(batches.userId, userId), eq(batches.id, batchId)));
  if (!batch) throw new AppError('not_found');
  return services.db.transaction((tx) => releaseBatch(services, tx, { userId, batchId }));
}

/** `cancelBatch` within a transaction, for a batch that belongs to the user. */
export async function releaseBatch(
  services: Services,
  tx: Tx,
  { userId, batchId }: { userId: string; batchId: string },
): Promise<number> {
  const underWay = and(eq(batchItems.batchId, batchId), sql`${contents.activeRunId} = ${batchItems.runId}`);
  const found = await tx
    .select({ runId: batchItems.runId })
    .from(batchItems)
    .innerJoin(contents, eq(contents.id, batchItems.contentId))
    .where(underWay);
  // The tasks first: workers lock a task before the contents that wait for it.
  const locked = await services.tasks.lock(
    tx,
    found.flatMap(({ runId }) => runId ?? []),
  );
  if (locked.length === 0) return 0;
  const mine = tx.select({ id: batchItems.contentId }).from(batchItems).where(eq(batchItems.batchId, batchId));
  const runIds = locked.map(({ id }) => id);
  const cancelled = await stopWaiting(tx, { userId, contentIds: mine, runIds });
  for (const runId of runIds) await releaseRun(services, tx, runId, userId);
  await services.events.publish(tx, { type: 'user_work', userId });
  return cancelled.length;
}

export async function createBatch(executor: Executor, batch: { userId: string; title: string; url: string }): Promise<string> {
  return storedRow(await executor.insert(batches).values(batch).returning({ id: batches.id })).id;
}

export async function dropEmptyBatch(services: Services, batchId: string): Promise<void> {
  const items = services.db.select({ one: sql`1` }).from(batchItems).where(eq(batchItems.batchId, batchId));
  await services.db.delete(batches).where(and(eq(batches.id, batchId), sql`not exists ${items}`));
}
