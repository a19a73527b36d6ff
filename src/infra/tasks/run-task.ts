/** One attempt at a task: claims it, runs its handler, and turns how that ended into what comes next. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { taskInFlight, tasks } from '#db/schema/tasks.ts';
import { isWorthRetrying, type JobContext } from '#infra/jobs/job.ts';
import { AppError, hasCode, toAppError } from '#lib/app-error.ts';
import { storable } from '#lib/storable-text.ts';
import { endTask, type TaskNeeds } from './end-task.ts';
import { claimTask, isHeld, type Lease, lockUnderLease, releaseTask } from './lease.ts';
import { createTaskRecorder, type TaskRecorder } from './recorder.ts';
import { type TaskContext, type TaskRegistration, type TaskRow, usageKeyOf } from './task.ts';

/** A task that this many workers did not survive is not tried again. */
const mostLost = 6;
const defaultPostponeLimitSeconds = 20 * 60;
const defaultRetryDelaySeconds = 3;
const releaseAgainMs = 500;
/** How long a task whose database was lost is held for giving it back. */
const releaseWithinMs = 60_000;

type Needs<Services> = TaskNeeds<Services>;

export async function runTask<Services>(
  needs: Needs<Services>,
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
  // Before the claim: a cancellation right after it must not be missed.
  const unsubscribe = events.subscribe((signal) => {
    if (signal?.type === 'task_cancelled' && signal.taskId === taskId) stop();
    // The signals were away for a moment. A database that does not answer says nothing.
    if (signal === null && lease)
      void isHeld(db, lease).then(
        (held) => held || stop(),
        () => undefined,
      );
  });
  const attempt = { needs, definition, job, holder, stopped: stopped.signal, stop };
  try {
    const row = await claimTask(db, taskId, holder).catch(async (error: unknown) => {
      // It may have been claimed although the answer was lost.
      await releaseOnceBack(attempt, taskId);
      throw error;
    });
    if (!row) return;
    lease = { taskId, lease: row.lease };
    if (!payload.success || row.lost > mostLost) {
      job.logger.error(
        { taskId, kind: row.kind, lost: row.lost },
        payload.success ? 'task lost too many workers' : 'task cannot be read',
      );
      await fail(attempt, lease, new AppError('internal'));
    } else await runClaimed(attempt, row, (context) => handler.run(services(), payload.data, context));
  } finally {
    unsubscribe();
  }
}

type Attempt<Services> = {
  needs: Needs<Services>;
  definition: TaskRegistration<Services>;
  job: JobContext;
  holder: string;
  /** Aborts when the task was cancelled, deleted or taken over. */
  stopped: AbortSignal;
  stop: () => void;
};

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

type Claimed = { row: TaskRow; lease: Lease; recorder: TaskRecorder };

function contextOf<Services>(
  { needs, definition, job, stopped, stop }: Attempt<Services>,
  { row, lease, recorder }: Claimed,
  putOff: (afterMs: number) => void,
): { context: TaskContext; isCompleted: () => boolean } {
  const { db } = needs;
  const checkpoints = new Map(Object.entries(row.checkpoints as Record<string, unknown>));
  let completed = false;

  async function underLease<Result>(work: (tx: Tx, current: TaskRow) => Promise<Result>): Promise<Result> {
    return db.transaction(async (tx) => {
      const current = await lockUnderLease(tx, lease);
      if (current) return work(tx, current);
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
    write: (work) => underLease(work),
    async complete(work) {
      await recorder.flush();
      await underLease(async (tx, current) => {
        await work(tx);
        await endTask(needs, tx, current, { state: 'completed' });
      });
      completed = true;
    },
    putOff,
    logger: job.logger,
  };
  return { context, isCompleted: () => completed };
}

async function afterFailure<Services>(
  attempt: Attempt<Services>,
  { row, lease, recorder }: Claimed,
  error: unknown,
): Promise<void> {
  const { needs, definition, job, holder, stopped } = attempt;
  // Its row says so already, or is another worker's.
  if (stopped.aborted) return;
  const isOver = job.signal.aborted && !hasCode(job.signal.reason, 'timed_out');
  const known = toAppError(job.signal.aborted ? job.signal.reason : error);
  if (isOver || known.code === 'database_unavailable') {
    await releaseOnceBack(attempt, row.id);
    throw error;
  }
  const afterMs = known.retry?.afterMs;
  const limitMs = (definition.postponeLimitSeconds ?? defaultPostponeLimitSeconds) * 1000;
  const isFree = afterMs !== undefined && Date.now() + afterMs - (row.startedAt ?? row.createdAt).getTime() < limitMs;
  if (!isFree && (row.attempts >= definition.retries || !isWorthRetrying(known))) {
    const details = { taskId: row.id, kind: row.kind, code: known.code };
    if (known.code === 'internal') job.logger.error({ ...details, err: error }, 'task failed');
    else job.logger.warn({ ...details, detail: known.message }, 'task ended without its result');
    return fail(attempt, lease, known);
  }
  const delayMs = Math.max(1000, afterMs ?? 0, isFree ? 0 : retryDelayMs(definition.retryDelaySeconds, row.attempts));
  if (known.retry) recorder.stage('queued', 0, 'waiting_provider', { seconds: Math.ceil(delayMs / 1000) });
  await recorder.flush();
  job.logger.info({ taskId: row.id, code: known.code, delayMs }, isFree ? 'task put off' : 'task is tried again');
  await releaseTask(needs.db, row.id, holder, { counts: !isFree });
  job.putOff(delayMs);
}

function retryDelayMs(seconds = defaultRetryDelaySeconds, attempts: number): number {
  return seconds * 1000 * 2 ** attempts * (0.5 + Math.random() / 2);
}

/** Ends the task for good. Without the database it is given back, and its next attempt finds what is left to do. */
async function fail<Services>(attempt: Attempt<Services>, lease: Lease, error: AppError): Promise<void> {
  const { needs } = attempt;
  try {
    await needs.db.transaction(async (tx) => {
      const row = await lockUnderLease(tx, lease);
      if (row) await endTask(needs, tx, row, { state: 'failed', error });
    });
  } catch (failure) {
    await releaseOnceBack(attempt, lease.taskId);
    throw failure;
  }
}

/** Ends a task that the queue has given up, if it is still in flight. */
export async function failDead<Services>(needs: Needs<Services>, taskId: string, error: AppError): Promise<void> {
  await needs.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(tasks)
      .where(and(eq(tasks.id, taskId), taskInFlight))
      .for('update');
    if (row) await endTask(needs, tx, row, { state: 'failed', error });
  });
}

/** A worker that lives on is not lost to the task: tries to give it back until the database answers. */
async function releaseOnceBack<Services>({ needs, job, holder }: Attempt<Services>, taskId: string): Promise<void> {
  const deadline = performance.now() + releaseWithinMs;
  for (;;) {
    try {
      return await releaseTask(needs.db, taskId, holder, { counts: false });
    } catch (error) {
      if (job.signal.aborted || performance.now() > deadline) {
        job.logger.warn({ err: error, taskId }, 'task was not given back');
        return;
      }
      await sleep(releaseAgainMs);
    }
  }
}
