/** The library's filters as SQL conditions on `contents`. `all` includes the owner. */
import { and, arrayContains, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { collectionItems } from '#db/schema/collections.ts';
import { contents } from '#db/schema/content.ts';
import { userContentHighlights } from '#db/schema/highlights.ts';
import { watchLater } from '#db/schema/watch-later.ts';
import { hasAllTags, smartFolderCondition } from '#features/smart-folders/server/index.ts';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import type { LibraryFilters } from '../contract.ts';

/** `beyondType`: filters other than the type are set, so the counts per type do not give the total. Errors: `not_found`. */
export async function conditionOf(
  executor: Executor,
  userId: string,
  { type, tag, smartFolder, highlighted, notInCollection, favorited, todo, watchLater: later }: LibraryFilters,
): Promise<{ all: SQL | undefined; beyondType: boolean }> {
  const beyondType = [
    tag === undefined ? undefined : hasAllTags([tag]),
    smartFolder === undefined ? undefined : await smartFolderCondition(executor, userId, smartFolder),
    highlighted
      ? sql`exists (select 1 from ${userContentHighlights} marked where marked.user_id = ${contents.userId} and marked.content_id = ${contents.id} and marked.deleted_at is null)`
      : undefined,
    notInCollection
      ? sql`not exists (select 1 from ${collectionItems} item where item.user_id = ${contents.userId} and item.content_id = ${contents.id})`
      : undefined,
    favorited ? arrayContains(contents.noteTags, [favoriteTag]) : undefined,
    todo ? gt(contents.openTodos, 0) : undefined,
    later
      ? sql`exists (select 1 from ${watchLater} kept where kept.user_id = ${contents.userId} and kept.content_id = ${contents.id})`
      : undefined,
  ].filter((condition) => condition !== undefined);
  return {
    all: and(eq(contents.userId, userId), type === undefined ? undefined : eq(contents.contentType, type), ...beyondType),
    beyondType: beyondType.length > 0,
  };
}
