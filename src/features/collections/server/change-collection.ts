/** Every change is atomic, even with concurrent changes. */
import { and, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#db/client.ts';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { storedRow } from '#db/stored-row.ts';
import { AppError } from '#lib/app-error.ts';
import { type Collection, collectionLimits } from '../contract.ts';
import { type Added, addContents, holdContents } from './add-items.ts';
import { lockOwnedCollection, type OwnedCollection } from './owned.ts';
import { countItems, itemsOf, toCollection } from './queries.ts';
import { freeSlug, slugAfterRenaming } from './slug-store.ts';

/** Skips contents that are gone, or another user's. Errors: `collection_limit`; `not_found` when none of them is left. */
export async function createCollection(
  db: Db,
  userId: string,
  { name, contentIds }: { name: string; contentIds: readonly string[] },
): Promise<Added & { collection: Collection }> {
  return db.transaction(async (tx) => {
    await requireRoom(tx, userId);
    const made = await insertCollection(tx, userId, name);
    const wanted = [...new Set(contentIds)];
    const held = await holdContents(tx, userId, wanted);
    if (held.size === 0 && wanted.length > 0) throw new AppError('not_found');
    const added = await addContents(tx, made, { contentIds, held, positions: undefined });
    return { ...added, collection: toCollection(made, added.addedCount) };
  });
}

/** Locks, because concurrent requests must not both take the last place. Errors: `collection_limit`. */
export async function requireRoom(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`collections:${userId}`}, 0))`);
  const [row] = await tx.select({ count: sql<number>`count(*)::int` }).from(collections).where(eq(collections.userId, userId));
  if ((row?.count ?? 0) >= collectionLimits.perUser)
    throw new AppError('collection_limit', { params: { most: collectionLimits.perUser } });
}

async function insertCollection(tx: Tx, userId: string, name: string): Promise<OwnedCollection> {
  const made = await tx
    .insert(collections)
    .values({ userId, name, slug: await freeSlug(tx, name) })
    .returning();
  return storedRow(made) as OwnedCollection;
}

type Details = { id: string; name?: string; description?: string; coverContentId?: string | null };

/** Errors: `not_found`, also for a cover that is not in the collection. */
export async function updateCollection(db: Db, userId: string, { id, name, ...details }: Details): Promise<Collection> {
  return db.transaction(async (tx) => {
    const collection = await lockOwnedCollection(tx, userId, id);
    if (details.coverContentId) await requireItem(tx, collection, details.coverContentId);
    const named = name === undefined ? {} : { name, slug: await slugAfterRenaming(tx, collection, name) };
    return store(tx, collection, { ...named, ...details });
  });
}

async function requireItem(tx: Tx, collection: OwnedCollection, contentId: string): Promise<void> {
  const [item] = await tx
    .select({ contentId: collectionItems.contentId })
    .from(collectionItems)
    .where(and(itemsOf(collection), eq(collectionItems.contentId, contentId)));
  if (!item) throw new AppError('not_found');
}

/** The caller checks the role. A collection that an administrator hid stays hidden. Errors: `not_found`. */
export async function publishCollection(db: Db, userId: string, id: string, isPublic: boolean): Promise<Collection> {
  return db.transaction(async (tx) => {
    const collection = await lockOwnedCollection(tx, userId, id);
    if (collection.isPublic === isPublic) return toCollection(collection, await countItems(tx, collection));
    return store(tx, collection, { isPublic, publishedAt: isPublic ? sql`now()` : null });
  });
}

async function store(tx: Tx, collection: OwnedCollection, values: PgUpdateSetSource<typeof collections>): Promise<Collection> {
  const [stored] = await tx
    .update(collections)
    .set({ ...values, updatedAt: sql`now()` })
    .where(eq(collections.id, collection.id))
    .returning();
  if (!stored) throw new AppError('not_found');
  return toCollection(stored, await countItems(tx, collection));
}
