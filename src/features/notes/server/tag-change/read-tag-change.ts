import { and, desc, eq, sql } from 'drizzle-orm';
import { tasks } from '#db/schema/tasks.ts';
import type { Services } from '#infra/services.ts';
import { toShownState } from '#lib/task-view.ts';
import type { TagChangeResult } from '../../contract.ts';
import { tagChangeTask } from '../../tasks.ts';
import { countTouched } from './tag-change-progress.ts';

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
