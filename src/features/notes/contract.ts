import { z } from 'zod';
import { zById, zContentId } from '#features/contents/contract.ts';
import { mostChosen } from '#lib/input-limits.ts';
import { maxMarkdownLength } from '#lib/markdown/limits.ts';
import { cleanTag } from '#lib/notes/hashtags.ts';
import { taskWordsLength } from '#lib/notes/note-tasks.ts';
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

/** What is typed, `#` included, becomes what may stand in a note. */
export const zNewTag = z.string().max(200).transform(cleanTag).pipe(z.string().min(1));
/** As it stands in a note. */
export const zKnownTag = zTypedText.min(1).max(1000);

/** `updatedAt` is as it was: marks do not move a note in lists. */
export const zMarkedNote = z.object({ note: z.string(), versionId: z.uuid().nullable(), updatedAt: z.iso.datetime() });

export const zTagChangeResult = z.object({
  taskId: z.uuid(),
  state: zTaskState.exclude(['queued']),
  /** Null: chosen notes got `to`. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** It took back an earlier one. */
  isUndo: z.boolean(),
  canUndo: z.boolean(),
  /** Notes that it is about. */
  total: z.number().int(),
  changed: z.number().int(),
  /** Of the chosen ones: those that had it already or have no note. */
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
      /** Keep the base version in the history even when it is new, so that a conflict keeps both sides. */
      keepBase: z.boolean().optional(),
    }),
    output: z.object({ versionId: z.uuid(), updatedAt: z.iso.datetime() }),
  },
  /** Sets a todo item whatever else changed. Errors: `note_conflict` when the item is gone. */
  'content.setTask': {
    input: z.strictObject({
      contentId: zContentId,
      /** Identifies the item: line from 0 and its first words. */
      line: z.number().int().nonnegative(),
      words: zTypedText.max(taskWordsLength),
      done: z.boolean(),
    }),
    output: zMarkedNote,
  },
  /** The todo items of a note, in its order. */
  'userNote.tasks': {
    input: zById,
    output: z.array(z.object({ line: z.number().int(), words: z.string(), done: z.boolean() })),
  },
  /** Adding what is there changes nothing. Errors: `note_missing`. */
  'userNote.addTag': { input: z.strictObject({ contentId: zContentId, tag: zNewTag }), output: zMarkedNote },
  /** Removing what is not there changes nothing. Errors: `note_missing`. */
  'userNote.removeTag': { input: z.strictObject({ contentId: zContentId, tag: zKnownTag }), output: zMarkedNote },
  /** Errors: `note_missing`. */
  'userNote.setFavorite': { input: z.strictObject({ contentId: zContentId, favorite: z.boolean() }), output: zMarkedNote },
  'userNote.tagMany': {
    input: z.strictObject({ contentIds: z.array(zContentId).min(1).max(mostTaggedAtOnce), tag: zNewTag }),
    output: z.object({ changed: z.number().int(), already: z.number().int(), withoutNote: z.number().int() }),
  },
  /** The same for more, as a task; other users' are left out. Errors: `work_in_progress`. */
  'userNote.tagChosen': {
    input: z.strictObject({ contentIds: z.array(zContentId).min(1).max(mostChosen), tag: zNewTag }),
    output: z.object({ taskId: z.uuid() }),
  },
  /** In all notes, as a task: renames it, or merges it where a note has both; null removes it. Errors: `work_in_progress`. */
  'userNote.changeTag': {
    input: z.strictObject({ from: zKnownTag, to: zNewTag.nullable() }),
    output: z.object({ taskId: z.uuid() }),
  },
  /** The last one, where notes still are as it left them. Errors: `not_found` for any other, `work_in_progress`. */
  'userNote.undoTagChange': { input: z.strictObject({ taskId: z.uuid() }), output: z.object({ taskId: z.uuid() }) },
  /** The latest; null before the first. */
  'userNote.lastTagChange': { input: z.void(), output: zTagChangeResult.nullable() },
} as const;
