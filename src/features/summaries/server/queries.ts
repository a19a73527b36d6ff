import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db, Executor } from '#db/client.ts';
import { batchItems } from '#db/schema/batches.ts';
import { contents, extractions, noteVersions, runs } from '#db/schema/content.ts';
import { zExtracted } from '#engine/domain.ts';
import type { ContentDetail } from '#features/contents/contract.ts';
import { coverPathOf, toContentDetail, toRunState } from '#features/contents/server/index.ts';
import { readEdits, withEdits } from '#features/transcripts/server/index.ts';
import { AppError } from '#lib/app-error.ts';
import type { RunningItem } from '../contract.ts';

/** Read at once, in one statement and one beside it. Errors: `not_found`, also for another user's content. */
export async function readDetail(db: Db, userId: string, contentId: string): Promise<Omit<ContentDetail, 'availableModel'>> {
  const reading = db
    .select({
      content: contents,
      stage: runs.stage,
      version: {
        method: noteVersions.method,
        model: noteVersions.model,
        outline: noteVersions.outline,
        coverage: noteVersions.coverage,
      },
      data: extractions.data,
    })
    .from(contents)
    .leftJoin(runs, eq(runs.id, contents.activeRunId))
    .leftJoin(noteVersions, and(eq(noteVersions.userId, contents.userId), eq(noteVersions.id, contents.noteVersionId)))
    .leftJoin(extractions, eq(extractions.id, contents.extractionId))
    .where(and(eq(contents.id, contentId), eq(contents.userId, userId)));
  const [[row], edits] = await Promise.all([reading, readEdits(db, { id: contentId, userId })]);
  if (!row) throw new AppError('not_found');
  const { content, stage, version, data } = row;
  const extracted = zExtracted.safeParse(data).data ?? null;
  return toContentDetail({
    content,
    extracted,
    corrected: extracted && withEdits(extracted, edits),
    run: content.activeRunId === null ? null : { stage },
    version,
  });
}

export async function listRunning(executor: Executor, userId: string): Promise<RunningItem[]> {
  const rows = await executor
    .select({
      content: {
        id: contents.id,
        title: contents.title,
        kind: contents.kind,
        sourceUrl: contents.sourceUrl,
        coverBlob: contents.coverBlob,
      },
      stage: runs.stage,
      batchId: sql<string | null>`(select ${batchItems.batchId} from ${batchItems}
        where ${batchItems.contentId} = ${contents.id} and ${batchItems.runId} = ${runs.id} limit 1)`,
      waits: sql<boolean>`coalesce(${runs.stage} ->> 'stage', 'queued') = 'queued'`.as('waits'),
    })
    .from(contents)
    .innerJoin(runs, eq(runs.id, contents.activeRunId))
    .where(and(eq(contents.userId, userId), isNotNull(contents.activeRunId)))
    // Under many that wait, those that move are what is watched.
    .orderBy(sql`waits`, desc(contents.updatedAt))
    .limit(200);
  return rows.map(({ content, stage, batchId }) => ({
    batchId,
    contentId: content.id,
    title: content.title,
    kind: content.kind,
    sourceUrl: content.sourceUrl,
    coverUrl: coverPathOf(content),
    run: toRunState(stage),
  }));
}
