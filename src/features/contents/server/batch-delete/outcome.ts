import { z } from 'zod';
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

export async function readDeletion({ db, tasks }: Services, userId: string): Promise<DeletionResult | null> {
  const task = await tasks.latest(db, deleteContentsTask, userId);
  if (task === null) return null;
  const { deleted, failed } = outcomeOf(new Map(Object.entries(task.checkpoints ?? {})));
  const { contentIds } = deleteContentsTask.payload.parse(task.payload);
  return { taskId: task.id, state: toShownState(task.state), total: contentIds.length, deleted, failed };
}
