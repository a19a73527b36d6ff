import { and, eq } from 'drizzle-orm';
import { contents } from '#db/schema/content.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { hasEditableTitle } from '#lib/content-type.ts';
import type { OwnedContent } from './owned.ts';

/** The title stays even if the source's changes later. The place in lists does not change. Errors: `title_fixed`, `not_found`. */
export async function renameContent(
  { db }: Services,
  { id, userId, contentType }: Pick<OwnedContent, 'id' | 'userId' | 'contentType'>,
  title: string,
): Promise<string> {
  if (!hasEditableTitle(contentType)) throw new AppError('title_fixed');
  const [renamed] = await db
    .update(contents)
    .set({ title, ownTitle: true })
    .where(and(eq(contents.userId, userId), eq(contents.id, id)))
    .returning({ title: contents.title });
  if (!renamed) throw new AppError('not_found');
  return renamed.title;
}
