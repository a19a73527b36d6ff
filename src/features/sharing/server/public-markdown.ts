import { removeTag } from '#lib/notes/edit-tags.ts';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';

/** Without what its owner marked for nobody else. */
export function publicMarkdown(note: string): string {
  return removeTag(note, favoriteTag);
}
