/** Durable work for features: start, cancel, read and watch, the same for every kind. */
import { randomUUID } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { taskInFlight, tasks } from '#db/schema/tasks.ts';
import { handleJob, type JobRegistration } from '#infra/jobs/job.ts';
import { AppError, errorCodes } from '#lib/app-error.ts';
import { storable } from '#lib/storable-text.ts';
import type { TaskState } from '#lib/task-event.ts';
import { endTask, readDraft, type TaskNeeds } from './end-task.ts';
import type { MeteredTask } from './meter.ts';
import { failDead, runTask } from './run-task.ts';
import { jobOf, type TaskDefinition, type TaskRow } from './task.ts';
import { requeueTasks, tidyTasks, tidyTasksJob } from './tidy-tasks.ts';
import { type WatchedEvent, type WatchRequest, watchTasks } from './watch-tasks.ts';

/** The part of a definition that starting needs. */
export type StartableTask<Payload> = Pick<TaskDefinition<Payload, never>, 'kind' | 'payload' | 'price'>;

export type NewTask<Payload> = {
  id?: string;
  key: string;
  /** Null for work that belongs to everyone who waits for it. */
  userId: string | null;
  contentId?: string;
  payload: Payload;
  /** Higher goes first. */
  priority?: number;
  startAfter?: Date;
};

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
  /** Ends a task that is in flight when the transaction commits; its worker stops at once. Gives its state then; null when there is none. */
  cancel(tx: Tx, taskId: string): Promise<TaskState | null>;
  /** Cancels what is in flight for a user, or for one content. Call it before deleting one: workers lock the task first. */
  cancelAll(tx: Tx, of: { userId: string; contentId?: string }): Promise<void>;
  read(executor: Executor, taskId: string): Promise<TaskRow | null>;
  /** The latest task of a kind and key, in flight or ended. */
  latest(executor: Executor, definition: { kind: string }, key: string): Promise<TaskRow | null>;
  /** The one in flight, locked until the transaction ends. */
  lockInFlight(tx: Tx, definition: { kind: string }, key: string): Promise<TaskRow | null>;
  readDraft(executor: Executor, taskId: string): Promise<string>;
  /** Moves waiting tasks to another time or priority. */
  reschedule(
    executor: Executor,
    definition: { kind: string },
    changes: readonly { taskId: string; startAfter: Date; priority?: number }[],
  ): Promise<void>;
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
    async cancel(tx, taskId) {
      const [row] = await tx.select().from(tasks).where(eq(tasks.id, taskId)).for('update');
      if (!row) return null;
      if (row.state !== 'queued' && row.state !== 'running') return row.state;
      await endTask(needs, tx, row, { state: 'cancelled' });
      return 'cancelled';
    },
    async cancelAll(tx, { userId, contentId }) {
      const about = contentId === undefined ? undefined : eq(tasks.contentId, contentId);
      const whose = and(eq(tasks.userId, userId), about, taskInFlight);
      const rows = await tx.select().from(tasks).where(whose).orderBy(tasks.id).for('update');
      for (const row of rows) await endTask(needs, tx, row, { state: 'cancelled' });
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
    async lockInFlight(tx, { kind }, key) {
      const [row] = await tx
        .select()
        .from(tasks)
        .where(and(eq(tasks.kind, kind), eq(tasks.key, key), taskInFlight))
        .for('update');
      return row ?? null;
    },
    readDraft,
    async reschedule(executor, definition, changes) {
      for (const { taskId, startAfter, priority } of changes)
        await executor
          .update(tasks)
          .set({ startAfter, ...(priority === undefined ? {} : { priority }) })
          .where(and(eq(tasks.id, taskId), taskInFlight));
      const moved = changes.map(({ taskId, ...change }) => ({ singletonKey: taskId, ...change }));
      await needs.jobs.reschedule(executor, jobOf(definition), moved);
    },
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

async function startTask<Services, Payload>(
  { meter, jobs, events }: TaskNeeds<Services>,
  tx: Tx,
  definition: StartableTask<Payload>,
  { id = randomUUID(), key, userId, contentId, payload, priority, startAfter }: NewTask<Payload>,
): Promise<{ id: string; state: TaskState; started: boolean }> {
  const { kind, price } = definition;
  // One after the other: two that begin together would both be counted.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`task:${kind}:${key}`}, 0))`);
  const [inFlight] = await tx
    .select({ id: tasks.id, state: tasks.state })
    .from(tasks)
    .where(and(eq(tasks.kind, kind), eq(tasks.key, key), taskInFlight));
  if (inFlight) return { ...inFlight, started: false };
  if (price !== 'free') await meter.reserve(tx, { id, kind, price, userId });
  await tx.insert(tasks).values({
    id,
    kind,
    key,
    userId,
    contentId: contentId ?? null,
    payload: storable(definition.payload.parse(payload)),
    priority: priority ?? 0,
    startAfter: startAfter ?? null,
    createdAt: new Date(),
  });
  await jobs.enqueue(
    tx,
    jobOf(definition),
    { taskId: id },
    { singletonKey: id, ...(priority === undefined ? {} : { priority }), ...(startAfter === undefined ? {} : { startAfter }) },
  );
  if (userId !== null) await events.publish(tx, { type: 'user_work', userId });
  return { id, state: 'queued', started: true };
}
