import type { Tx } from '#db/client.ts';
import type { OwnedContent } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import {
  deleteCopy,
  findVersion,
  insertVersion,
  lockContent,
  readVersion,
  setNote,
  type Version,
  versionsWithText,
} from './note-store.ts';
import { versionIdToKeep } from './same-sitting.ts';
import { withOwnTags } from './store-finished-note.ts';

/**
 * Restores a version with its extraction and returns its text, with the tags that the owner has given since; later versions stay.
 * Errors: `note_version_missing`.
 */
export async function restoreVersion(services: Services, owned: OwnedContent, versionId: string): Promise<string> {
  return services.db.transaction(async (tx) => {
    const content = await lockContent(tx, owned);
    const version = await readVersion(tx, content, versionId);
    if (version.id === content.noteVersionId) return version.markdown;
    const before = content.noteVersionId === null ? null : await findVersion(tx, content, content.noteVersionId);
    const markdown = await withOwnTags(tx, content, version.markdown);
    const now = new Date();
    const id = await idOf(tx, content, { ...version, markdown }, now);
    await setNote(
      tx,
      content.id,
      { id, markdown },
      {
        extractionId: version.extractionId ?? content.extractionId,
        status: 'completed',
        problemCode: null,
        problemParams: null,
        updatedAt: now,
      },
    );
    // Switching back and forth between versions leaves only one copy.
    if (before && before.id !== id) await deleteCopy(tx, content, before);
    return markdown;
  });
}

/** Of the version itself, of an earlier copy with the same text, or of a new one. */
async function idOf(tx: Tx, content: OwnedContent, { id, ...wanted }: Version, now: Date): Promise<string> {
  const same = (await versionsWithText(tx, content, wanted.markdown)).filter(
    ({ method, model, extractionId }) =>
      method === wanted.method && model === wanted.model && extractionId === wanted.extractionId,
  );
  const known = same.find((version) => version.id === id) ?? same[0];
  return known ? versionIdToKeep(tx, known, now) : insertVersion(tx, { ...wanted, createdAt: now });
}
