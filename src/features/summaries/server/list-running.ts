import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { batchItems } from '#db/schema/batches.ts';
import { contents } from '#db/schema/content.ts';
import { tasks } from '#db/schema/tasks.ts';
import { coverPathOf, toRunState } from '#features/contents/server/index.ts';
import type { RunningItem } from '../contract.ts';

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
      progress: tasks.progress,
      batchId: sql<string | null>`(select ${batchItems.batchId} from ${batchItems}
        where ${batchItems.contentId} = ${contents.id} and ${batchItems.runId} = ${tasks.id} limit 1)`,
      waits: sql<boolean>`coalesce(${tasks.progress} ->> 'stage', 'queued') = 'queued'`.as('waits'),
    })
    .from(contents)
    .innerJoin(tasks, eq(tasks.id, contents.activeRunId))
    .where(and(eq(contents.userId, userId), isNotNull(contents.activeRunId)))
    // Running ones first: there may be more waiting ones than the limit.
    .orderBy(sql`waits`, desc(contents.updatedAt))
    .limit(200);
  return rows.map(({ content, progress, batchId }) => ({
    batchId,
    contentId: content.id,
    title: content.title,
    kind: content.kind,
    sourceUrl: content.sourceUrl,
    coverUrl: coverPathOf(content),
    run: toRunState(progress),
  }));
}
