import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { contents, extractions, noteVersions, sources } from '#db/schema/content.ts';
import { tasks } from '#db/schema/tasks.ts';
import { transcriptEdits } from '#db/schema/transcript-edits.ts';
import type { Coverage, Outline } from '#engine/domain.ts';
import { coverageOfText } from '#engine/summarise/coverage.ts';
import type { ContentDetail, ContentOverview } from '#features/contents/contract.ts';
import {
  extractionSummary,
  loadArticle,
  loadTranscript,
  type NoteVersionHead,
  shownTranscript,
  toContentOverview,
  toSourceText,
} from '#features/contents/server/index.ts';
import { readEdits, toTranscript } from '#features/transcripts/server/index.ts';
import { AppError } from '#lib/app-error.ts';

type Overview = Omit<ContentOverview, 'availableModel'>;

/** Takes one statement, and another for a note that its owner edited. Errors: `not_found`, also for another user's content. */
export async function readOverview(db: Db, userId: string, contentId: string): Promise<Overview> {
  const [row] = await db
    .select({
      content: contents,
      progress: tasks.progress,
      version: {
        method: noteVersions.method,
        model: noteVersions.model,
        outline: sql<NoteVersionHead['outline']>`${noteVersions.outline} - '{chapters,abstract,tags}'::text[]`,
        coverage: noteVersions.coverage,
      },
      fileName: sql<string | null>`case when ${sources.blobKey} is not null then ${sources.fileName} end`,
      source: extractionSummary,
      transcriptVersion: sql<number>`coalesce((select max(${transcriptEdits.id}) from ${transcriptEdits}
        where ${transcriptEdits.userId} = ${contents.userId} and ${transcriptEdits.contentId} = ${contents.id}), 0)::float8`,
    })
    .from(contents)
    .innerJoin(sources, eq(sources.id, contents.sourceId))
    .leftJoin(tasks, eq(tasks.id, contents.activeRunId))
    .leftJoin(noteVersions, and(eq(noteVersions.userId, contents.userId), eq(noteVersions.id, contents.noteVersionId)))
    .leftJoin(extractions, eq(extractions.id, contents.extractionId))
    .where(and(eq(contents.id, contentId), eq(contents.userId, userId)));
  if (!row) throw new AppError('not_found');
  const edited = row.version?.method === 'edited' ? await coverageOfEdited(db, row.content) : null;
  return toContentOverview({ ...row, ...row.source, coverage: edited ?? row.version?.coverage ?? null });
}

/** Null where the source has no words. */
async function coverageOfEdited(db: Db, content: typeof contents.$inferSelect): Promise<Coverage | null> {
  if (content.note === null || content.noteVersionId === null) return null;
  const [transcript, [version]] = await Promise.all([
    loadTranscript(db, content.extractionId),
    db
      .select({ outline: sql<Pick<Outline, 'abstract' | 'chapters'> | null>`${noteVersions.outline}` })
      .from(noteVersions)
      .where(and(eq(noteVersions.userId, content.userId), eq(noteVersions.id, content.noteVersionId))),
  ]);
  return transcript && coverageOfText(content.note, version?.outline ?? null, transcript.segments, content.durationMs);
}

/** All parts of a content. Errors: `not_found`, also for another user's content. */
export async function readDetail(db: Db, userId: string, contentId: string): Promise<Omit<ContentDetail, 'availableModel'>> {
  const [overview, shown] = await Promise.all([readOverview(db, userId, contentId), shownTranscript(db, userId, contentId)]);
  const { extractionId } = overview;
  const [transcript, article, edits] = await Promise.all([
    // The extraction may have changed between the two statements.
    shown.extractionId === extractionId ? shown.transcript : loadTranscript(db, extractionId),
    overview.hasText ? loadArticle(db, extractionId) : null,
    overview.transcriptVersion === 0 ? [] : readEdits(db, { id: contentId, userId }),
  ]);
  return {
    ...overview,
    ...toTranscript(extractionId, transcript, edits),
    ...toSourceText({ id: contentId, extractionId }, transcript, article),
  };
}
