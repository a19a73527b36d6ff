import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { noteVersions } from '#db/schema/content.ts';
import type { ContentRecord } from '#features/contents/server/index.ts';
import { insertVersion, setNote } from './note-store.ts';

type Original = Pick<ContentRecord, 'userId' | 'noteVersionId' | 'extractionId'> & { note: string };

/** Copies a note that another user shares; `note` is the shared text. What is known of its origin is copied too. */
export async function copyNote(tx: Tx, to: Pick<ContentRecord, 'id' | 'userId'>, from: Original): Promise<string> {
  const [version] =
    from.noteVersionId === null
      ? []
      : await tx
          .select()
          .from(noteVersions)
          .where(and(eq(noteVersions.userId, from.userId), eq(noteVersions.id, from.noteVersionId)));
  const id = await insertVersion(tx, {
    userId: to.userId,
    contentId: to.id,
    extractionId: from.extractionId,
    markdown: from.note,
    outline: version?.outline ?? null,
    coverage: version?.coverage ?? null,
    method: version?.method ?? 'edited',
    model: version?.model ?? null,
  });
  await setNote(tx, to.id, { id, markdown: from.note }, { status: 'completed', updatedAt: new Date() });
  return id;
}
