/** Only the ownership check creates an `OwnedCollection`, which everything that changes a collection requires. */
import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor, Tx } from '#db/client.ts';
import { collectionSlugs, collections } from '#db/schema/collections.ts';
import { AppError } from '#lib/app-error.ts';

export type CollectionRecord = typeof collections.$inferSelect;

declare const owned: unique symbol;
export type OwnedCollection = CollectionRecord & { readonly [owned]: true };

/** By id or slug, current or former. Errors: `not_found`, also for another user's collection. */
export async function requireOwnedCollection(executor: Executor, userId: string, idOrSlug: string): Promise<OwnedCollection> {
  const [record] = await executor
    .select()
    .from(collections)
    .where(and(eq(collections.userId, userId), named(idOrSlug)));
  if (!record) throw new AppError('not_found');
  return record as OwnedCollection;
}

export async function lockOwnedCollection(tx: Tx, userId: string, id: string): Promise<OwnedCollection> {
  const [record] = await tx
    .select()
    .from(collections)
    .where(and(eq(collections.userId, userId), eq(collections.id, id)))
    .for('update');
  if (!record) throw new AppError('not_found');
  return record as OwnedCollection;
}

/** Matches one collection: no slug is both a current and a former one. */
export function named(idOrSlug: string): SQL {
  return isId(idOrSlug) ? eq(collections.id, idOrSlug) : withSlug(idOrSlug);
}

export const isId = (idOrSlug: string) => z.uuid().safeParse(idOrSlug).success;

export function withSlug(slug: string | Placeholder): SQL {
  return sql`${collections.id} in (
    select id from ${collections} named where named.slug = ${slug}
    union all select former.collection_id from ${collectionSlugs} former where former.slug = ${slug})`;
}
