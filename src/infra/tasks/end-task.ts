/** Ends a task: state, last event, meter and `settle`, in one transaction. There is no other way to end one. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db, Executor, Tx } from '#db/client.ts';
import { taskEvents, tasks } from '#db/schema/tasks.ts';
import type { EventBus } from '#infra/events/event-bus.ts';
import type { JobQueue } from '#infra/jobs/job.ts';
import type { Logger } from '#infra/logger/logger.ts';
import type { SecretBox } from '#infra/secrets/secret-box.ts';
import { toAppError } from '#lib/app-error.ts';
import { type TaskEvent, zTaskEvent } from '#lib/task-event.ts';
import { mergePartial } from '#lib/task-view.ts';
import type { Lease } from './lease.ts';
import type { MeteredTask, TaskMeter } from './meter.ts';
import type { TaskEnding, TaskRegistration, TaskRow } from './task.ts';
import { dropTaskKey } from './task-key.ts';

export type TaskNeeds<Services> = {
  db: Db;
  jobs: Pick<JobQueue, 'enqueue' | 'reschedule'>;
  events: EventBus;
  logger: Logger;
  meter: TaskMeter;
  secrets: SecretBox;
  kinds: readonly TaskRegistration<Services>[];
  /** Resolved when a handler runs, because the services contain the tasks. */
  services: () => Services;
};

/** The caller has locked the row and checked that it is in flight. */
export async function endTask<Services>(
  needs: TaskNeeds<Services>,
  tx: Tx,
  row: TaskRow,
  ending: TaskEnding | { state: 'completed' },
  /** Not by the task's worker, which may be at work. */
  { fromOutside }: { fromOutside: boolean } = { fromOutside: ending.state === 'cancelled' },
): Promise<void> {
  const { events } = needs;
  const taskId = row.id;
  const now = new Date();
  await tx
    .update(tasks)
    .set({
      state: ending.state,
      holder: null,
      finishedAt: now,
      updatedAt: now,
      ...(ending.state === 'failed' ? { errorCode: ending.error.code, errorParams: ending.error.params } : {}),
    })
    .where(eq(tasks.id, taskId));
  await dropTaskKey(tx, taskId);
  if (ending.state !== 'completed') await settle(needs, tx, row, ending);
  // The meter locks accounts, which must be locked after all rows of features.
  const working = fromOutside && row.holder !== null;
  const usage = await settleMeter(needs, tx, row, { completed: ending.state === 'completed', working });
  if (usage !== undefined) await tx.update(tasks).set({ usage }).where(eq(tasks.id, taskId));
  await tx.insert(taskEvents).values({ taskId, event: endEventOf({ ...row, finishedAt: now }, ending) });
  await events.publish(tx, { type: 'task', taskId });
  if (fromOutside) await events.publish(tx, { type: 'task_cancelled', taskId });
}

async function settle<Services>(
  { kinds, services, logger }: TaskNeeds<Services>,
  tx: Tx,
  row: TaskRow,
  ending: TaskEnding,
): Promise<void> {
  const definition = kinds.find(({ kind }) => kind === row.kind);
  const settler = await definition?.settler?.();
  const payload = definition?.payload.safeParse(row.payload);
  if (!settler || !payload?.success) return;
  const { id, userId, contentId } = row;
  try {
    await tx.transaction((inner) =>
      settler.settle(services(), inner, payload.data, { id, userId, contentId, draft: () => readDraft(inner, id), ending }),
    );
  } catch (error) {
    if (hasLostDatabase(error)) throw error;
    // Ignored, because a task that cannot end would run, and be paid for, again and again.
    logger.error({ err: error, taskId: id, kind: row.kind }, 'a task ended without being settled');
  }
}

function hasLostDatabase(error: unknown): boolean {
  return toAppError(error).code === 'database_unavailable';
}

async function settleMeter<Services>(
  { kinds, meter }: TaskNeeds<Services>,
  tx: Tx,
  row: TaskRow,
  ending: { completed: boolean; working: boolean },
): Promise<unknown> {
  const price = kinds.find(({ kind }) => kind === row.kind)?.price ?? 'free';
  if (price === 'free') return undefined;
  const task: MeteredTask = { id: row.id, kind: row.kind, price, userId: row.userId };
  if (row.startedAt !== null) return meter.commit(tx, task, ending);
  await meter.release(tx, task);
  return undefined;
}

/** Once a worker has stopped whose task others ended: only now is known what its last calls took. */
export async function finishStopped<Services>(
  { db, meter, logger }: TaskNeeds<Services>,
  { kind, price }: Pick<TaskRegistration<Services>, 'kind' | 'price'>,
  { taskId, lease }: Lease,
): Promise<void> {
  if (price === 'free') return;
  try {
    await db.transaction(async (tx) => {
      const [row] = await tx.select().from(tasks).where(eq(tasks.id, taskId)).for('update');
      // Taken over by another worker, which may have ended it since.
      if (row && (row.finishedAt === null || row.lease !== lease)) return;
      const usage = await meter.finish(tx, { id: taskId, kind, price, userId: row?.userId ?? null });
      await tx.update(tasks).set({ usage }).where(eq(tasks.id, taskId));
    });
  } catch (error) {
    logger.warn({ err: error, taskId }, 'what a stopped task took is settled later');
  }
}

function endEventOf(row: Pick<TaskRow, 'startedAt' | 'finishedAt'>, ending: TaskEnding | { state: 'completed' }): TaskEvent {
  const elapsedMs = row.startedAt && row.finishedAt ? Math.max(0, row.finishedAt.getTime() - row.startedAt.getTime()) : 0;
  if (ending.state !== 'failed') return { type: ending.state, elapsedMs };
  return { type: 'failed', code: ending.error.code, params: ending.error.params, elapsedMs };
}

/** Joins the stored pieces of the draft. Empty after the pieces of an ended task were deleted. */
export async function readDraft(executor: Executor, taskId: string): Promise<string> {
  const rows = await executor
    .select({ event: taskEvents.event })
    .from(taskEvents)
    .where(and(eq(taskEvents.taskId, taskId), sql`${taskEvents.event} ->> 'type' = 'partial'`))
    .orderBy(asc(taskEvents.id));
  return rows.reduce((text, { event }) => {
    const piece = zTaskEvent.safeParse(event).data;
    return piece?.type === 'partial' ? mergePartial(text, piece.offset, piece.text) : text;
  }, '');
}
