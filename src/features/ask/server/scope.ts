import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { collectionItems } from '#db/schema/collections.ts';
import { contents } from '#db/schema/content.ts';
import { requireOwnedCollection } from '#features/collections/server/index.ts';
import { countSearchable, libraryCondition } from '#features/library/server/index.ts';
import { smartFolderName } from '#features/smart-folders/server/index.ts';
import type { AskScope } from '../contract.ts';

export type OpenedScope = { condition: SQL | undefined; name: string | null };

/** The condition includes the owner. Errors: `not_found` for another user's collection or smart folder. */
export async function openScope(executor: Executor, userId: string, scope: AskScope): Promise<OpenedScope> {
  const { collection: collectionId, contents: contentIds, ...filters } = scope;
  const collection = collectionId === undefined ? null : await requireOwnedCollection(executor, userId, collectionId);
  const { all } = await libraryCondition(executor, userId, filters);
  const folder = filters.smartFolder === undefined ? null : await smartFolderName(executor, userId, filters.smartFolder);
  const condition = and(
    all,
    collection === null
      ? undefined
      : sql`exists (select 1 from ${collectionItems} item where item.user_id = ${contents.userId}
          and item.content_id = ${contents.id} and item.collection_id = ${collection.id})`,
    contentIds === undefined ? undefined : inArray(contents.id, contentIds),
  );
  return { condition, name: collection?.name ?? folder };
}

export async function countScope(
  executor: Executor,
  userId: string,
  { condition }: OpenedScope,
): Promise<{ items: number; withWords: number }> {
  const [[all], withWords] = await Promise.all([
    executor
      .select({ count: sql<number>`count(*)::int` })
      .from(contents)
      .where(and(eq(contents.userId, userId), condition)),
    countSearchable(executor, userId, condition),
  ]);
  return { items: all?.count ?? 0, withWords };
}
