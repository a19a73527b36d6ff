/** Runs every minute: enqueues lost jobs of tasks in flight, and deletes data that only served watchers. */
import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { taskEvents, taskInFlight, tasks } from '#db/schema/tasks.ts';
import { defineJob } from '#infra/jobs/job.ts';
import type { TaskNeeds } from './end-task.ts';
import { requeueTasks } from './lost-tasks.ts';
import { dropLeftKeys } from './task-key.ts';

const atOnce = 500;
const partialsKeptMs = 60 * 60_000;
/** For tasks that a later one of the same kind and key has replaced; the latest is kept. */
const replacedKeptMs = 24 * 60 * 60_000;
const forgottenMs = 60_000;

export const tidyTasksJob = defineJob({
  name: 'tasks.tidy',
  version: 1,
  payload: z.strictObject({}),
  retryLimit: 0,
  expireInSeconds: 300,
  concurrency: 1,
  cron: { schedule: '* * * * *', payload: {} },
});

export async function tidyTasks<Services>(needs: TaskNeeds<Services>, signal: AbortSignal): Promise<void> {
  await requeueTasks(needs, { olderThanMs: forgottenMs, signal });
  await dropPartials(needs.db, signal);
  await dropReplaced(needs.db, signal);
  await dropLeftKeys(needs.db);
}

/** Deletes pieces of drafts. After a task has ended, its result is stored as a whole. */
async function dropPartials(db: Db, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    // Excludes the few tasks in flight, because selecting the ended ones would read them all.
    const writing = db
      .select({ id: tasks.id })
      .from(tasks)
      .where(and(eq(tasks.id, taskEvents.taskId), taskInFlight));
    const old = db
      .select({ id: taskEvents.id })
      .from(taskEvents)
      .where(
        and(
          lt(taskEvents.createdAt, new Date(Date.now() - partialsKeptMs)),
          // The exact expression of the partial index.
          sql`${taskEvents.event} ->> 'type' = 'partial'`,
          notExists(writing),
        ),
      )
      .orderBy(taskEvents.createdAt)
      .limit(atOnce);
    const dropped = await db.delete(taskEvents).where(inArray(taskEvents.id, old)).returning({ id: taskEvents.id });
    if (dropped.length < atOnce) return;
  }
}

async function dropReplaced(db: Db, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const old = db
      .select({ id: tasks.id })
      .from(tasks)
      .where(lt(tasks.replacedAt, new Date(Date.now() - replacedKeptMs)))
      .limit(atOnce);
    const dropped = await db.delete(tasks).where(inArray(tasks.id, old)).returning({ id: tasks.id });
    if (dropped.length < atOnce) return;
  }
}
