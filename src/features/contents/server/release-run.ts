/** A run is shared: it stops when no content waits for it. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { contents, runEvents, runs } from '#db/schema/content.ts';
import type { Services } from '#infra/services.ts';

/** The caller has locked the run's row. */
export async function releaseRun(services: Services, tx: Tx, runId: string): Promise<void> {
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
