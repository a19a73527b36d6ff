/** Every change is atomic, even with concurrent changes. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#db/client.ts';
import { isOneOf } from '#db/one-of.ts';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { contents } from '#db/schema/content.ts';
import { AppError } from '#lib/app-error.ts';
import { type Collection, collectionLimits } from '../contract.ts';
import { lockOwnedCollection, type OwnedCollection } from './owned.ts';
import { countItems, itemsOf, toCollection, touch } from './queries.ts';
import { freeSlug, slugAfterRenaming } from './slug-store.ts';

export type Added = { addedCount: number; skippedCount: number; skippedIds: string[] };

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
  const [made] = await tx
    .insert(collections)
    .values({ userId, name, slug: await freeSlug(tx, name) })
    .returning();
  if (!made) throw new AppError('internal', { detail: 'insert returned no row' });
  return made as OwnedCollection;
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

async function addContents(
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
async function holdContents(tx: Tx, userId: string, contentIds: readonly string[]): Promise<Set<string>> {
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
