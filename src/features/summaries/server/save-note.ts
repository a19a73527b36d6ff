/** Notes as their owner edits them. An edit builds on a version it names: on any other it is refused, never merged blindly. */
import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { contents, noteVersions } from '#db/schema/content.ts';
import { AppError } from '#lib/app-error.ts';
import { setTask, type TaskRef } from '#lib/note-tasks.ts';
import type { Services } from '#rpc/services.ts';
import type { OwnedContent } from './owned.ts';

/** Edits that follow each other within this time are one version: a version for every pause of typing helps nobody. */
const SAME_SITTING_MS = 15 * 60_000;

type Edit = { note: string; baseVersionId: string | null; keepBase?: boolean | undefined };
type Saved = { versionId: string; updatedAt: Date };

/**
 * Stores an edited note and gives the id of its version, a new one each time. Errors: `note_conflict` when the note has
 * changed since `baseVersionId` (null: there was none), `not_found`.
 */
export async function saveNote(services: Services, owned: OwnedContent, edit: Edit): Promise<Saved> {
  return services.db.transaction((tx) => saveNoteIn(services, tx, owned, edit));
}

/** The same as a part of more that is done at once. */
export async function saveNoteIn(
  services: Services,
  tx: Tx,
  owned: OwnedContent,
  { note, baseVersionId, keepBase = false }: Edit,
): Promise<Saved> {
  const content = await lockContent(tx, owned);
  if (content.noteVersionId !== baseVersionId) throw new AppError('note_conflict');
  const [before] = baseVersionId
    ? await tx
        .select()
        .from(noteVersions)
        .where(and(eq(noteVersions.userId, content.userId), eq(noteVersions.id, baseVersionId)))
    : [];
  if (before && before.markdown === note) return { versionId: before.id, updatedAt: content.updatedAt };
  const now = new Date();
  const [version] = await tx
    .insert(noteVersions)
    .values({
      userId: content.userId,
      contentId: content.id,
      extractionId: before?.extractionId ?? content.extractionId,
      markdown: note,
      // What the summariser found about the source still says where the note came from.
      outline: before?.outline ?? null,
      coverage: before?.coverage ?? null,
      method: 'edited',
      model: before?.model ?? null,
      createdAt: now,
    })
    .returning({ id: noteVersions.id });
  if (!version) throw new AppError('internal', { detail: 'insert returned no row' });
  await tx
    .update(contents)
    .set({
      note,
      noteVersionId: version.id,
      updatedAt: now,
      ...(content.activeRunId === null ? { status: 'completed' as const } : {}),
    })
    .where(eq(contents.id, content.id));
  const sameSitting = !keepBase && before?.method === 'edited' && now.getTime() - before.createdAt.getTime() < SAME_SITTING_MS;
  if (sameSitting) {
    await tx.delete(noteVersions).where(eq(noteVersions.id, before.id));
    // The sitting counts from its first edit: one that goes on all day leaves a version behind every quarter of an hour.
    await tx.update(noteVersions).set({ createdAt: before.createdAt }).where(eq(noteVersions.id, version.id));
  }
  await services.events.publish(tx, { type: 'user_work', userId: content.userId });
  return { versionId: version.id, updatedAt: now };
}

/** Ticks a todo item or unticks it in the note as it is now. Errors: `note_conflict` when there is no such item. */
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

/** The record as it is, and as it stays until this is done. Errors: `not_found`. */
export async function lockContent(tx: Tx, owned: Pick<OwnedContent, 'id' | 'userId'>): Promise<OwnedContent> {
  const [content] = await tx
    .select()
    .from(contents)
    .where(and(eq(contents.id, owned.id), eq(contents.userId, owned.userId)))
    .for('update');
  if (!content) throw new AppError('not_found');
  return content as OwnedContent;
}
