/** Durable tasks of features. Every kind is started, cancelled, read and watched in the same way. */
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { taskInFlight, tasks } from '#db/schema/tasks.ts';
import { handleJob, type JobRegistration } from '#infra/jobs/job.ts';
import { AppError, errorCodes } from '#lib/app-error.ts';
import type { OwnKey } from '#lib/own-key.ts';
import type { TaskState } from '#lib/task-event.ts';
import { endTask, readDraft, type TaskNeeds } from './end-task.ts';
import { failDead, requeueTasks } from './lost-tasks.ts';
import type { MeteredTask, TaskPrice, TaskRequest } from './meter.ts';
import { isRepeatable, restartFailedTask } from './restart-failed-task.ts';
import { runTask } from './run-task.ts';
import { lockKey, type NewTask, type StartableTask, startTask } from './start-task.ts';
import { jobOf, type TaskRow } from './task.ts';
import { readTaskKey } from './task-key.ts';
import { tidyTasks, tidyTasksJob } from './tidy-tasks.ts';
import { announceStages, type Rescheduled, rescheduleTasks, type WaitingStage } from './waiting-tasks.ts';
import { type WatchedEvent, type WatchRequest, watchTasks } from './watch-tasks.ts';

export type Tasks = {
  /**
   * Starts a task in the caller's transaction, or returns the one of this kind and key that is in flight. Lock your own rows
   * before. Errors: those of the meter.
   */
  start<Payload>(
    tx: Tx,
    definition: StartableTask<Payload>,
    task: NewTask<Payload>,
  ): Promise<{ id: string; state: TaskState; started: boolean }>;
  /** Counts a request for shared work that a task in flight or a finished one answers. Errors: those of the meter. */
  join(tx: Tx, definition: { kind: string; price: TaskPrice }, request: TaskRequest): Promise<void>;
  /** Cancels a task in flight when the transaction commits; its worker stops. Returns the task's state; null if it is missing. */
  cancel(tx: Tx, taskId: string): Promise<TaskState | null>;
  /**
   * Starts a failed task again with its payload. Errors: `not_found`, `task_not_repeatable` for other states and for kinds whose
   * feature keeps state outside the task, and those of the meter.
   */
  retry(tx: Tx, taskId: string): Promise<{ id: string }>;
  /** Whether `retry` works for tasks of this kind. */
  isRepeatable(kind: string): boolean;
  /** Removes a user from shared work that `others` wait for, longest first. It fails if none of them can pay for it. */
  leave(tx: Tx, taskId: string, who: { userId: string; others: readonly { userId: string; contentId: string }[] }): Promise<void>;
  /** Cancels tasks in flight of a user or of one content. Call it before deleting either, because workers lock the task first. */
  cancelAll(tx: Tx, of: { userId: string; contentId?: string }): Promise<void>;
  /** Deletes tasks and their events. Tasks in flight are cancelled first. */
  remove(tx: Tx, taskIds: readonly string[]): Promise<void>;
  /** `remove` for all tasks with these keys. For when the subject of the tasks is deleted. */
  forget(tx: Tx, definition: { kind: string }, keys: readonly string[]): Promise<void>;
  read(executor: Executor, taskId: string): Promise<TaskRow | null>;
  /** The latest task of a kind and key, in flight or ended. */
  latest(executor: Executor, definition: { kind: string }, key: string): Promise<TaskRow | null>;
  /** The task in flight, locked until the transaction ends. */
  lockInFlight(tx: Tx, definition: { kind: string }, key: string): Promise<TaskRow | null>;
  /** Like `lockInFlight`, and keeps others from starting one until the transaction ends. For `start` after a feature's locks. */
  lockForStart(tx: Tx, definition: { kind: string }, key: string): Promise<TaskRow | null>;
  /** Locks the tasks that are in flight, always in the order of their ids. */
  lock(tx: Tx, taskIds: readonly string[]): Promise<TaskRow[]>;
  /** The model key sent with the start; null without one or after the end. Errors: `own_key_refused` (cannot be decrypted). */
  readKey(executor: Executor, taskId: string): Promise<OwnKey | null>;
  readDraft(executor: Executor, taskId: string): Promise<string>;
  /** Publishes what tasks in flight are waiting for, whether or not a worker has them. Their percentages stay as they are. */
  announce(tx: Tx, stages: readonly WaitingStage[]): Promise<void>;
  /** Moves waiting tasks to another time or priority. */
  reschedule(executor: Executor, definition: { kind: string }, changes: readonly Rescheduled[]): Promise<void>;
  watch<About>(request: WatchRequest<About>): AsyncGenerator<WatchedEvent<About>>;
  /** Whether work of this price would be accepted now. */
  estimate(task: Omit<MeteredTask, 'id'>): Promise<{ refusal: { code: string } | null }>;
  /** The queue's jobs for all kinds. */
  jobs(): JobRegistration[];
  /** Enqueues a job for every task in flight that has none: after a start, or after a migration from an earlier version. */
  recover(): Promise<void>;
};

