import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { tasks } from '#db/schema/tasks.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { toShownState } from '#lib/task-view.ts';
import type { DeletionResult } from '../../contract.ts';
import { deleteContentsTask } from '../../tasks.ts';
import { ownIds } from '../owned.ts';

const zDeleteOutcome = z.object({
  done: z.number().int(),
  deleted: z.number().int(),
  /** The first few. */
  failed: z.array(z.object({ contentId: z.string(), title: z.string() })),
});
export type DeleteOutcome = z.infer<typeof zDeleteOutcome>;

export function outcomeOf(checkpoints: ReadonlyMap<string, unknown>): DeleteOutcome {
  return zDeleteOutcome.safeParse(checkpoints.get('outcome')).data ?? { done: 0, deleted: 0, failed: [] };
}

/** Errors: `work_in_progress`; `not_found` when none is the user's. */
export async function startDeletion(
  services: Services,
  userId: string,
  chosen: readonly string[],
): Promise<{ taskId: string; total: number }> {
  const contentIds = await ownIds(services.db, userId, [...new Set(chosen)]);
  if (contentIds.length === 0) throw new AppError('not_found');
  const taskId = await services.db.transaction(async (tx) => {
    const { id, started } = await services.tasks.start(tx, deleteContentsTask, {
      key: userId,
      userId,
      payload: { userId, contentIds },
    });
    if (!started) throw new AppError('work_in_progress');
    return id;
  });
  return { taskId, total: contentIds.length };
}

export async function readDeletion({ db }: Services, userId: string): Promise<DeletionResult | null> {
  // The ids may be a hundred thousand: the database counts them.
  const [task] = await db
    .select({
      taskId: tasks.id,
      state: tasks.state,
      total: sql<number>`jsonb_array_length(${tasks.payload} -> 'contentIds')`,
      outcome: sql<unknown>`${tasks.checkpoints} -> 'outcome'`,
    })
    .from(tasks)
    .where(and(eq(tasks.kind, deleteContentsTask.kind), eq(tasks.key, userId)))
    .orderBy(desc(tasks.createdAt))
    .limit(1);
  if (task === undefined) return null;
  const { deleted, failed } = outcomeOf(new Map([['outcome', task.outcome]]));
  return { taskId: task.taskId, state: toShownState(task.state), total: task.total, deleted, failed };
}
