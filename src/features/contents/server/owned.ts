/** Only the ownership check creates an `OwnedContent`, which everything that changes a content requires. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { isOneOf } from '#db/one-of.ts';
import { contents } from '#db/schema/content.ts';
import { AppError } from '#lib/app-error.ts';

export type ContentRecord = typeof contents.$inferSelect;

declare const owned: unique symbol;
export type OwnedContent = ContentRecord & { readonly [owned]: true };

/** Errors: `not_found`, also for another user's content, so that ids reveal nothing. */
export async function requireOwnedContent(executor: Executor, userId: string, contentId: string): Promise<OwnedContent> {
  const [record] = await executor
    .select()
    .from(contents)
    .where(and(eq(contents.id, contentId), eq(contents.userId, userId)));
  if (!record) throw new AppError('not_found');
  return record as OwnedContent;
}

/** The ids that belong to the user, in the same order. */
export async function ownIds(executor: Executor, userId: string, contentIds: readonly string[]): Promise<string[]> {
  const rows = await executor
    .select({ id: contents.id })
    .from(contents)
    .where(and(eq(contents.userId, userId), isOneOf(contents.id, contentIds)));
  const own = new Set(rows.map(({ id }) => id));
  return contentIds.filter((id) => own.has(id));
}

/** The contents that belong to the user, in no order. */
export async function ownedContents(executor: Executor, userId: string, contentIds: readonly string[]): Promise<OwnedContent[]> {
  if (contentIds.length === 0) return [];
  const rows = await executor
    .select()
    .from(contents)
    .where(and(eq(contents.userId, userId), inArray(contents.id, [...contentIds])));
  return rows as OwnedContent[];
}
