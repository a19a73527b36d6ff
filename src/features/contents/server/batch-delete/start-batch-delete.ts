import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { deleteContentsTask } from '../../tasks.ts';
import { ownIds } from '../owned.ts';

/** Errors: `work_in_progress`; `not_found` when none is the user's. */
export async function startBatchDelete(
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
