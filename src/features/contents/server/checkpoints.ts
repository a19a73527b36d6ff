import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { checkpoints } from '#db/schema/content.ts';
import type { Checkpoints } from '#engine/ports.ts';
import { storable } from '#lib/storable-text.ts';

/** Results of finished steps, kept with the source they are about. Keys are hashes of their whole input. */
export function createCheckpoints(db: Db, sourceId: string): Checkpoints {
  return {
    async get(key) {
      const [row] = await db
        .select({ value: checkpoints.value })
        .from(checkpoints)
        .where(eq(checkpoints.key, `${sourceId}:${key}`));
      return row?.value;
    },
    async put(key, value) {
      await db
        .insert(checkpoints)
        .values({ key: `${sourceId}:${key}`, sourceId, value: storable(value) })
        .onConflictDoNothing();
    },
  };
}
