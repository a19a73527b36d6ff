/** Durable work for features: start, cancel, read and watch, the same for every kind. */
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
import { isRepeatable, retryFailed } from './repeat-task.ts';
import { runTask } from './run-task.ts';
import { lockKey, type NewTask, type StartableTask, startTask } from './start-task.ts';
import { jobOf, type TaskRow } from './task.ts';
import { readTaskKey } from './task-key.ts';
import { tidyTasks, tidyTasksJob } from './tidy-tasks.ts';
import { announceStages, type Rescheduled, rescheduleTasks, type WaitingStage } from './waiting-tasks.ts';
import { type WatchedEvent, type WatchRequest, watchTasks } from './watch-tasks.ts';

export type Tasks = {
  /**
   * Begins a piece of work as part of the caller's transaction, or gives the one of this kind and key that is in flight. Take
   * locks of your own rows before. Errors: those of the meter.
   */
  start<Payload>(
    tx: Tx,
    definition: StartableTask<Payload>,
    task: NewTask<Payload>,
  ): Promise<{ id: string; state: TaskState; started: boolean }>;
  /** Counts a request for shared work that needs no start: one in flight or a finished one answers it. Errors: those of the meter. */
  join(tx: Tx, definition: { kind: string; price: TaskPrice }, request: TaskRequest): Promise<void>;
  /** Ends a task that is in flight when the transaction commits; its worker stops at once. Gives its state then; null when there is none. */
  cancel(tx: Tx, taskId: string): Promise<TaskState | null>;
  /**
   * Begins a failed task anew with what it was given. Errors: `not_found`, `task_not_repeatable` for other states and for kinds whose
   * feature keeps a state beside the task, and those of the meter.
   */
  retry(tx: Tx, taskId: string): Promise<{ id: string }>;
  /** By kind: whether `retry` can begin it anew. */
  isRepeatable(kind: string): boolean;
  /** A user lets go of shared work that goes on for others. */
  leave(tx: Tx, taskId: string, userId: string): Promise<void>;
  /** Cancels what is in flight for a user, or for one content. Call it before deleting one: workers lock the task first. */
  cancelAll(tx: Tx, of: { userId: string; contentId?: string }): Promise<void>;
  /** Deletes tasks with everything they told. Those in flight are cancelled first. */
  remove(tx: Tx, taskIds: readonly string[]): Promise<void>;
  /** `remove` for all tasks of these keys: what they were about is deleted, and what they told with it. */
  forget(tx: Tx, definition: { kind: string }, keys: readonly string[]): Promise<void>;
  read(executor: Executor, taskId: string): Promise<TaskRow | null>;
  /** The latest task of a kind and key, in flight or ended. */
  latest(executor: Executor, definition: { kind: string }, key: string): Promise<TaskRow | null>;
  /** The one in flight, locked until the transaction ends. */
  lockInFlight(tx: Tx, definition: { kind: string }, key: string): Promise<TaskRow | null>;
  /** Like `lockInFlight`, and until the transaction ends no other begins one: for a `start` behind locks of the feature's own. */
  lockForStart(tx: Tx, definition: { kind: string }, key: string): Promise<TaskRow | null>;
  /** Locks those of these tasks that are in flight, everywhere in the order of their ids. */
  lock(tx: Tx, taskIds: readonly string[]): Promise<TaskRow[]>;
  /** What a browser sent with its start; null without, and once it has ended. Errors: `own_key_refused` when it cannot be opened. */
  readKey(executor: Executor, taskId: string): Promise<OwnKey | null>;
  readDraft(executor: Executor, taskId: string): Promise<string>;
  /** Tells on tasks in flight what they wait for, whether or not a worker has them. The percentage that each had reached stays. */
  announce(tx: Tx, stages: readonly WaitingStage[]): Promise<void>;
  /** Moves waiting tasks to another time or priority. */
  reschedule(executor: Executor, definition: { kind: string }, changes: readonly Rescheduled[]): Promise<void>;
  watch<About>(request: WatchRequest<About>): AsyncGenerator<WatchedEvent<About>>;
  /** Whether work of this price would be begun now. */
  estimate(task: Omit<MeteredTask, 'id'>): Promise<{ refusal: { code: string } | null }>;
  /** The jobs behind all kinds, for the queue. */
  jobs(): JobRegistration[];
  /** Gives every task in flight a job that has none: after a start, and after an earlier version's data was taken over. */
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
    retry: (tx, taskId) => retryFailed(needs, tx, taskId),
    isRepeatable: (kind) => isRepeatable(needs, kind),
    leave: (tx, taskId, userId) => meter.leave(tx, { id: taskId, userId }),
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
