/**
 * Tasks whose worker was killed. The queue notices the missing heartbeat and gives the job to another worker, whose
 * claim (`claimTask`) counts the lost worker.
 */
import { and, asc, eq, gt, inArray, lt } from 'drizzle-orm';
import { taskInFlight, tasks } from '#db/schema/tasks.ts';
import type { AppError } from '#lib/app-error.ts';
import { endTask, type TaskNeeds } from './end-task.ts';
import { jobOf, type TaskRow } from './task.ts';

const mostLostWorkers = 6;
const atOnce = 500;

/** Such a task seems to kill its workers, so it is not tried again. */
export function isLostTooOften({ lost }: Pick<TaskRow, 'lost'>): boolean {
  return lost > mostLostWorkers;
}

/** Enqueues a new job for tasks in flight whose job was lost. The queue refuses a second job with the same key. */
export async function requeueTasks<Services>(
  needs: Pick<TaskNeeds<Services>, 'db' | 'jobs' | 'kinds'>,
  { olderThanMs, signal }: { olderThanMs: number; signal: AbortSignal },
): Promise<void> {
  const kinds = needs.kinds.map(({ kind }) => kind);
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const waiting = await needs.db
      .select()
      .from(tasks)
      .where(
        and(
          taskInFlight,
          inArray(tasks.kind, kinds),
          gt(tasks.id, after),
          lt(tasks.createdAt, new Date(Date.now() - olderThanMs)),
        ),
      )
      .orderBy(asc(tasks.id))
      .limit(atOnce);
    for (const { id, kind, priority, startAfter } of waiting) {
      signal.throwIfAborted();
      const options = { singletonKey: id, priority, ...(startAfter === null ? {} : { startAfter }) };
      await needs.jobs.enqueue(needs.db, jobOf({ kind }), { taskId: id }, options);
    }
    // Only behind a full page are there more.
    const last = waiting[atOnce - 1];
    if (!last) return;
    after = last.id;
  }
}

/** Fails a task whose job the queue has given up, if it is still in flight. */
export async function failDead<Services>(needs: TaskNeeds<Services>, taskId: string, error: AppError): Promise<void> {
  await needs.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(tasks)
      .where(and(eq(tasks.id, taskId), taskInFlight))
      .for('update');
    if (row) await endTask(needs, tx, row, { state: 'failed', error });
  });
}
