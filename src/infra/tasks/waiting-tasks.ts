/** Sets when waiting tasks may start, in which order, and what they wait for. Updates many at once. */
import { and, asc, inArray, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { taskEvents, taskInFlight, tasks } from '#db/schema/tasks.ts';
import type { TaskParams, TaskStage } from '#lib/task-event.ts';
import type { TaskNeeds } from './end-task.ts';
import { jobOf } from './task.ts';

export type Rescheduled = { taskId: string; startAfter: Date; priority?: number };

export async function rescheduleTasks<Services>(
  { jobs }: Pick<TaskNeeds<Services>, 'jobs'>,
  executor: Executor,
  definition: { kind: string },
  changes: readonly Rescheduled[],
): Promise<void> {
  if (changes.length === 0) return;
  await executor.execute(sql`
    update ${tasks} set start_after = change."startAfter", priority = coalesce(change.priority, ${tasks}.priority)
    from jsonb_to_recordset(${JSON.stringify(changes)}::text::jsonb) as change("taskId" uuid, "startAfter" timestamptz, priority int)
    where ${tasks}.id = change."taskId" and ${taskInFlight}`);
  const moved = changes.map(({ taskId, ...change }) => ({ singletonKey: taskId, ...change }));
  await jobs.reschedule(executor, jobOf(definition), moved);
}

export type WaitingStage = { taskId: string; stage: string; code: string; params?: TaskParams };

export async function announceStages<Services>(
  { events }: Pick<TaskNeeds<Services>, 'events'>,
  tx: Tx,
  stages: readonly WaitingStage[],
): Promise<void> {
  if (stages.length === 0) return;
  const byTask = new Map(stages.map(({ taskId, ...stage }) => [taskId, stage]));
  const waiting = await tx
    .select({ id: tasks.id, startedAt: tasks.startedAt, progress: tasks.progress })
    .from(tasks)
    .where(and(inArray(tasks.id, [...byTask.keys()]), taskInFlight))
    .orderBy(asc(tasks.id))
    .for('no key update');
  const told = waiting.flatMap(({ id, startedAt, progress }) => {
    const stage = byTask.get(id);
    if (!stage) return [];
    const elapsedMs = startedAt ? Math.max(0, Date.now() - startedAt.getTime()) : 0;
    const event: TaskStage = { type: 'stage', ...stage, percent: progress?.percent ?? 0, elapsedMs };
    return [{ taskId: id, event }];
  });
  if (told.length === 0) return;
  await tx.execute(sql`
    update ${tasks} set progress = told.event, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(told)}::text::jsonb) as told("taskId" uuid, event jsonb)
    where ${tasks}.id = told."taskId"`);
  await tx.insert(taskEvents).values(told);
  for (const { taskId } of told) await events.publish(tx, { type: 'task', taskId });
}
