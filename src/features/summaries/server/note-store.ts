/** Notes and their versions. The current note is always one of the versions. */
import { and, desc, eq } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { contents, noteVersions } from '#db/schema/content.ts';
import type { Note } from '#engine/model.ts';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import type { NoteVersion } from '../contract.ts';
import { withCorrections } from './edit-rows.ts';
import type { ContentRecord, OwnedContent } from './owned.ts';
import { previewOf } from './version-preview.ts';

/**
 * Stores a finished note as a new version and makes it the current one; nothing waits for a run any more. `problem`
 * says what is missing all the same: the note may rest on a description where the words could not be had.
 */
export async function storeNote(
  tx: Tx,
  content: Pick<ContentRecord, 'id' | 'userId'>,
  note: Note,
  extractionId: string | null,
  problem: ErrorCode | null = null,
): Promise<void> {
  const markdown = await withCorrections(tx, content, note.markdown, extractionId);
  const [version] = await tx
    .insert(noteVersions)
    .values({
      userId: content.userId,
      contentId: content.id,
      extractionId,
      markdown,
      outline: note.outline,
      coverage: note.coverage,
      method: note.outline.method,
      model: note.outline.model,
    })
    .returning({ id: noteVersions.id });
  if (!version) throw new AppError('internal', { detail: 'insert returned no row' });
  await tx
    .update(contents)
    .set({
      note: markdown,
      noteVersionId: version.id,
      status: 'completed',
      problemCode: problem,
      problemParams: problem === null ? null : {},
      activeRunId: null,
      updatedAt: new Date(),
    })
    .where(eq(contents.id, content.id));
}

export async function listVersions(executor: Executor, content: OwnedContent): Promise<NoteVersion[]> {
  const rows = await executor
    .select()
    .from(noteVersions)
    .where(and(eq(noteVersions.userId, content.userId), eq(noteVersions.contentId, content.id)))
    .orderBy(desc(noteVersions.createdAt))
    .limit(200);
  return rows.map((row) => ({
    versionId: row.id,
    createdAt: row.createdAt.toISOString(),
    method: row.method,
    model: row.model,
    preview: previewOf(row.markdown),
    isCurrent: row.id === content.noteVersionId,
  }));
}

/** Errors: `note_version_missing`. */
export async function readVersion(
  executor: Executor,
  content: OwnedContent,
  versionId: string,
): Promise<typeof noteVersions.$inferSelect> {
  const [row] = await executor
    .select()
    .from(noteVersions)
    .where(and(eq(noteVersions.userId, content.userId), eq(noteVersions.contentId, content.id), eq(noteVersions.id, versionId)));
  if (!row) throw new AppError('note_version_missing');
  return row;
}
