import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { tasks } from '#db/schema/tasks.ts';
import type { Services } from '#infra/services.ts';
import { toShownState } from '#lib/task-view.ts';
import type { DeletionResult } from '../../contract.ts';
import { deleteContentsTask } from '../../tasks.ts';

const zDeleteOutcome = z.object({
  done: z.number().int(),
  deleted: z.number().int(),
  failed: z.array(z.object({ contentId: z.string(), title: z.string() })),
});
export type DeleteOutcome = z.infer<typeof zDeleteOutcome>;

export function outcomeOf(checkpoints: ReadonlyMap<string, unknown>): DeleteOutcome {
  return zDeleteOutcome.safeParse(checkpoints.get('outcome')).data ?? { done: 0, deleted: 0, failed: [] };
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
