/** Stops waiting for a run: whoever else waits for it still gets the note; with nobody left it stops everywhere. */
import { eq } from 'drizzle-orm';
import { contents } from '#db/schema/content.ts';
import type { ContentStatus } from '#features/contents/contract.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { releaseRun, stopWaiting } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';

export async function cancelWork(services: Services, content: OwnedContent): Promise<ContentStatus> {
  const { activeRunId } = content;
  if (activeRunId === null) return content.status;
  return services.db.transaction(async (tx) => {
    // The task first: workers lock it before the contents that wait for it.
    await services.tasks.lock(tx, [activeRunId]);
    const { id, userId } = content;
    const [stopped] = await stopWaiting(tx, { userId, contentIds: [id], runIds: [activeRunId] });
    if (!stopped) {
      const [current] = await tx.select({ status: contents.status }).from(contents).where(eq(contents.id, id));
      return current?.status ?? content.status;
    }
    await releaseRun(services, tx, activeRunId, userId);
    await services.events.publish(tx, { type: 'user_work', userId });
    return stopped.status;
  });
}
