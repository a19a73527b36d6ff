import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { toShownState } from '#lib/task-view.ts';
import { type TagChange, tagChangeTask } from '../../tasks.ts';
import { foldersOf, planOf, reachedOf, touchedOf } from './tag-change-progress.ts';

/** Errors: `work_in_progress`. */
export async function startTagChange(services: Services, change: TagChange): Promise<string> {
  return services.db.transaction(async (tx) => {
    const { userId } = change;
    const { id, started } = await services.tasks.start(tx, tagChangeTask, { key: userId, userId, payload: change });
    if (!started) throw new AppError('work_in_progress');
    return id;
  });
}

/** Errors: `not_found` unless it is the user's last change and changed something; `work_in_progress`. */
export async function undoTagChange(services: Services, userId: string, taskId: string): Promise<string> {
  const task = await services.tasks.latest(services.db, tagChangeTask, userId);
  const kept = new Map(Object.entries(task?.checkpoints ?? {}));
  const plan = planOf(kept);
  if (task === null || task.id !== taskId || plan === null) throw new AppError('not_found');
  if (toShownState(task.state) === 'running') throw new AppError('work_in_progress');
  const undo = touchedOf(plan, reachedOf(kept));
  if (undo.length === 0) throw new AppError('not_found');
  const undoFolders = foldersOf(kept) ?? [];
  return startTagChange(services, { ...tagChangeTask.payload.parse(task.payload), undo, undoFolders });
}
