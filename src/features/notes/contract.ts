import { z } from 'zod';
import { zById, zContentId } from '#features/contents/contract.ts';
import { maxMarkdownLength } from '#lib/markdown/limits.ts';
import { taskWordsLength } from '#lib/notes/note-tasks.ts';
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
    output: z.object({ note: z.string(), versionId: z.uuid(), updatedAt: z.iso.datetime() }),
  },
} as const;
