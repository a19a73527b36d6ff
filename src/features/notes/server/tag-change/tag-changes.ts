import { and, desc, eq, sql } from 'drizzle-orm';
import { tasks } from '#db/schema/tasks.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { toShownState } from '#lib/task-view.ts';
import type { TagChangeResult } from '../../contract.ts';
import { type TagChange, type TagFolders, type TagPlan, tagChangeTask, zTagFolders } from '../../tasks.ts';
import { countTouched, reachedOf, touchedOf } from './reached.ts';

const zPlan = tagChangeTask.payload;

export function planOf(checkpoints: ReadonlyMap<string, unknown>): TagPlan | null {
  const plan = zPlan.safeParse({ userId: '', from: null, to: null, undo: checkpoints.get('plan') ?? null });
  return plan.data?.undo ?? null;
}

/** Null: the task ended before the folders were changed. */
export function foldersOf(checkpoints: ReadonlyMap<string, unknown>): TagFolders | null {
  return zTagFolders.safeParse(checkpoints.get('folders')).data ?? null;
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
  const kept = new Map(Object.entries(task?.checkpoints ?? {}));
  const plan = planOf(kept);
  if (task === null || task.id !== taskId || plan === null) throw new AppError('not_found');
  if (toShownState(task.state) === 'running') throw new AppError('work_in_progress');
  const undo = touchedOf(plan, reachedOf(kept));
  if (undo.length === 0) throw new AppError('not_found');
  const undoFolders = foldersOf(kept) ?? [];
  return startTagChange(services, { ...tagChangeTask.payload.parse(task.payload), undo, undoFolders });
}

export async function readTagChange({ db }: Services, userId: string): Promise<TagChangeResult | null> {
  // Of the lists only their lengths: they may name thousands of notes.
  const [task] = await db
    .select({
      taskId: tasks.id,
      state: tasks.state,
      from: sql<string | null>`${tasks.payload} ->> 'from'`,
      to: sql<string | null>`${tasks.payload} ->> 'to'`,
      undo: lengthOf(sql`${tasks.payload} -> 'undo'`),
      among: lengthOf(sql`${tasks.payload} -> 'among'`),
      plan: lengthOf(sql`${tasks.checkpoints} -> 'plan'`),
      done: sql<number | null>`(${tasks.checkpoints} #>> '{reached,done}')::int`,
      same: lengthOf(sql`${tasks.checkpoints} #> '{reached,same}'`),
    })
    .from(tasks)
    .where(and(eq(tasks.kind, tagChangeTask.kind), eq(tasks.key, userId)))
    .orderBy(desc(tasks.createdAt))
    .limit(1);
  if (task === undefined) return null;
  const { taskId, from, to, undo, among, plan, done } = task;
  const state = toShownState(task.state);
  const total = undo ?? plan ?? 0;
  const same = task.same ?? 0;
  const touched = countTouched(total, done === null ? null : { done, same });
  return {
    taskId,
    state,
    from,
    to,
    isUndo: undo !== null,
    canUndo: undo === null && state !== 'running' && touched > 0,
    left: among !== null && plan !== null ? among - plan : 0,
    total,
    changed: (done ?? 0) - same,
  };
}

/** Null: no list. */
function lengthOf(list: ReturnType<typeof sql>) {
  return sql<number | null>`case when jsonb_typeof(${list}) = 'array' then jsonb_array_length(${list}) end`;
}
