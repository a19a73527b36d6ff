import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { watchLater } from '#db/schema/watch-later.ts';
import { requireOwnedContent } from '#features/contents/server/index.ts';
import { AppError } from '#lib/app-error.ts';
import { watchLaterLimits } from '../contract.ts';

export async function readList(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ contentId: watchLater.contentId })
    .from(watchLater)
    .where(eq(watchLater.userId, userId))
    .orderBy(desc(watchLater.addedAt), asc(watchLater.contentId))
    .limit(watchLaterLimits.items);
  return rows.map(({ contentId }) => contentId);
}

/** Errors: `not_found`, `watch_later_full`. */
export async function addToList(db: Db, userId: string, contentId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await requireOwnedContent(tx, userId, contentId);
    // Concurrent requests must not both take the last place.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`watch-later:${userId}`}, 0))`);
    const added = await tx
      .insert(watchLater)
      .values({ userId, contentId })
      .onConflictDoNothing()
      .returning({ contentId: watchLater.contentId });
    if (added.length === 0) return false;
    const [row] = await tx.select({ count: sql<number>`count(*)::int` }).from(watchLater).where(eq(watchLater.userId, userId));
    if ((row?.count ?? 0) > watchLaterLimits.items)
      throw new AppError('watch_later_full', { params: { most: watchLaterLimits.items } });
    return true;
  });
}

/** Errors: `not_found`. */
export async function removeFromList(db: Db, userId: string, contentId: string): Promise<boolean> {
  await requireOwnedContent(db, userId, contentId);
  const removed = await db
    .delete(watchLater)
    .where(and(eq(watchLater.userId, userId), eq(watchLater.contentId, contentId)))
    .returning({ contentId: watchLater.contentId });
  return removed.length > 0;
}
