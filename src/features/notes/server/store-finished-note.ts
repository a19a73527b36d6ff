import type { Tx } from '#db/client.ts';
import type { StoredNote } from '#engine/domain.ts';
import type { ContentRecord } from '#features/contents/server/index.ts';
import { withCorrections } from '#features/transcripts/server/index.ts';
import type { ErrorCode } from '#lib/app-error.ts';
import { insertVersion, setNote } from './note-store.ts';

/** As the current version; the former ones stay. `problem` says what is missing, such as the words behind a description. */
export async function storeNote(
  tx: Tx,
  content: Pick<ContentRecord, 'id' | 'userId'>,
  note: StoredNote,
  extractionId: string | null,
  problem: ErrorCode | null = null,
): Promise<void> {
  const markdown = await withCorrections(tx, content, note.markdown, extractionId);
  const id = await insertVersion(tx, {
    userId: content.userId,
    contentId: content.id,
    extractionId,
    markdown,
    outline: note.outline,
    coverage: note.coverage,
    method: note.outline.method,
    model: note.outline.model,
  });
  await setNote(
    tx,
    content.id,
    { id, markdown },
    {
      status: 'completed',
      problemCode: problem,
      problemParams: problem === null ? null : {},
      activeRunId: null,
      updatedAt: new Date(),
    },
  );
}
