/** Only the ownership check makes an `OwnedCollection`; everything that changes a collection requires one. */
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor, Tx } from '#db/client.ts';
import { collections } from '#db/schema/collections.ts';
import { AppError } from '#lib/app-error.ts';

export type CollectionRecord = typeof collections.$inferSelect;

declare const owned: unique symbol;
export type OwnedCollection = CollectionRecord & { readonly [owned]: true };

/** By id or slug. Errors: `not_found`, also for another user's. */
export async function requireOwnedCollection(executor: Executor, userId: string, idOrSlug: string): Promise<OwnedCollection> {
  const [record] = await executor.select().from(collections).where(ofUser(userId, idOrSlug));
  if (!record) throw new AppError('not_found');
  return record as OwnedCollection;
}

/** Locked until the transaction ends. */
export async function lockOwnedCollection(tx: Tx, userId: string, id: string): Promise<OwnedCollection> {
  const [record] = await tx.select().from(collections).where(ofUser(userId, id)).for('update');
  if (!record) throw new AppError('not_found');
  return record as OwnedCollection;
}

function ofUser(userId: string, idOrSlug: string) {
  const wanted = z.uuid().safeParse(idOrSlug).success ? eq(collections.id, idOrSlug) : eq(collections.slug, idOrSlug);
  return and(eq(collections.userId, userId), wanted);
}
