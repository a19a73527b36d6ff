/** Letting go of a run: whoever else waits for it still gets the note; with nobody left it stops everywhere. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { contents, runEvents, runs } from '#db/schema/content.ts';
import type { Services } from '#rpc/services.ts';
import type { ContentStatus } from '../contract.ts';
import type { OwnedContent } from './owned.ts';

export async function cancelWork(services: Services, content: OwnedContent): Promise<ContentStatus> {
  const { activeRunId } = content;
  if (activeRunId === null) return content.status;
  return services.db.transaction(async (tx) => {
    // The run first: workers lock it before the contents that wait for it.
    await tx.select({ id: runs.id }).from(runs).where(eq(runs.id, activeRunId)).for('update');
    const [current] = await tx.select().from(contents).where(eq(contents.id, content.id)).for('update');
    if (!current) return content.status;
    if (current.activeRunId !== activeRunId) return current.status;
    const status: ContentStatus = current.note === null ? 'cancelled' : 'completed';
    await tx.update(contents).set({ activeRunId: null, status, updatedAt: new Date() }).where(eq(contents.id, content.id));
    await letGo(services, tx, activeRunId);
    await services.events.publish(tx, { type: 'user_work', userId: content.userId });
    return status;
  });
}

/** Ends a run, whose row the caller has locked, when no content waits for it any more. */
export async function letGo(services: Services, tx: Tx, runId: string): Promise<void> {
  const [waiting] = await tx.select({ count: sql<number>`count(*)::int` }).from(contents).where(eq(contents.activeRunId, runId));
  if ((waiting?.count ?? 0) > 0) return;
  const [ended] = await tx
    .update(runs)
    .set({ state: 'cancelled', finishedAt: new Date() })
    .where(and(eq(runs.id, runId), inArray(runs.state, ['queued', 'running'])))
    .returning();
  if (!ended) return;
  const elapsedMs = ended.startedAt ? Math.max(0, Date.now() - ended.startedAt.getTime()) : 0;
  await tx.insert(runEvents).values({ runId, event: { type: 'cancelled', elapsedMs } });
  await services.events.publish(tx, { type: 'run_cancelled', runId });
  await services.events.publish(tx, { type: 'run_event', runId });
}
