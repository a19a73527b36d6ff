/** Runs are shared: a run stops when no content waits for it any more. */
import { asc, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import type { Services } from '#infra/services.ts';

/** Called for a user whose content no longer waits for the run. The caller has locked the run's task. */
export async function releaseRun(services: Services, tx: Tx, runId: string, userId: string): Promise<void> {
  const others = await tx
    .select({ userId: contents.userId, contentId: contents.id })
    .from(contents)
    .where(eq(contents.activeRunId, runId))
    .orderBy(asc(contents.createdAt), asc(contents.id));
  if (others.length === 0) await services.tasks.cancel(tx, runId);
  else await services.tasks.leave(tx, runId, { userId, others });
}
