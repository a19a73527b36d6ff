/** Notes, their versions and their todo items. */
import { z } from 'zod';
import { zById, zContentId } from '#features/contents/contract.ts';
import { maxMarkdownLength } from '#lib/markdown/limits.ts';
import { taskWordsLength } from '#lib/note-tasks.ts';
import { zTypedText } from '#lib/typed-text.ts';

export const zNoteVersion = z.object({
  versionId: z.uuid(),
  createdAt: z.iso.datetime(),
  method: z.enum(['model', 'extractive', 'edited']),
  model: z.string().nullable(),
  /** The first words of the note, to recognise it by; empty when it has none. */
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
  /** The note as its owner wants it. Errors: `note_conflict` when it changed since `baseVersionId`. */
  'content.saveNote': {
    input: z.strictObject({
      contentId: zContentId,
      baseVersionId: z.uuid().nullable(),
      note: zTypedText.max(maxMarkdownLength),
      /** Keep the version this builds on in the history, also when it is a moment old: after a conflict both sides stay. */
      keepBase: z.boolean().optional(),
    }),
    output: z.object({ versionId: z.uuid(), updatedAt: z.iso.datetime() }),
  },
  /** Ticks a todo item of the note or unticks it, whatever else of the note has changed. Errors: `note_conflict` when it is gone. */
  'content.setTask': {
    input: z.strictObject({
      contentId: zContentId,
      /** As it was seen: its line, counted from 0, and the first of its words. */
      line: z.number().int().nonnegative(),
      words: zTypedText.max(taskWordsLength),
      done: z.boolean(),
    }),
    output: z.object({ note: z.string(), versionId: z.uuid(), updatedAt: z.iso.datetime() }),
  },
} as const;
