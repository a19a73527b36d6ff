import { z } from 'zod';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { toShownState } from '#lib/task-view.ts';
import type { TagChangeResult } from '../../contract.ts';
import { type TagChange, type TagPlan, tagChangeTask } from '../../tasks.ts';

const zPlan = tagChangeTask.payload;
const zOutcome = z.object({ total: z.number().int(), changed: z.number().int() });

export function planOf(checkpoints: ReadonlyMap<string, unknown>): TagPlan | null {
  const plan = zPlan.safeParse({ userId: '', from: null, to: null, undo: checkpoints.get('plan') ?? null });
  return plan.data?.undo ?? null;
}

/** Errors: `work_in_progress`. */
export async function startTagChange(services: Services, change: TagChange): Promise<string> {
  return services.db.transaction(async (tx) => {
    const { userId } = change;
    const { id, started } = await services.tasks.start(tx, tagChangeTask, { key: userId, userId, payload: change });
    if (!started) throw new AppError('work_in_progress');
    return id;
  });
}

/** Errors: `not_found` if it is not the user's last change or nothing of it can be undone; `work_in_progress`. */
export async function undoTagChange(services: Services, userId: string, taskId: string): Promise<string> {
  const task = await services.tasks.latest(services.db, tagChangeTask, userId);
  const plan = planOf(new Map(Object.entries(task?.checkpoints ?? {})));
  if (task === null || task.id !== taskId || plan === null) throw new AppError('not_found');
  if (toShownState(task.state) === 'running') throw new AppError('work_in_progress');
  return startTagChange(services, { ...tagChangeTask.payload.parse(task.payload), undo: plan });
}

export async function readTagChange({ db, tasks }: Services, userId: string): Promise<TagChangeResult | null> {
  const task = await tasks.latest(db, tagChangeTask, userId);
  if (task === null) return null;
  const kept = new Map(Object.entries(task.checkpoints ?? {}));
  const { from, to, undo, among } = tagChangeTask.payload.parse(task.payload);
  const plan = undo ?? planOf(kept);
  const state = toShownState(task.state);
  return {
    taskId: task.id,
    state,
    from,
    to,
    isUndo: undo !== null,
    canUndo: undo === null && state !== 'running' && plan !== null && plan.length > 0,
    left: among && plan ? among.length - plan.length : 0,
    ...(zOutcome.safeParse(kept.get('outcome')).data ?? { total: plan?.length ?? 0, changed: 0 }),
  };
}
