/** An edit must name the current version. A version leaves the history only when another one contains its text. */
import { and, desc, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { contents, noteVersions } from '#db/schema/content.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { setTask, type TaskRef } from '#lib/note-tasks.ts';
import { readVersion, setNote } from './note-store.ts';
import { lostLetters } from './repair-encoding.ts';

/** Edits within this time share a version. */
const SAME_SITTING_MS = 15 * 60_000;
/** About a paragraph: such a loss may be regretted. */
const muchLost = 200;

type Edit = {
  note: string;
  baseVersionId: string | null;
  keepBase?: boolean | undefined;
  at?: Date;
};
type Version = typeof noteVersions.$inferSelect;
type Saved = { versionId: string; updatedAt: Date };

/** Returns the new version's id. Errors: `note_conflict` when it is not based on `baseVersionId` (null: none), `not_found`. */
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
  const known = (await versionsSaying(tx, content, note)).find((version) => version.extractionId === extractionId);
  const values = {
    userId: content.userId,
    contentId: content.id,
    extractionId,
    markdown: note,
    // The summariser's checks still tell where the note came from.
    outline: before?.outline ?? null,
    coverage: before?.coverage ?? null,
    method: 'edited' as const,
    model: before?.model ?? null,
    createdAt: now,
  };
  // Returning to an earlier text returns to its version.
  const versionId = known ? await standingVersion(tx, known, now) : await insertVersion(tx, values);
  await setNote(
    tx,
    content.id,
    { id: versionId, markdown: note },
    { updatedAt: now, ...(content.activeRunId === null ? { status: 'completed' as const } : {}) },
  );
  if (before && !keepBase && isSameSitting(before, note, now)) {
    await deleteVersion(tx, before);
    // From the first edit, so that long sittings leave a version every 15 minutes.
    if (versionId !== known?.id)
      await tx.update(noteVersions).set({ createdAt: before.createdAt }).where(eq(noteVersions.id, versionId));
  } else if (before) await deleteCopy(tx, content, before);
  await services.events.publish(tx, { type: 'user_work', userId: content.userId });
  return { versionId, updatedAt: now };
}

/** An intermediate state of this edit. */
function isSameSitting(before: Version, note: string, now: Date): boolean {
  return isOpen(before, now) && lostLetters(before.markdown, note) < muchLost;
}

/** Whether the next edit may replace it. */
function isOpen(version: Version, now: Date): boolean {
  return version.method === 'edited' && now.getTime() - version.createdAt.getTime() < SAME_SITTING_MS;
}

/** The earlier version, or a copy when the next edit would replace it. */
async function standingVersion(tx: Tx, { id, ...version }: Version, now: Date): Promise<string> {
  return isOpen({ id, ...version }, now) ? insertVersion(tx, { ...version, createdAt: now }) : id;
}

/** Restores a version with its extraction and returns its text; later edits keep it. Errors: `note_version_missing`. */
export async function restoreVersion(services: Services, owned: OwnedContent, versionId: string): Promise<string> {
  return services.db.transaction(async (tx) => {
    const content = await lockContent(tx, owned);
    const version = await readVersion(tx, content, versionId);
    if (version.id === content.noteVersionId) return version.markdown;
    const before = content.noteVersionId === null ? null : await findVersion(tx, content, content.noteVersionId);
    const now = new Date();
    await setNote(
      tx,
      content.id,
      { id: await standingVersion(tx, version, now), markdown: version.markdown },
      {
        extractionId: version.extractionId ?? content.extractionId,
        status: 'completed',
        problemCode: null,
        problemParams: null,
        updatedAt: now,
      },
    );
    // Going back and forth leaves one copy.
    if (before) await deleteCopy(tx, content, before);
    return version.markdown;
  });
}

async function insertVersion(tx: Tx, values: typeof noteVersions.$inferInsert): Promise<string> {
  const [version] = await tx.insert(noteVersions).values(values).returning({ id: noteVersions.id });
  if (!version) throw new AppError('internal', { detail: 'insert returned no row' });
  return version.id;
}

async function findVersion(tx: Tx, content: OwnedContent, versionId: string): Promise<Version | null> {
  const [version] = await tx
    .select()
    .from(noteVersions)
    .where(and(eq(noteVersions.userId, content.userId), eq(noteVersions.id, versionId)));
  return version ?? null;
}

async function versionsSaying(tx: Tx, content: OwnedContent, markdown: string): Promise<Version[]> {
  return tx
    .select()
    .from(noteVersions)
    .where(
      and(eq(noteVersions.userId, content.userId), eq(noteVersions.contentId, content.id), eq(noteVersions.markdown, markdown)),
    )
    .orderBy(desc(noteVersions.createdAt));
}

/** Deletes a non-current version when another one differs in time only. */
async function deleteCopy(tx: Tx, content: OwnedContent, version: Version): Promise<void> {
  const same = await versionsSaying(tx, content, version.markdown);
  const { id, method, model, extractionId } = version;
  const isCopy = same.some(
    (other) => other.id !== id && other.method === method && other.model === model && other.extractionId === extractionId,
  );
  if (isCopy) await deleteVersion(tx, version);
}

async function deleteVersion(tx: Tx, version: Version): Promise<void> {
  await tx.delete(noteVersions).where(and(eq(noteVersions.userId, version.userId), eq(noteVersions.id, version.id)));
}

/** Errors: `note_conflict` when there is no such item. */
export async function saveTask(
  services: Services,
  owned: OwnedContent,
  task: TaskRef,
  done: boolean,
): Promise<Saved & { note: string }> {
  return services.db.transaction(async (tx) => {
    const content = await lockContent(tx, owned);
    const note = content.note === null ? null : setTask(content.note, task, done);
    if (note === null) throw new AppError('note_conflict');
    return { note, ...(await saveNoteIn(services, tx, owned, { note, baseVersionId: content.noteVersionId })) };
  });
}

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
