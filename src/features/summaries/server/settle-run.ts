/** A run that ended without a note: says why on every content that waits for it. A note that was there before stays. */
import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import type { Services } from '#infra/services.ts';
import type { TaskEnding } from '#infra/tasks/task.ts';

export async function settle(
  _services: Services,
  tx: Tx,
  _payload: Record<string, never>,
  { id, ending }: { id: string; ending: TaskEnding },
): Promise<void> {
  const waiting = await tx
    .select({ id: contents.id, note: contents.note })
    .from(contents)
    .where(eq(contents.activeRunId, id))
    .orderBy(contents.id)
    .for('update');
  for (const content of waiting)
    await tx
      .update(contents)
      .set({
        activeRunId: null,
        status: content.note === null ? ending.state : 'completed',
        ...(ending.state === 'failed' ? { problemCode: ending.error.code, problemParams: ending.error.params } : {}),
        updatedAt: new Date(),
      })
      .where(eq(contents.id, content.id));
}
