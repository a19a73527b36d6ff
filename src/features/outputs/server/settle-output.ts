/** The task failed or was cancelled, so the row for its output is deleted. */
import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { imageGenerations, musicGenerations, videoProcessingTasks } from '#db/schema/outputs.ts';
import type { Services } from '#infra/services.ts';

/** The kind is not known here, but an id exists in one table only. */
export async function settle(_services: Services, tx: Tx, { outputId }: { outputId: string }): Promise<void> {
  for (const table of [imageGenerations, musicGenerations, videoProcessingTasks])
    await tx.delete(table).where(eq(table.id, outputId));
}
