/** The current note is always one of the versions. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { contents, noteVersions } from '#db/schema/content.ts';
import type { StoredNote } from '#engine/domain.ts';
import type { ContentRecord, OwnedContent } from '#features/contents/server/index.ts';
import { withCorrections } from '#features/transcripts/server/index.ts';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import type { NoteVersion } from '../contract.ts';
import { type NoteColumns, noteColumns } from './note-columns.ts';
import { previewOf, readLength } from './version-preview.ts';

/** Stores a finished note as the current version. `problem` says what is missing, such as the words behind a description. */
export async function storeNote(
  tx: Tx,
  content: Pick<ContentRecord, 'id' | 'userId'>,
  note: StoredNote,
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
  await setNote(
    tx,
    content.id,
    { id: version.id, markdown },
    {
      status: 'completed',
      problemCode: problem,
      problemParams: problem === null ? null : {},
      activeRunId: null,
      updatedAt: new Date(),
    },
  );
}

/** Makes a version current, with the list columns and `fields`. Every change of a note goes through here. */
export async function setNote(
  tx: Tx,
  contentId: string,
  version: { id: string; markdown: string },
  fields: Partial<Omit<ContentRecord, keyof NoteColumns | 'noteVersionId'>>,
): Promise<void> {
  await tx
    .update(contents)
    .set({ ...fields, ...noteColumns(version.markdown), noteVersionId: version.id })
    .where(eq(contents.id, contentId));
}

export async function listVersions(executor: Executor, content: OwnedContent): Promise<NoteVersion[]> {
  const rows = await executor
    .select({
      id: noteVersions.id,
      createdAt: noteVersions.createdAt,
      method: noteVersions.method,
      model: noteVersions.model,
      // One character more tells that the note goes on.
      beginning: sql<string>`left(${noteVersions.markdown}, ${readLength + 1})`,
    })
    .from(noteVersions)
    .where(and(eq(noteVersions.userId, content.userId), eq(noteVersions.contentId, content.id)))
    .orderBy(desc(noteVersions.createdAt))
    .limit(200);
  return rows.map((row) => ({
    versionId: row.id,
    createdAt: row.createdAt.toISOString(),
    method: row.method,
    model: row.model,
    preview: previewOf(row.beginning),
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
