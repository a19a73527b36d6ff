/** Changes of tags, favourites and todo items. They add no version to a note's history. */
import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { noteVersions } from '#db/schema/content.ts';
import { type OwnedContent, requireOwnedContent } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError, hasCode } from '#lib/app-error.ts';
import { addTag, hasTag, removeTag, renameTag } from '#lib/notes/edit-tags.ts';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { setTodo, type TodoRef } from '#lib/notes/note-todos.ts';
import { findVersion, insertVersion, lockContent, setNote } from './note-store.ts';

export type Marked = { note: string; versionId: string | null; updatedAt: Date };

/** `edit` gets the note once it is locked. Errors: `note_missing`, `not_found`, those of `edit`. */
export async function markNote(services: Services, owned: OwnedContent, edit: (note: string) => string): Promise<Marked> {
  return services.db.transaction(async (tx) => {
    const content = await lockContent(tx, owned);
    if (content.note === null) throw new AppError('note_missing');
    const { updatedAt, noteVersionId } = content;
    const note = edit(content.note);
    if (note === content.note) return { note, versionId: noteVersionId, updatedAt };
    const versionId = await replaceVersion(tx, content, note);
    // `updatedAt` stays, and with it the note's place in lists by time.
    await setNote(tx, content.id, { id: versionId, markdown: note }, {});
    await services.events.publish(tx, { type: 'user_work', userId: content.userId });
    return { note, versionId, updatedAt };
  });
}

/** Replaces the version under a new id: an edit based on the old one must not undo this change. */
async function replaceVersion(tx: Tx, content: OwnedContent, markdown: string): Promise<string> {
  const before = content.noteVersionId === null ? null : await findVersion(tx, content, content.noteVersionId);
  if (before === null)
    return insertVersion(tx, { userId: content.userId, contentId: content.id, markdown, method: 'edited' as const });
  const { id, ...kept } = before;
  await tx.delete(noteVersions).where(eq(noteVersions.id, id));
  return insertVersion(tx, { ...kept, markdown });
}

/** Errors: as `markNote`, and `note_conflict` if there is no such item. */
export function tickTodo(services: Services, owned: OwnedContent, task: TodoRef, done: boolean): Promise<Marked> {
  return markNote(services, owned, (text) => {
    const note = setTodo(text, task, done);
    if (note === null) throw new AppError('note_conflict');
    return note;
  });
}

export function setFavorite(services: Services, owned: OwnedContent, favorite: boolean): Promise<Marked> {
  return markNote(services, owned, (note) => withFavorite(note, favorite));
}

/** Lists match the favourite tag in exactly this spelling. */
function withFavorite(note: string, favorite: boolean): string {
  return favorite ? renameTag(addTag(note, favoriteTag), favoriteTag, favoriteTag) : removeTag(note, favoriteTag);
}

/** Also for the favourite tag. */
export function withTag(note: string, tag: string): string {
  return tag === favoriteTag ? withFavorite(note, true) : addTag(note, tag);
}

export type TaggedMany = { changed: number; already: number; withoutNote: number };

/** Contents that are missing or another user's count as having no note. */
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
