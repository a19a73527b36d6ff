import { and, eq } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { noteVersions } from '#db/schema/content.ts';
import { talkArticle } from '#engine/article/talk-article.ts';
import { zLanguage, zOutline } from '#engine/model.ts';
import type { TalkChapter } from '../contract.ts';
import type { OwnedContent } from './owned.ts';
import { loadExtraction } from './start-work.ts';
import { correctedSegments } from './transcript-edits.ts';

/** The talk under its creator's chapters, else under those that its note found. */
export async function readTalkArticle(executor: Executor, content: OwnedContent): Promise<TalkChapter[]> {
  const known = content.extractionId ? await loadExtraction(executor, content.extractionId) : null;
  if (!known?.extracted.transcript?.timed) return [];
  const { segments } = await correctedSegments(executor, content, known.extracted);
  const { chapters, transcript } = known.extracted;
  const spoken = zLanguage.safeParse(transcript.language?.toLowerCase().split(/[-_]/)[0]).data ?? null;
  return talkArticle(segments, {
    chapters: chapters.length > 1 ? chapters : await outlineChapters(executor, content),
    language: spoken,
  });
}

async function outlineChapters(executor: Executor, content: OwnedContent): Promise<{ title: string; startMs: number }[]> {
  if (content.noteVersionId === null) return [];
  const [version] = await executor
    .select({ outline: noteVersions.outline })
    .from(noteVersions)
    .where(and(eq(noteVersions.userId, content.userId), eq(noteVersions.id, content.noteVersionId)));
  const outline = zOutline.safeParse(version?.outline).data;
  return (outline?.chapters ?? []).flatMap(({ title, startMs }) => (startMs === null ? [] : [{ title, startMs }]));
}
