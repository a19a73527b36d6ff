/** A note of the user's own: nothing is fetched or summarised. */
import { and, eq } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { contents, noteVersions, sources } from '#db/schema/content.ts';
import type { Language } from '#engine/domain.ts';
import type { ContentRecord } from '#features/contents/server/index.ts';
import { createContent, ensureSource, type WantedSource } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { setNote } from './note-store.ts';

export async function contentOfLink(
  executor: Executor,
  userId: string,
  wanted: WantedSource,
): Promise<Pick<ContentRecord, 'id' | 'status'> | null> {
  const [found] = await executor
    .select({ id: contents.id, status: contents.status })
    .from(contents)
    .innerJoin(sources, eq(sources.id, contents.sourceId))
    .where(and(eq(contents.userId, userId), eq(sources.key, wanted.key)));
  return found ?? null;
}

/** Stores `note` for a link without a content; returns the content's id. Errors: `note_conflict` if there is a content. */
export async function writeOwnNote(
  services: Services,
  userId: string,
  wanted: WantedSource,
  own: { note: string; title: string | undefined; siteName: string | null; noteLanguage: Language },
): Promise<string> {
  return services.db.transaction(async (tx) => {
    const source = await ensureSource(tx, wanted);
    if (await contentOfLink(tx, userId, wanted)) throw new AppError('note_conflict');
    const { title, noteLanguage } = own;
    const content = await createContent(services, tx, { userId, source, noteLanguage, title });
    const [version] = await tx
      .insert(noteVersions)
      .values({ userId, contentId: content.id, markdown: own.note, method: 'edited' })
      .returning({ id: noteVersions.id });
    if (!version) throw new AppError('internal', { detail: 'insert returned no row' });
    await setNote(
      tx,
      content.id,
      { id: version.id, markdown: own.note },
      { siteName: own.siteName, status: 'completed', updatedAt: new Date() },
    );
    await services.events.publish(tx, { type: 'user_work', userId });
    return content.id;
  });
}
