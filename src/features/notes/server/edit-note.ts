/** An edit must name the current version. A version leaves the history only if another one contains its text. */
import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { noteVersions } from '#db/schema/content.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { deleteCopy, deleteVersion, findVersion, insertVersion, lockContent, setNote, versionsWithText } from './note-store.ts';
import { isSameSitting, versionIdToKeep } from './same-sitting.ts';

type Edit = {
  note: string;
  baseVersionId: string | null;
  keepBase?: boolean | undefined;
  at?: Date;
};
type Saved = { versionId: string; updatedAt: Date };

/** Returns the new version's id. Errors: `note_conflict` if `baseVersionId` (null: no note) is not current, `not_found`. */
export async function saveNote(services: Services, owned: OwnedContent, edit: Edit): Promise<Saved> {
  return services.db.transaction((tx) => saveNoteIn(services, tx, owned, edit));
}

export async function saveNoteIn(
  services: Services,
  tx: Tx,
  owned: OwnedContent,
  { note, baseVersionId, keepBase = false, at: now = new Date() }: Edit,
): Promise<Saved> {
  const content = await lockContent(tx, owned);
  if (content.noteVersionId !== baseVersionId) throw new AppError('note_conflict');
  const before = baseVersionId === null ? null : await findVersion(tx, content, baseVersionId);
  if (before && before.markdown === note) return { versionId: before.id, updatedAt: content.updatedAt };
  const extractionId = before?.extractionId ?? content.extractionId;
  const known = (await versionsWithText(tx, content, note)).find((version) => version.extractionId === extractionId);
  const values = {
    userId: content.userId,
    contentId: content.id,
    extractionId,
    markdown: note,
    // The summariser's checks still describe where the text came from.
    outline: before?.outline ?? null,
    coverage: before?.coverage ?? null,
    method: 'edited' as const,
    model: before?.model ?? null,
    createdAt: now,
  };
  // An edit that restores an earlier text reuses that version.
  const versionId = known ? await versionIdToKeep(tx, known, now) : await insertVersion(tx, values);
  await setNote(
    tx,
    content.id,
    { id: versionId, markdown: note },
    { updatedAt: now, ...(content.activeRunId === null ? { status: 'completed' as const } : {}) },
  );
  if (before && !keepBase && isSameSitting(before, note, now)) {
    await deleteVersion(tx, before);
    // The sitting counts from its first edit, so that a long one leaves a version every 15 minutes.
    if (versionId !== known?.id)
      await tx.update(noteVersions).set({ createdAt: before.createdAt }).where(eq(noteVersions.id, versionId));
  } else if (before) await deleteCopy(tx, content, before);
  await services.events.publish(tx, { type: 'user_work', userId: content.userId });
  return { versionId, updatedAt: now };
}
