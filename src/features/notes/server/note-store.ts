/** The current note is always one of its versions. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { contents, noteVersions } from '#db/schema/content.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import { setContentNote } from '#features/contents/server/index.ts';
import { AppError } from '#lib/app-error.ts';
import type { NoteVersion } from '../contract.ts';
import { noteColumns } from './note-columns.ts';
import { previewOf, readLength } from './version-preview.ts';

export type Version = typeof noteVersions.$inferSelect;

/** Errors: `not_found`. */
export async function lockContent(tx: Tx, owned: Pick<OwnedContent, 'id' | 'userId'>): Promise<OwnedContent> {
  const [content] = await tx
    .select()
    .from(contents)
    .where(and(eq(contents.id, owned.id), eq(contents.userId, owned.userId)))
    .for('update');
  if (!content) throw new AppError('not_found');
  return content as OwnedContent;
}

/** Makes a version current and sets the list columns and `fields`. Every change of a note goes through here. */
export async function setNote(
  tx: Tx,
  contentId: string,
  version: { id: string; markdown: string },
  fields: Parameters<typeof setContentNote>[3],
): Promise<void> {
  await setContentNote(tx, contentId, { ...noteColumns(version.markdown), noteVersionId: version.id }, fields);
}

/** Older versions are kept but not listed. */
const mostListedVersions = 200;

export async function listVersions(executor: Executor, content: OwnedContent): Promise<NoteVersion[]> {
  const rows = await executor
    .select({
      id: noteVersions.id,
      createdAt: noteVersions.createdAt,
      method: noteVersions.method,
      model: noteVersions.model,
      // One character more, to know whether the note goes on.
      beginning: sql<string>`left(${noteVersions.markdown}, ${readLength + 1})`,
    })
    .from(noteVersions)
    .where(and(eq(noteVersions.userId, content.userId), eq(noteVersions.contentId, content.id)))
    .orderBy(desc(noteVersions.createdAt))
    .limit(mostListedVersions);
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
export async function readVersion(executor: Executor, content: OwnedContent, versionId: string): Promise<Version> {
  const [row] = await executor
    .select()
    .from(noteVersions)
    .where(and(eq(noteVersions.userId, content.userId), eq(noteVersions.contentId, content.id), eq(noteVersions.id, versionId)));
  if (!row) throw new AppError('note_version_missing');
  return row;
}

export async function insertVersion(tx: Tx, values: typeof noteVersions.$inferInsert): Promise<string> {
  const [version] = await tx.insert(noteVersions).values(values).returning({ id: noteVersions.id });
  if (!version) throw new AppError('internal', { detail: 'insert returned no row' });
  return version.id;
}

export async function findVersion(tx: Tx, content: OwnedContent, versionId: string): Promise<Version | null> {
  const [version] = await tx
    .select()
    .from(noteVersions)
    .where(and(eq(noteVersions.userId, content.userId), eq(noteVersions.id, versionId)));
  return version ?? null;
}

export async function versionsWithText(tx: Tx, content: OwnedContent, markdown: string): Promise<Version[]> {
  return tx
    .select()
    .from(noteVersions)
    .where(
      and(eq(noteVersions.userId, content.userId), eq(noteVersions.contentId, content.id), eq(noteVersions.markdown, markdown)),
    )
    .orderBy(desc(noteVersions.createdAt));
}

/** Deletes a version that is not current if another one differs only in time. */
export async function deleteCopy(tx: Tx, content: OwnedContent, version: Version): Promise<void> {
  const same = await versionsWithText(tx, content, version.markdown);
  const { id, method, model, extractionId } = version;
  const isCopy = same.some(
    (other) => other.id !== id && other.method === method && other.model === model && other.extractionId === extractionId,
  );
  if (isCopy) await deleteVersion(tx, version);
}

export async function deleteVersion(tx: Tx, version: Version): Promise<void> {
  await tx.delete(noteVersions).where(and(eq(noteVersions.userId, version.userId), eq(noteVersions.id, version.id)));
}
