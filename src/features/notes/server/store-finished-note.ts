import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { contents, noteVersions } from '#db/schema/content.ts';
import type { StoredNote } from '#engine/domain.ts';
import type { ContentRecord } from '#features/contents/server/index.ts';
import { withCorrections } from '#features/transcripts/server/index.ts';
import type { ErrorCode } from '#lib/app-error.ts';
import { addTag } from '#lib/notes/edit-tags.ts';
import { cleanTag } from '#lib/notes/hashtags.ts';
import { insertVersion, setNote } from './note-store.ts';

/** Stores the note as the current version, with the owner's tags. `problem`: what is missing, such as subtitles. */
export async function storeNote(
  tx: Tx,
  content: Pick<ContentRecord, 'id' | 'userId'>,
  note: StoredNote,
  extractionId: string | null,
  problem: ErrorCode | null = null,
): Promise<void> {
  const markdown = await withOwnTags(tx, content, await withCorrections(tx, content, note.markdown, extractionId));
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

/** A favourite remains one when it is summarised again, or an earlier version is restored. */
export async function withOwnTags(
  tx: Tx,
  { id, userId }: Pick<ContentRecord, 'id' | 'userId'>,
  markdown: string,
): Promise<string> {
  const [before] = await tx
    .select({ tags: contents.noteTags, outline: noteVersions.outline })
    .from(contents)
    .leftJoin(noteVersions, and(eq(noteVersions.userId, contents.userId), eq(noteVersions.id, contents.noteVersionId)))
    .where(and(eq(contents.userId, userId), eq(contents.id, id)));
  if (!before) return markdown;
  const given = new Set(before.outline?.tags.map((tag) => cleanTag(tag).toLowerCase()));
  return before.tags.filter((tag) => !given.has(tag.toLowerCase())).reduce(addTag, markdown);
}
