/** Who writes a note: the model of the server, that of a user's own key, or none. */
import { ownModelIdOf, sentKeyFor } from '#features/credentials/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { OwnKey } from '#lib/own-key.ts';

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
