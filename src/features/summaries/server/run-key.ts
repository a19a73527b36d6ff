import type { Detail, Language } from '#engine/domain.ts';
import { hashOf } from '#engine/hash.ts';
import { summariserId } from '#engine/source-to-note.ts';
import { ownModelIdOf, sentKeyFor } from '#features/credentials/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { OwnKey } from '#lib/own-key.ts';

export type NoteWish = { noteLanguage: Language; detail: Detail };

/** Who writes it: the model's id, null for extracted sentences, and whose key pays, null for the server's own. */
export type Writer = { llm: { id: string } | null; keyUserId: string | null /** Sent by the browser. */; ownKey: OwnKey | null };

/** Whoever has a key of their own writes with it. Errors: `own_key_refused`. */
export async function writerFor(services: Services, userId: string): Promise<Writer> {
  const ownKey = sentKeyFor(services, userId);
  const own = await ownModelIdOf(services, userId);
  return own === null ? { llm: services.llm, keyUserId: null, ownKey } : { llm: { id: own }, keyUserId: userId, ownKey };
}

/** Two requests with this key are one piece of work: same source, same wish, same writer. */
export function runKey(writer: Writer, sourceKey: string, { noteLanguage, detail }: NoteWish): string {
  return hashOf('run', sourceKey, noteLanguage, detail, summariserId(writer), writer.keyUserId);
}
