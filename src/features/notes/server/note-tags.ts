/** Changes of tags, of the favourite and of ticks. They add no version to the history of the note. */
import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { noteVersions } from '#db/schema/content.ts';
import { type OwnedContent, requireOwnedContent } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError, hasCode } from '#lib/app-error.ts';
import { addTag, hasTag, removeTag, renameTag } from '#lib/notes/edit-tags.ts';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { setTask, type TaskRef } from '#lib/notes/note-tasks.ts';
import { findVersion, insertVersion, lockContent, setNote } from './note-store.ts';

export type Marked = { note: string; versionId: string | null; updatedAt: Date };

/** `edit` gets the note as it is under the lock. Errors: `note_missing`, `not_found`, those of `edit`. */
export async function markNote(services: Services, owned: OwnedContent, edit: (note: string) => string): Promise<Marked> {
  return services.db.transaction(async (tx) => {
    const content = await lockContent(tx, owned);
    if (content.note === null) throw new AppError('note_missing');
    const { updatedAt, noteVersionId } = content;
    const note = edit(content.note);
    if (note === content.note) return { note, versionId: noteVersionId, updatedAt };
    const versionId = await replaceVersion(tx, content, note);
    // The place in lists by time stays.
    await setNote(tx, content.id, { id: versionId, markdown: note }, {});
    await services.events.publish(tx, { type: 'user_work', userId: content.userId });
    return { note, versionId, updatedAt };
  });
}

/** Under a new id: an edit that is based on the old one must not undo this. */
async function replaceVersion(tx: Tx, content: OwnedContent, markdown: string): Promise<string> {
  const before = content.noteVersionId === null ? null : await findVersion(tx, content, content.noteVersionId);
  if (before === null)
    return insertVersion(tx, { userId: content.userId, contentId: content.id, markdown, method: 'edited' as const });
  const { id, ...kept } = before;
  await tx.delete(noteVersions).where(eq(noteVersions.id, id));
  return insertVersion(tx, { ...kept, markdown });
}

/** Errors: also `note_conflict` when there is no such item. */
export function tickTask(services: Services, owned: OwnedContent, task: TaskRef, done: boolean): Promise<Marked> {
  return markNote(services, owned, (text) => {
    const note = setTask(text, task, done);
    if (note === null) throw new AppError('note_conflict');
    return note;
  });
}

export function setFavorite(services: Services, owned: OwnedContent, favorite: boolean): Promise<Marked> {
  return markNote(services, owned, (note) => withFavorite(note, favorite));
}

/** Lists look for the tag as it is written here. */
function withFavorite(note: string, favorite: boolean): string {
  return favorite ? renameTag(addTag(note, favoriteTag), favoriteTag, favoriteTag) : removeTag(note, favoriteTag);
}

/** Also the favourite's. */
export function withTag(note: string, tag: string): string {
  return tag === favoriteTag ? withFavorite(note, true) : addTag(note, tag);
}

export type TaggedMany = { changed: number; already: number; withoutNote: number };

/** Those that are missing, or another user's, count as without a note. */
export async function tagMany(
  services: Services,
  userId: string,
  { contentIds, tag }: { contentIds: readonly string[]; tag: string },
): Promise<TaggedMany> {
  const count = { changed: 0, already: 0, withoutNote: 0 };
  for (const contentId of new Set(contentIds)) {
    try {
      const content = await requireOwnedContent(services.db, userId, contentId);
      let had = false;
      await markNote(services, content, (note) => {
        had = hasTag(note, tag);
        return withTag(note, tag);
      });
      count[had ? 'already' : 'changed']++;
    } catch (error) {
      if (!hasCode(error, 'note_missing') && !hasCode(error, 'not_found')) throw error;
      count.withoutNote++;
    }
  }
  return count;
}
