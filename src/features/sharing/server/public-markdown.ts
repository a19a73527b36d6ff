import { removeTag } from '#lib/notes/edit-tags.ts';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';

/** Removes the favourite tag, which is for its owner only. */
export function publicMarkdown(note: string): string {
  return removeTag(note, favoriteTag);
}
