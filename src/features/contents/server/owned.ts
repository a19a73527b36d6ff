/** The ownership check, and the type that only it can make: a service that changes a content takes `OwnedContent`. */
import { and, eq } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import { AppError } from '#lib/app-error.ts';

export type ContentRecord = typeof contents.$inferSelect;

declare const owned: unique symbol;
export type OwnedContent = ContentRecord & { readonly [owned]: true };

/** The user's content. Errors: `not_found`, also for somebody else's, so that ids tell nothing. */
export async function requireOwnedContent(executor: Executor, userId: string, contentId: string): Promise<OwnedContent> {
  const [record] = await executor
    .select()
    .from(contents)
    .where(and(eq(contents.id, contentId), eq(contents.userId, userId)));
  if (!record) throw new AppError('not_found');
  return record as OwnedContent;
}
