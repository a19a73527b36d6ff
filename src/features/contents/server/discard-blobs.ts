import type { Executor } from '#db/client.ts';
import { blobGarbage } from '#db/schema/content.ts';

/** A job deletes the files after `at`, unless a stored row refers to them by then. */
export async function discardBlobs(executor: Executor, keys: readonly string[], at?: Date): Promise<void> {
  if (keys.length > 0)
    await executor.insert(blobGarbage).values(keys.map((blobKey) => ({ blobKey, ...(at ? { createdAt: at } : {}) })));
}
