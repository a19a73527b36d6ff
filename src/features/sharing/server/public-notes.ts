/** A note that everybody may read: shared by itself, or an item of a public collection. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { collectionItems } from '#db/schema/collections.ts';
import { sharedNotes } from '#db/schema/shared-notes.ts';
import { type OwnedContent, ownedContents, requireOwnedContent } from '#features/contents/server/index.ts';
import { AppError } from '#lib/app-error.ts';
import { itemsOf, requireVisible, type VisibleCollection } from './public-collections.ts';

/** The owner's content. Only listed fields of it may leave the server. */
export type VisibleNote = { content: OwnedContent; collection: VisibleCollection | null };

/** Errors: `not_found`, alike for private, hidden and missing notes. */
export async function requireSharedNote(executor: Executor, slug: string): Promise<VisibleNote> {
  const [share] = await executor
    .select({ userId: sharedNotes.userId, contentId: sharedNotes.contentId })
    .from(sharedNotes)
    .where(and(eq(sharedNotes.slug, slug), isNull(sharedNotes.hiddenAt)));
  if (!share) throw new AppError('not_found');
  return { content: await requireOwnedContent(executor, share.userId, share.contentId), collection: null };
}

/** Errors: `not_found`. */
export async function requirePublicItem(executor: Executor, idOrSlug: string, contentId: string): Promise<VisibleNote> {
  const collection = await requireVisible(executor, idOrSlug);
  const content = (await itemsNamed(executor, collection, [contentId])).get(contentId);
  if (!content) throw new AppError('not_found');
  return { content, collection };
}

/** Those of the given contents that are in the collection, by id. */
export async function itemsNamed(
  executor: Executor,
  collection: VisibleCollection,
  contentIds: readonly string[],
): Promise<Map<string, OwnedContent>> {
  const items = await executor
    .select({ contentId: collectionItems.contentId })
    .from(collectionItems)
    .where(and(itemsOf(collection), inArray(collectionItems.contentId, [...contentIds])));
  const found = await ownedContents(
    executor,
    collection.userId,
    items.map((item) => item.contentId),
  );
  return new Map(found.map((content) => [content.id, content]));
}