export function createTasks<Services>(needs: TaskNeeds<Services>): Tasks {
  const { meter, kinds } = needs;
  return {
    start: (tx, definition, task) => startTask(needs, tx, definition, task),
    join: (tx, { kind, price }, request) => meter.join(tx, { kind, price, userId: null, request }),
    async cancel(tx, taskId) {
      const [row] = await tx.select().from(tasks).where(eq(tasks.id, taskId)).for('update');
      if (!row) return null;
      if (row.state !== 'queued' && row.state !== 'running') return row.state;
      await endTask(needs, tx, row, { state: 'cancelled' });
      return 'cancelled';
    },
    retry: (tx, taskId) => restartFailedTask(needs, tx, taskId),
    isRepeatable: (kind) => isRepeatable(needs, kind),
    async leave(tx, taskId, who) {
      const [row] = await lockTasks(tx, [taskId]);
      if (!row) return;
      const error = await meter.leave(tx, { id: taskId, kind: row.kind }, who);
      if (error) await endTask(needs, tx, row, { state: 'failed', error }, { fromOutside: true });
    },
    async cancelAll(tx, { userId, contentId }) {
      const about = contentId === undefined ? undefined : eq(tasks.contentId, contentId);
      const whose = and(eq(tasks.userId, userId), about, taskInFlight);
      const rows = await tx.select().from(tasks).where(whose).orderBy(tasks.id).for('update');
      for (const row of rows) await endTask(needs, tx, row, { state: 'cancelled' });
    },
    remove: (tx, taskIds) => removeTasks(needs, tx, taskIds),
    async forget(tx, { kind }, keys) {
      const rows = await tx
        .select({ id: tasks.id })
        .from(tasks)
        .where(and(eq(tasks.kind, kind), inArray(tasks.key, [...keys])));
      await removeTasks(
        needs,
        tx,
        rows.map(({ id }) => id),
      );
    },
    async read(executor, taskId) {
      const [row] = await executor.select().from(tasks).where(eq(tasks.id, taskId));
      return row ?? null;
    },
    async latest(executor, { kind }, key) {
      const [row] = await executor
        .select()
        .from(tasks)
        .where(and(eq(tasks.kind, kind), eq(tasks.key, key)))
        .orderBy(desc(tasks.createdAt))
        .limit(1);
      return row ?? null;
    },
    lockInFlight,
    async lockForStart(tx, definition, key) {
      await lockKey(tx, definition, key);
      return lockInFlight(tx, definition, key);
    },
    lock: lockTasks,
    readKey: (executor, taskId) => readTaskKey(needs, executor, taskId),
    readDraft,
    announce: (tx, stages) => announceStages(needs, tx, stages),
    reschedule: (executor, definition, changes) => rescheduleTasks(needs, executor, definition, changes),
    watch: (request) => watchTasks(needs, request),
    estimate: async (task) => (task.price === 'free' ? { refusal: null } : meter.estimate(task)),
    jobs: () => [
      ...kinds.map((definition) =>
        handleJob(jobOf(definition), async () => ({
          run: ({ taskId }, context) => runTask(needs, definition, taskId, context),
          async onDead({ taskId }, { error }) {
            const code = errorCodes.find((known) => known === error.code) ?? 'internal';
            await failDead(needs, taskId, new AppError(code));
          },
        })),
      ),
      handleJob(tidyTasksJob, async () => ({ run: (_payload, { signal }) => tidyTasks(needs, signal) })),
    ],
    recover: () => requeueTasks(needs, { olderThanMs: 0, signal: new AbortController().signal }),
  };
}

async function removeTasks<Services>(needs: TaskNeeds<Services>, tx: Tx, taskIds: readonly string[]): Promise<void> {
  for (const row of await lockTasks(tx, taskIds)) await endTask(needs, tx, row, { state: 'cancelled' });
  await tx.delete(tasks).where(inArray(tasks.id, [...taskIds]));
}

async function lockInFlight(tx: Tx, { kind }: { kind: string }, key: string): Promise<TaskRow | null> {
  const [row] = await tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.kind, kind), eq(tasks.key, key), taskInFlight))
    .for('update');
  return row ?? null;
}

async function lockTasks(tx: Tx, taskIds: readonly string[]): Promise<TaskRow[]> {
  if (taskIds.length === 0) return [];
  return tx
    .select()
    .from(tasks)
    .where(and(inArray(tasks.id, [...taskIds]), taskInFlight))
    .orderBy(asc(tasks.id))
    .for('update');
}
