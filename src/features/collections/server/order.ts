/** Items are sorted by descending position. Positions are fractions, so that only a moved item changes. */
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { collectionItems } from '#db/schema/collections.ts';
import { AppError } from '#lib/app-error.ts';
import { lockOwnedCollection, type OwnedCollection } from './owned.ts';
import { itemsOf, touch } from './queries.ts';

/** Below this gap, items are renumbered before a fraction runs out of digits. */
const smallestGap = 1e-6;

type Move = { collectionId: string; contentIds: readonly string[]; before: string | null };

/** Returns the number of moved items. Errors: `not_found`, also when `before` is not in it or is moved itself. */
export async function moveItems(db: Db, userId: string, { collectionId, contentIds, before }: Move): Promise<number> {
  return db.transaction(async (tx) => {
    const collection = await lockOwnedCollection(tx, userId, collectionId);
    const moved = await ownOrder(tx, collection, contentIds);
    if (moved.length === 0) return 0;
    let positions = await positionsBefore(tx, collection, moved, before);
    if (positions === null) {
      await renumber(tx, collection);
      positions = await positionsBefore(tx, collection, moved, before);
    }
    if (positions === null) throw new AppError('internal', { detail: 'no room between two items' });
    const places = sql.join(
      moved.map((contentId, index) => sql`(${contentId}::uuid, ${positions[index]}::float8)`),
      sql`, `,
    );
    await tx.execute(sql`update ${collectionItems} set position = place.position from (values ${places}) as place (content_id, position)
      where ${itemsOf(collection)} and ${collectionItems.contentId} = place.content_id`);
    await touch(tx, collection);
    return moved.length;
  });
}

/** Each content once, without those that are not in the collection. */
async function ownOrder(tx: Tx, collection: OwnedCollection, contentIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ contentId: collectionItems.contentId })
    .from(collectionItems)
    .where(and(itemsOf(collection), inArray(collectionItems.contentId, [...contentIds])));
  const inside = new Set(rows.map(({ contentId }) => contentId));
  return [...new Set(contentIds)].filter((contentId) => inside.has(contentId));
}

/** Null where the gap is too small. */
async function positionsBefore(
  tx: Tx,
  collection: OwnedCollection,
  moved: readonly string[],
  before: string | null,
): Promise<number[] | null> {
  const below = before === null ? null : await positionOf(tx, collection, moved, before);
  const above = await nextAbove(
    tx,
    collection,
    moved,
    below === null || before === null ? null : { position: below, id: before },
  );
  if (above === null) return moved.map((_, index) => (below ?? 0) + moved.length - index);
  if (below === null) return moved.map((_, index) => above - 1 - index);
  const gap = (above - below) / (moved.length + 1);
  return gap < smallestGap ? null : moved.map((_, index) => above - gap * (index + 1));
}

async function positionOf(tx: Tx, collection: OwnedCollection, moved: readonly string[], contentId: string): Promise<number> {
  const [row] = await tx
    .select({ position: collectionItems.position })
    .from(collectionItems)
    .where(and(itemsOf(collection), eq(collectionItems.contentId, contentId)));
  if (!row || moved.includes(contentId)) throw new AppError('not_found');
  return row.position;
}

async function nextAbove(
  tx: Tx,
  collection: OwnedCollection,
  moved: readonly string[],
  place: { position: number; id: string } | null,
): Promise<number | null> {
  const after = place
    ? sql`(${collectionItems.position}, ${collectionItems.contentId}) > (${place.position}::float8, ${place.id}::uuid)`
    : undefined;
  const [row] = await tx
    .select({ position: collectionItems.position })
    .from(collectionItems)
    .where(and(itemsOf(collection), notInArray(collectionItems.contentId, [...moved]), after))
    // Matches the index read backwards, nulls included.
    .orderBy(sql`${collectionItems.position} asc nulls first, ${collectionItems.contentId} asc nulls first`)
    .limit(1);
  return row?.position ?? null;
}

async function renumber(tx: Tx, collection: OwnedCollection): Promise<void> {
  await tx.execute(sql`update ${collectionItems} set position = ranked.place from (
      select content_id, row_number() over (order by position, content_id) as place from ${collectionItems} where ${itemsOf(collection)}
    ) as ranked where ${itemsOf(collection)} and ${collectionItems.contentId} = ranked.content_id`);
}
