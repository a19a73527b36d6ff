import type { Detail, Language } from '#engine/domain.ts';
import { hashOf } from '#engine/hash.ts';
import { summariserId } from '#engine/source-to-note.ts';
import type { Writer } from './choose-writer.ts';

export type NoteWish = { noteLanguage: Language; detail: Detail };

/** Two requests with this key are one piece of work: same source, same options, same writer. */
export function runKey(writer: Omit<Writer, 'ownKey'>, sourceKey: string, { noteLanguage, detail }: NoteWish): string {
  return hashOf('run', sourceKey, noteLanguage, detail, summariserId(writer), writer.keyUserId);
}

/** The transcript that a user chose for one content: from an uploaded file (as an extraction) or from a rejected track. */
export type OwnWords = { extractionId: string } | { track: string };

/** Work on words that a user chose is not shared with others. */
export function wordsKey(sourceKey: string, contentId: string, own: OwnWords | null): string {
  return own === null ? sourceKey : hashOf('own words', contentId, own);
}
