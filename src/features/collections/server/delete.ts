/** A deletion can be undone for a day: the deleted collection is kept as one row, so that no other query has to skip it. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { collectionItems, collections, type DeletedCollection, deletedCollections } from '#db/schema/collections.ts';
import { contents } from '#db/schema/content.ts';
import { publicReports } from '#db/schema/shared-notes.ts';
import { AppError } from '#lib/app-error.ts';
import type { Collection } from '../contract.ts';
import { requireRoom } from './change-collection.ts';
import { lockOwnedCollection, type OwnedCollection } from './owned.ts';
import { countItems, itemsOf, toCollection } from './queries.ts';
import { formerSlugsOf, freeSlug, isFree, keepFormerSlugs } from './slug-store.ts';

/** Errors: `not_found`. */
export async function deleteCollection(db: Db, userId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const collection = await lockOwnedCollection(tx, userId, id);
    const data = await snapshot(tx, collection);
    await tx.insert(deletedCollections).values({ id, userId, data });
    await tx.delete(collections).where(eq(collections.id, collection.id));
  });
}

async function snapshot(tx: Tx, collection: OwnedCollection): Promise<DeletedCollection> {
  const items = await tx
    .select({ contentId: collectionItems.contentId, position: collectionItems.position, addedAt: collectionItems.addedAt })
    .from(collectionItems)
    .where(itemsOf(collection))
    .orderBy(asc(collectionItems.position));
  // Otherwise deleting and restoring a collection would end the reports of it.
  const reports = await tx
    .select({ reason: publicReports.reason, message: publicReports.message, createdAt: publicReports.createdAt })
    .from(publicReports)
    .where(eq(publicReports.collectionId, collection.id));
  const { slug, name, description, coverContentId, publishedAt, hiddenAt, createdAt } = collection;
  return {
    ...{ slug, name, description, coverContentId },
    formerSlugs: await formerSlugsOf(tx, collection.id),
    publishedAt: publishedAt?.toISOString() ?? null,
    hiddenAt: hiddenAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    items: items.map(({ contentId, position, addedAt }) => [contentId, position, addedAt.toISOString()]),
    reports: reports.map(({ reason, message, createdAt: at }) => [reason, message, at.toISOString()]),
  };
}

/** Restores it as it was, public or not, without contents deleted since. Errors: `not_found`, `collection_limit`. */
export async function restoreCollection(db: Db, userId: string, id: string): Promise<Collection> {
  return db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(deletedCollections)
      .where(and(eq(deletedCollections.id, id), eq(deletedCollections.userId, userId)))
      .returning({ data: deletedCollections.data });
    if (!gone) throw new AppError('not_found');
    await requireRoom(tx, userId);
    const { slug, formerSlugs, items, reports = [], publishedAt, hiddenAt, createdAt, ...plain } = gone.data;
    const [made] = await tx
      .insert(collections)
      .values({
        ...{ ...plain, id, userId },
        slug: (await isFree(tx, slug)) ? slug : await freeSlug(tx, plain.name),
        isPublic: publishedAt !== null,
        publishedAt: dateOf(publishedAt),
        hiddenAt: dateOf(hiddenAt),
        createdAt: new Date(createdAt),
      })
      .returning();
    if (!made) throw new AppError('internal', { detail: 'insert returned no row' });
    const restored = made as OwnedCollection;
    await keepFormerSlugs(tx, id, formerSlugs);
    await tx.execute(sql`insert into ${collectionItems} (collection_id, content_id, user_id, position, added_at)
      select ${id}, c.id, c.user_id, (item ->> 1)::float8, (item ->> 2)::timestamptz
      from jsonb_array_elements(${JSON.stringify(items)}::jsonb) item
      join ${contents} c on c.id = (item ->> 0)::uuid and c.user_id = ${userId} for key share of c`);
    await tx.execute(sql`insert into ${publicReports} (collection_id, reason, message, created_at)
      select ${id}, report ->> 0, report ->> 1, (report ->> 2)::timestamptz
      from jsonb_array_elements(${JSON.stringify(reports)}::jsonb) report`);
    return toCollection(restored, await countItems(tx, restored));
  });
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
