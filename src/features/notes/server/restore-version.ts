import type { OwnedContent } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import { deleteCopy, findVersion, lockContent, readVersion, setNote } from './note-store.ts';
import { versionIdToKeep } from './same-sitting.ts';

/** Restores a version with its extraction and returns its text; later versions stay. Errors: `note_version_missing`. */
export async function restoreVersion(services: Services, owned: OwnedContent, versionId: string): Promise<string> {
  return services.db.transaction(async (tx) => {
    const content = await lockContent(tx, owned);
    const version = await readVersion(tx, content, versionId);
    if (version.id === content.noteVersionId) return version.markdown;
    const before = content.noteVersionId === null ? null : await findVersion(tx, content, content.noteVersionId);
    const now = new Date();
    await setNote(
      tx,
      content.id,
      { id: await versionIdToKeep(tx, version, now), markdown: version.markdown },
      {
        extractionId: version.extractionId ?? content.extractionId,
        status: 'completed',
        problemCode: null,
        problemParams: null,
        updatedAt: now,
      },
    );
    // Switching back and forth between versions leaves only one copy.
    if (before) await deleteCopy(tx, content, before);
    return version.markdown;
  });
}
