import type { Detail, Language } from '#engine/domain.ts';
import { hashOf } from '#engine/hash.ts';
import { summariserId } from '#engine/source-to-note.ts';
import { ownModelIdOf, sentKeyFor } from '#features/credentials/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { OwnKey } from '#lib/own-key.ts';

export type NoteWish = { noteLanguage: Language; detail: Detail };

/** `llm` null: extracted sentences. `keyUserId`: whose key pays, null for the server's own. `ownKey`: sent by the browser. */
export type Writer = { llm: { id: string } | null; keyUserId: string | null; ownKey: OwnKey | null };

/** For work that begins now. Errors: `own_key_refused`. */
export async function writerFor(services: Services, userId: string): Promise<Writer> {
  return { ...(await likelyWriter(services, userId)), ownKey: sentKeyFor(services, userId) };
}

/** For a note that the user wants without a model. The time of one who has a key of their own is not counted here either. */
export async function writerWithoutModel(services: Services, userId: string): Promise<Writer> {
  return { ...(await likelyWriter(services, userId)), llm: null, ownKey: null };
}

/** A user with a key of their own writes with it. */
export async function likelyWriter(services: Services, userId: string): Promise<Omit<Writer, 'ownKey'>> {
  const own = await ownModelIdOf(services, userId);
  return own === null ? { llm: services.llm, keyUserId: null } : { llm: { id: own }, keyUserId: userId };
}

/** Two requests with this key are one piece of work: same source, same options, same writer. */
export function runKey(writer: Omit<Writer, 'ownKey'>, sourceKey: string, { noteLanguage, detail }: NoteWish): string {
  return hashOf('run', sourceKey, noteLanguage, detail, summariserId(writer), writer.keyUserId);
}

/**
 * The transcript that a user chose for one content instead of the source's: from an uploaded file (as an extraction) or from a
 * rejected track.
 */
export type OwnWords = { extractionId: string } | { track: string };

/** Work on words that a user chose is not shared with others. */
export function wordsKey(sourceKey: string, contentId: string, own: OwnWords | null): string {
  return own === null ? sourceKey : hashOf('own words', contentId, own);
}
