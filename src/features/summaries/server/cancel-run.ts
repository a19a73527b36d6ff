/** Letting go of a run: whoever else waits for it still gets the note; with nobody left it stops everywhere. */
import { eq } from 'drizzle-orm';
import { contents } from '#db/schema/content.ts';
import type { ContentStatus } from '#features/contents/contract.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { releaseRun } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';

export async function cancelWork(services: Services, content: OwnedContent): Promise<ContentStatus> {
  const { activeRunId } = content;
  if (activeRunId === null) return content.status;
  return services.db.transaction(async (tx) => {
    // The task first: workers lock it before the contents that wait for it.
    await services.tasks.lock(tx, [activeRunId]);
    const [current] = await tx.select().from(contents).where(eq(contents.id, content.id)).for('update');
    if (!current) return content.status;
    if (current.activeRunId !== activeRunId) return current.status;
    const status: ContentStatus = current.note === null ? 'cancelled' : 'completed';
    await tx.update(contents).set({ activeRunId: null, status, updatedAt: new Date() }).where(eq(contents.id, content.id));
    await releaseRun(services, tx, activeRunId, content.userId);
    await services.events.publish(tx, { type: 'user_work', userId: content.userId });
    return status;
  });
}
