/** The outcome of a batch's items: read from the records while it works, kept with the task when it has ended. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor } from '#db/client.ts';
import { batchItems } from '#db/schema/batches.ts';
import { contents } from '#db/schema/content.ts';
import { type Problem, zProblem } from '#features/contents/contract.ts';
import { toProblem } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import { toShownState } from '#lib/task-view.ts';
import { type BatchResult, zBatchResult } from '../../contract.ts';
import { type BatchTask, batchSummaryTask } from '../../tasks.ts';

/** Items that could not be begun, by content. */
export const zRefused = z.record(z.string(), zProblem);

export const zOutcome = zBatchResult.omit({ taskId: true, state: true });
export type Outcome = z.infer<typeof zOutcome>;

/** `open`: the ids of runs that have not ended. */
export async function readOutcome(
  executor: Executor,
  { userId, batchId, contentIds }: BatchTask,
  refused: Readonly<Record<string, Problem>>,
): Promise<{ outcome: Outcome; open: string[] }> {
  const rows = await executor
    .select({
      id: contents.id,
      title: contents.title,
      status: contents.status,
      problemCode: contents.problemCode,
      problemParams: contents.problemParams,
      hasNote: sql<boolean>`${contents.note} is not null`,
      begun: sql<boolean>`${batchItems.batchId} is not null`,
      openRun: sql<string | null>`case when ${contents.activeRunId} = ${batchItems.runId} then ${batchItems.runId} end`,
    })
    .from(contents)
    .leftJoin(batchItems, and(eq(batchItems.contentId, contents.id), eq(batchItems.batchId, batchId)))
    .where(and(eq(contents.userId, userId), inArray(contents.id, [...contentIds])))
    .orderBy(asc(contents.title), asc(contents.id));
  const isOver = (row: (typeof rows)[number]) => row.openRun === null && (row.begun || refused[row.id] !== undefined);
  const skippedItems = rows
    .filter((row) => !row.hasNote && isOver(row))
    .map((row) => ({ contentId: row.id, title: row.title, problem: refused[row.id] ?? toProblem(row) }));
  return {
    outcome: {
      total: contentIds.length,
      summarised: rows.filter((row) => row.hasNote && row.openRun === null).length,
      skipped: skippedItems.length + contentIds.length - rows.length,
      skippedItems,
    },
    open: rows.flatMap(({ openRun }) => openRun ?? []),
  };
}

export async function readBatchResult({ db, tasks }: Services, userId: string): Promise<BatchResult | null> {
  const task = await tasks.latest(db, batchSummaryTask, userId);
  if (task === null) return null;
  const kept = new Map(Object.entries(task.checkpoints ?? {}));
  const outcome =
    zOutcome.safeParse(kept.get('outcome')).data ??
    (await readOutcome(db, batchSummaryTask.payload.parse(task.payload), zRefused.safeParse(kept.get('refused')).data ?? {}))
      .outcome;
  return { taskId: task.id, state: toShownState(task.state), ...outcome };
}
