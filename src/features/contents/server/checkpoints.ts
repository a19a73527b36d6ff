import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { checkpoints } from '#db/schema/content.ts';
import type { Checkpoints } from '#engine/ports.ts';
import { storable } from '#lib/text/storable-text.ts';

/** Stored with the source. Keys are hashes of a step's whole input. */
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
