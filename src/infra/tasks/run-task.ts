/** One attempt at a task; failures: `retry-task.ts`. After `timeLimitSeconds` the queue aborts it with `timed_out`, a failure. */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { taskInFlight, tasks } from '#db/schema/tasks.ts';
import type { JobContext } from '#infra/jobs/job.ts';
import { AppError } from '#lib/app-error.ts';
import { storable } from '#lib/text/storable-text.ts';
import { endTask, finishStopped, type TaskNeeds } from './end-task.ts';
import { claimTask, isHeld, type Lease, lockUnderLease, readUnderLease, releaseTask } from './lease.ts';
import { isLostTooOften } from './lost-tasks.ts';
import { createTaskRecorder } from './record-progress.ts';
import { type Attempt, afterFailure, type Claimed, failTask, releaseOnceBack } from './retry-task.ts';
import { type TaskContext, type TaskRegistration, type TaskRow, usageKeyOf } from './task.ts';

export async function runTask<Services>(
  needs: TaskNeeds<Services>,
  definition: TaskRegistration<Services>,
  taskId: string,
  job: JobContext,
): Promise<void> {
  const { db, events, services } = needs;
  const [waiting] = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, taskId), taskInFlight));
  if (!waiting) return;
  const payload = definition.payload.safeParse(waiting.payload);
  const handler = await definition.handler();
  if (payload.success && handler.ready) {
    const afterMs = await handler.ready(services(), payload.data, { id: taskId, signal: job.signal });
    if (afterMs > 0) return job.putOff(afterMs);
  }
  const stopped = new AbortController();
  const stop = () => stopped.abort(new AppError('cancelled', { detail: 'task cancelled or taken over' }));
  const holder = randomUUID();
  let lease: Lease | null = null;
  // Subscribed before the claim, so that a cancellation right after it is not missed.
  const unsubscribe = events.subscribe((signal) => {
    if (signal?.type === 'task_cancelled' && signal.taskId === taskId) stop();
    // Signals may have been missed. If the database does not answer, nothing is known, so the work continues.
    if (signal === null && lease)
      void isHeld(db, lease).then(
        (held) => held || stop(),
        () => undefined,
      );
  });
  const attempt = { needs, definition, job, holder, stopped: stopped.signal, stop };
  try {
    const row = await claimTask(db, taskId, holder).catch(async (error: unknown) => {
      // The claim may have succeeded although the response was lost.
      await releaseOnceBack(attempt, taskId);
      throw error;
    });
    if (!row) return;
    lease = { taskId, lease: row.lease };
    if (!payload.success || isLostTooOften(row)) {
      job.logger.error(
        { taskId, kind: row.kind, lost: row.lost },
        payload.success ? 'task lost too many workers' : 'task cannot be read',
      );
      await failTask(attempt, lease, new AppError('internal'));
    } else await runClaimed(attempt, row, (context) => handler.run(services(), payload.data, context));
  } finally {
    unsubscribe();
    if (lease && stopped.signal.aborted) await finishStopped(needs, definition, lease);
  }
}

async function runClaimed<Services>(
  attempt: Attempt<Services>,
  row: TaskRow,
  run: (context: TaskContext) => Promise<void>,
): Promise<void> {
  const { needs, job, stop } = attempt;
  const lease: Lease = { taskId: row.id, lease: row.lease };
  const { db, events, logger } = needs;
  const startedAt = row.startedAt ?? new Date();
  const recorder = createTaskRecorder({ db, events, logger, lease, startedAt, onLost: stop });
  let putOffMs: number | null = null;
  const claimed = { row, lease, recorder };
  const { context, isCompleted } = contextOf(attempt, claimed, (afterMs) => {
    putOffMs = afterMs;
  });
  try {
    if (row.lease > 1) recorder.stage('queued', 0, 'resuming');
    await run(context);
    await recorder.flush();
    if (isCompleted()) return;
    if (putOffMs === null) await context.complete(async () => undefined);
    else {
      await releaseTask(db, row.id, attempt.holder, { counts: false });
      job.putOff(putOffMs);
    }
  } catch (error) {
    await recorder.flush();
    if (isCompleted()) logger.warn({ err: error, taskId: row.id }, 'task failed after its end');
    else await afterFailure(attempt, claimed, error);
  }
}

function contextOf<Services>(
  { needs, definition, job, stopped, stop }: Attempt<Services>,
  { row, lease, recorder }: Claimed,
  putOff: (afterMs: number) => void,
): { context: TaskContext; isCompleted: () => boolean } {
  const { db } = needs;
  const checkpoints = new Map(Object.entries(row.checkpoints as Record<string, unknown>));
  let completed = false;

  async function underLease<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return db.transaction(async (tx) => {
      if (await lockUnderLease(tx, lease)) return work(tx);
      stop();
      throw new AppError('cancelled', { detail: 'the task is no longer this worker’s' });
    });
  }

  const context: TaskContext = {
    task: row,
    usageKey: usageKeyOf(row),
    signal: AbortSignal.any([job.signal, stopped]),
    isLastAttempt: row.attempts >= definition.retries,
    stage: recorder.stage,
    draft: recorder.draft,
    flush: recorder.flush,
    checkpoints,
    async checkpoint(name, value) {
      const step = JSON.stringify({ [name]: storable(value) });
      await underLease((tx) =>
        tx
          .update(tasks)
          .set({ checkpoints: sql`${tasks.checkpoints} || ${step}::text::jsonb`, updatedAt: new Date() })
          .where(eq(tasks.id, row.id)),
      );
      checkpoints.set(name, value);
    },
    write: underLease,
    async complete(work) {
      await recorder.flush();
      await underLease(async (tx) => {
        // Whose it is may have changed since the claim.
        const current = await readUnderLease(tx, lease);
        await work(tx);
        if (current) await endTask(needs, tx, current, { state: 'completed' });
      });
      completed = true;
    },
    putOff,
    logger: job.logger,
  };
  return { context, isCompleted: () => completed };
}
