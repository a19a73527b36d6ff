import { hasContentId, type Operation } from './offline-answer-keys.ts';

/** What a call says of the note that it changed, as fields of the overview; null for calls that change none. */
export function changedNoteOf({ path, input }: Operation, answer: unknown): { contentId: string; fields: object } | null {
  if (!noteCalls.has(path) || !hasContentId(input)) return null;
  const { versionId, ...told } = answer as { versionId: string | null };
  // A saved note is not sent back.
  const fields = { ...('note' in input ? { note: input.note, noteEdited: true } : {}), ...told, noteVersionId: versionId };
  return { contentId: input.contentId, fields };
}

const noteCalls = new Set([
  'content.saveNote',
  'content.setTask',
  'userNote.addTag',
  'userNote.removeTag',
  'userNote.setFavorite',
]);
