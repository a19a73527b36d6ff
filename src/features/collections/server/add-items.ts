import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { isOneOf } from '#db/one-of.ts';
import { collectionItems } from '#db/schema/collections.ts';
import { contents } from '#db/schema/content.ts';
import { AppError } from '#lib/app-error.ts';
import { collectionLimits } from '../contract.ts';
import { lockOwnedCollection, type OwnedCollection } from './owned.ts';
import { countItems, itemsOf, touch } from './queries.ts';

export type Added = { addedCount: number; skippedCount: number; skippedIds: string[] };

/** Skips contents that are gone, or another user's. Errors: `not_found`, also when none of them is left; `collection_full`. */
export async function addItems(
  db: Db,
  userId: string,
  wanted: { collectionId: string; contentIds: readonly string[]; positions?: readonly number[] | undefined },
): Promise<Added> {
  return db.transaction(async (tx) => {
    const collection = await lockOwnedCollection(tx, userId, wanted.collectionId);
    const { contentIds, positions } = wanted;
    const held = await holdContents(tx, userId, contentIds);
    if (held.size === 0 && contentIds.length > 0) throw new AppError('not_found');
    return addContents(tx, collection, { contentIds, held, positions });
  });
}

/** `held`: those of the contents that may be added, as `holdContents` gives them. Errors: `collection_full`. */
export async function addContents(
  tx: Tx,
  collection: OwnedCollection,
  {
    contentIds,
    held,
    positions,
  }: { contentIds: readonly string[]; held: ReadonlySet<string>; positions: readonly number[] | undefined },
): Promise<Added> {
  const wanted = [...new Set(contentIds)].filter((contentId) => held.has(contentId));
  if (wanted.length === 0) return { addedCount: 0, skippedCount: contentIds.length, skippedIds: [...new Set(contentIds)] };
  if (wanted.length > collectionLimits.items) throw new AppError('collection_full', { params: { most: collectionLimits.items } });
  // Reversed, so that the first position of a content that is named twice holds.
  const placeOf = new Map(contentIds.map((contentId, at) => [contentId, positions?.[at]] as const).toReversed());
  const top = await topPosition(tx, collection);
  const added = await tx
    .insert(collectionItems)
    .values(
      wanted.map((contentId, index) => ({
        collectionId: collection.id,
        contentId,
        userId: collection.userId,
        position: placeOf.get(contentId) ?? top + wanted.length - index,
      })),
    )
    .onConflictDoNothing()
    .returning({ contentId: collectionItems.contentId });
  if (added.length > 0) {
    if ((await countItems(tx, collection)) > collectionLimits.items)
      throw new AppError('collection_full', { params: { most: collectionLimits.items } });
    await touch(tx, collection);
  }
  const isAdded = new Set(added.map(({ contentId }) => contentId));
  const skippedIds = [...new Set(contentIds)].filter((contentId) => !isAdded.has(contentId));
  return { addedCount: added.length, skippedCount: contentIds.length - added.length, skippedIds };
}

/** Locks against deletion those of the contents that are the user's, and names them. */
export async function holdContents(tx: Tx, userId: string, contentIds: readonly string[]): Promise<Set<string>> {
  if (contentIds.length === 0) return new Set();
  const held = await tx
    .select({ id: contents.id })
    .from(contents)
    .where(and(eq(contents.userId, userId), isOneOf(contents.id, contentIds)))
    .orderBy(asc(contents.id))
    .for('key share');
  return new Set(held.map(({ id }) => id));
}

async function topPosition(tx: Tx, collection: OwnedCollection): Promise<number> {
  const [row] = await tx
    .select({ top: sql<number>`coalesce(max(${collectionItems.position}), 0)::float8` })
    .from(collectionItems)
    .where(itemsOf(collection));
  return Math.floor(row?.top ?? 0);
}
