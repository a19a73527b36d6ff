/** Nothing was made: the row that was to hold it goes. */
import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { imageGenerations, musicGenerations, videoProcessingTasks } from '#db/schema/outputs.ts';
import type { Services } from '#infra/services.ts';

/** One id names a row of one table. */
export async function settle(_services: Services, tx: Tx, { outputId }: { outputId: string }): Promise<void> {
  for (const table of [imageGenerations, musicGenerations, videoProcessingTasks])
    await tx.delete(table).where(eq(table.id, outputId));
}
