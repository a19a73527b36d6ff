import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { collections } from '#db/schema/collections.ts';
import { AppError } from '#lib/app-error.ts';

/** For administrators. Returns the owner's id; null when nothing changes. Errors: `not_found`. */
export async function setCollectionHidden(tx: Tx, id: string, hidden: boolean): Promise<string | null> {
  const [before] = await tx
    .select({ userId: collections.userId, hiddenAt: collections.hiddenAt })
    .from(collections)
    .where(eq(collections.id, id))
    .for('update');
  if (!before) throw new AppError('not_found');
  if ((before.hiddenAt !== null) === hidden) return null;
  await tx
    .update(collections)
    .set({ hiddenAt: hidden ? sql`now()` : null })
    .where(eq(collections.id, id));
  return before.userId;
}
