import { and } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isOneOf } from '#db/one-of.ts';
import { collectionItems } from '#db/schema/collections.ts';
import { lockOwnedCollection } from './owned.ts';
import { itemsOf, touch } from './queries.ts';

/** Returns the positions of the removed items. Errors: `not_found`. */
export async function removeItems(
  db: Db,
  userId: string,
  { collectionId, contentIds }: { collectionId: string; contentIds: readonly string[] },
): Promise<{ contentId: string; position: number }[]> {
  return db.transaction(async (tx) => {
    const collection = await lockOwnedCollection(tx, userId, collectionId);
    const removed = await tx
      .delete(collectionItems)
      .where(and(itemsOf(collection), isOneOf(collectionItems.contentId, contentIds)))
      .returning({ contentId: collectionItems.contentId, position: collectionItems.position });
    if (removed.length > 0) await touch(tx, collection);
    return removed;
  });
}
