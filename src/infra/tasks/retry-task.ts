/** After a failed attempt of a living worker: a retry, a pause, or the end. For dead workers see `lost-tasks.ts`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isWorthRetrying, type JobContext } from '#infra/jobs/job.ts';
import { type AppError, hasCode, toAppError } from '#lib/app-error.ts';
import { endTask, type TaskNeeds } from './end-task.ts';
import { type Lease, readUnderLease, releaseTask } from './lease.ts';
import type { TaskRecorder } from './record-progress.ts';
import type { TaskRegistration, TaskRow } from './task.ts';

const defaultPostponeLimitSeconds = 20 * 60;
const defaultRetryDelaySeconds = 3;
const releaseAgainMs = 500;
const releaseWithinMs = 60_000;

export type Attempt<Services> = {
  needs: TaskNeeds<Services>;
  definition: TaskRegistration<Services>;
  job: JobContext;
  holder: string;
  /** Aborts when the task was cancelled, deleted or taken over. */
  stopped: AbortSignal;
  stop: () => void;
};

export type Claimed = { row: TaskRow; lease: Lease; recorder: TaskRecorder };

export async function afterFailure<Services>(
  attempt: Attempt<Services>,
  { row, lease, recorder }: Claimed,
  error: unknown,
): Promise<void> {
  const { needs, definition, job, holder, stopped } = attempt;
  // The row already has this state, or belongs to another worker.
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
    return failTask(attempt, lease, known);
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

/** Fails the task for good. If the database does not answer, releases it, and the next attempt finds out what is left to do. */
export async function failTask<Services>(attempt: Attempt<Services>, lease: Lease, error: AppError): Promise<void> {
  const { needs } = attempt;
  try {
    await needs.db.transaction(async (tx) => {
      const row = await readUnderLease(tx, lease);
      if (row) await endTask(needs, tx, row, { state: 'failed', error });
    });
  } catch (failure) {
    await releaseOnceBack(attempt, lease.taskId);
    throw failure;
  }
}

/** Tries to release the task until the database answers, so that this worker does not count as lost. */
export async function releaseOnceBack<Services>({ needs, job, holder }: Attempt<Services>, taskId: string): Promise<void> {
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
