import { z } from 'zod';
import { zById, zContentId } from '#features/contents/contract.ts';
import { mostChosen } from '#lib/input-limits.ts';
import { maxMarkdownLength } from '#lib/markdown/limits.ts';
import { cleanTag } from '#lib/notes/hashtags.ts';
import { todoWordsLength } from '#lib/notes/note-todos.ts';
import { zTaskState } from '#lib/task-event.ts';
import { zTypedText } from '#lib/text/typed-text.ts';

export const zNoteVersion = z.object({
  versionId: z.uuid(),
  createdAt: z.iso.datetime(),
  method: z.enum(['model', 'extractive', 'edited']),
  model: z.string().nullable(),
  preview: z.string(),
  isCurrent: z.boolean(),
});
export type NoteVersion = z.infer<typeof zNoteVersion>;

/** A typed tag, with or without `#`, cleaned for use in a note. */
export const zNewTag = z.string().max(200).transform(cleanTag).pipe(z.string().min(1));
/** A tag spelled as in a note. */
export const zKnownTag = zTypedText.min(1).max(1000);

/** `updatedAt` is unchanged: marks do not move a note in lists. */
export const zMarkedNote = z.object({ note: z.string(), versionId: z.uuid().nullable(), updatedAt: z.iso.datetime() });

export const zTagChangeResult = z.object({
  taskId: z.uuid(),
  state: zTaskState.exclude(['queued']),
  /** Null: chosen notes were given the tag `to`. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  isUndo: z.boolean(),
  canUndo: z.boolean(),
  total: z.number().int(),
  changed: z.number().int(),
  /** The number of chosen notes that had the tag already or have no note. */
  left: z.number().int(),
});
export type TagChangeResult = z.infer<typeof zTagChangeResult>;

export const mostTaggedAtOnce = 200;

export const notesContract = {
  'content.versions': { input: zById, output: z.object({ versions: z.array(zNoteVersion) }) },
  'content.version': {
    input: z.strictObject({ contentId: zContentId, versionId: z.uuid() }),
    output: z.object({ note: z.string() }),
  },
  'content.restore': {
    input: z.strictObject({ contentId: zContentId, versionId: z.uuid() }),
    output: z.object({ note: z.string() }),
  },
  /** Errors: `note_conflict` when the note changed since `baseVersionId`. */
  'content.saveNote': {
    input: z.strictObject({
      contentId: zContentId,
      baseVersionId: z.uuid().nullable(),
      note: zTypedText.max(maxMarkdownLength),
      /** Keep the base version in the history even if it is recent, so that a conflict keeps both sides. */
      keepBase: z.boolean().optional(),
    }),
    output: z.object({ versionId: z.uuid(), updatedAt: z.iso.datetime() }),
  },
  /** Sets a todo item, whatever else has changed in the note. Errors: `note_conflict` if the item is gone. */
  'content.setTask': {
    input: z.strictObject({
      contentId: zContentId,
      /** The item is identified by its line (from 0) and its first words. */
      line: z.number().int().nonnegative(),
      words: zTypedText.max(todoWordsLength),
      done: z.boolean(),
    }),
    output: zMarkedNote,
  },
  'userNote.tasks': {
    input: zById,
    output: z.array(z.object({ line: z.number().int(), words: z.string(), done: z.boolean() })),
  },
  /** Adding a tag that is there already changes nothing. Errors: `note_missing`. */
  'userNote.addTag': { input: z.strictObject({ contentId: zContentId, tag: zNewTag }), output: zMarkedNote },
  /** Removing a tag that is not there changes nothing. Errors: `note_missing`. */
  'userNote.removeTag': { input: z.strictObject({ contentId: zContentId, tag: zKnownTag }), output: zMarkedNote },
  /** Errors: `note_missing`. */
  'userNote.setFavorite': { input: z.strictObject({ contentId: zContentId, favorite: z.boolean() }), output: zMarkedNote },
  'userNote.tagMany': {
    input: z.strictObject({ contentIds: z.array(zContentId).min(1).max(mostTaggedAtOnce), tag: zNewTag }),
    output: z.object({ changed: z.number().int(), already: z.number().int(), withoutNote: z.number().int() }),
  },
  /** As `userNote.tagMany`, for more notes, as a task; skips contents of other users. Errors: `work_in_progress`. */
  'userNote.tagChosen': {
    input: z.strictObject({ contentIds: z.array(zContentId).min(1).max(mostChosen), tag: zNewTag }),
    output: z.object({ taskId: z.uuid() }),
  },
  /** Renames a tag in all notes, as a task; merges where a note has both; null removes it. Errors: `work_in_progress`. */
  'userNote.changeTag': {
    input: z.strictObject({ from: zKnownTag, to: zNewTag.nullable() }),
    output: z.object({ taskId: z.uuid() }),
  },
  /** Undoes the last change, in notes still as it left them. Errors: `not_found` for any other change, `work_in_progress`. */
  'userNote.undoTagChange': { input: z.strictObject({ taskId: z.uuid() }), output: z.object({ taskId: z.uuid() }) },
  /** The latest change; null before the first. */
  'userNote.lastTagChange': { input: z.void(), output: zTagChangeResult.nullable() },
} as const;
