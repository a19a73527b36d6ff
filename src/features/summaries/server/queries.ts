import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db, Executor } from '#db/client.ts';
import { batchItems } from '#db/schema/batches.ts';
import { contents, noteVersions, runs } from '#db/schema/content.ts';
import type { ContentDetail, RunningItem } from '../contract.ts';
import type { OwnedContent } from './owned.ts';
import { coverPathOf, toContentDetail, toRunState } from './present.ts';
import { loadExtraction } from './start-work.ts';
import { correctedSegments } from './transcript-edits.ts';

export async function readDetail(db: Db, content: OwnedContent): Promise<Omit<ContentDetail, 'availableModel'>> {
  const readingRun = content.activeRunId
    ? db.select({ stage: runs.stage }).from(runs).where(eq(runs.id, content.activeRunId))
    : [];
  const readingVersion = content.noteVersionId
    ? db
        .select({
          method: noteVersions.method,
          model: noteVersions.model,
          outline: noteVersions.outline,
          coverage: noteVersions.coverage,
        })
        .from(noteVersions)
        .where(and(eq(noteVersions.userId, content.userId), eq(noteVersions.id, content.noteVersionId)))
    : [];
  const readingWords = content.extractionId ? loadExtraction(db, content.extractionId) : null;
  // None needs another's answer.
  const [[run], [version], known] = await Promise.all([readingRun, readingVersion, readingWords]);
  const corrected = known ? await correctedSegments(db, content, known.extracted) : null;
  return toContentDetail({ content, extracted: known?.extracted ?? null, corrected, run: run ?? null, version: version ?? null });
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
