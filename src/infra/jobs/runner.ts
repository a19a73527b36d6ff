import { setTimeout as sleep } from 'node:timers/promises';
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Logger } from '#infra/logger/logger.ts';
import { findAppError, toAppError } from '#lib/app-error.ts';
import { type Attempt, openAttempt } from './attempt.ts';
import { isWorthRetrying, type JobDefinition, type JobHandler } from './job.ts';
import { readPayload } from './payload.ts';
import { requeueJob, requeueOnceDatabaseIsBack } from './requeue-job.ts';

export type JobRunner = {
  register(job: JobDefinition<unknown>, handler: JobHandler<unknown>): void;
  run(job: JobDefinition<unknown>, handler: JobHandler<unknown>, found: JobWithMetadata<unknown>): Promise<JobResult>;
  runDead(found: JobWithMetadata<unknown>): Promise<JobResult>;
  cancel(jobId: string): void;
  running(name?: string): number;
  drain(graceMs: number): Promise<void>;
};

type Served = { job: JobDefinition<unknown>; handler: JobHandler<unknown> };

const defaultPostponeLimitSeconds = 20 * 60;
const abortGraceMs = 2000;

export function createRunner({ boss, logger }: { boss: PgBoss; logger: Logger }): JobRunner {
  const attempts = new Map<string, Attempt>();
  let draining = false;
  const served = new Map<string, Served>();

  async function run(
    job: JobDefinition<unknown>,
    handler: JobHandler<unknown>,
    found: JobWithMetadata<unknown>,
  ): Promise<JobResult> {
    const log = logger.child({ job: job.name, jobId: found.id, attempt: found.retryCount });
    const payload = readPayload(job, found.data);
    if (!payload.ok) {
      log.error({ problem: payload.problem }, 'job has a payload that cannot be read');
      return { id: found.id, status: 'deadletter', output: { code: 'bad_request' } };
    }
    const attempt = openAttempt(found);
    attempts.set(found.id, attempt);
    try {
      const { putOffMs } = await runHandler({ job, handler }, payload.value, attempt, log);
      if (putOffMs === null) return { id: found.id, status: 'completed' };
      await requeueJob(boss, found, Math.max(0, putOffMs));
      return { id: found.id, status: 'failed' };
    } catch (error) {
      return await settleFailure({ boss, job, isDraining: () => draining }, attempt, error, log);
    } finally {
      attempt.close();
      // An attempt that lost its claim may end after the next one has started here.
      if (attempts.get(found.id) === attempt) attempts.delete(found.id);
    }
  }

  async function drain(graceMs: number): Promise<void> {
    const ended = async (withinMs: number) => {
      const deadline = performance.now() + withinMs;
      while (attempts.size > 0 && performance.now() < deadline) await sleep(20);
    };
    draining = true;
    await ended(Math.max(0, graceMs - abortGraceMs));
    for (const attempt of attempts.values()) attempt.interrupt('shutdown');
    await ended(Math.min(graceMs, abortGraceMs));
    for (const { found } of attempts.values()) {
      logger.warn({ job: found.name, jobId: found.id }, 'job did not end when asked to; put back');
      // If the database does not answer, another worker later finds the job dead.
      await requeueJob(boss, found, 0).catch((error: unknown) =>
        logger.warn({ err: error, jobId: found.id }, 'job not put back'),
      );
    }
  }

  return {
    register: (job, handler) => void served.set(job.name, { job, handler }),
    run,
    runDead: (found) => runDead(served.get(found.sourceName ?? ''), found, logger),
    cancel: (jobId) => attempts.get(jobId)?.interrupt('cancelled'),
    running: (name) => [...attempts.values()].filter(({ found }) => name === undefined || found.name === name).length,
    drain,
  };
}

async function runHandler(
  { job, handler }: Served,
  payload: unknown,
  { found, signal }: Attempt,
  log: Logger,
): Promise<{ putOffMs: number | null }> {
  let putOffMs: number | null = null;
  const started = performance.now();
  await handler.run(payload, {
    jobId: found.id,
    attempt: found.retryCount,
    isLastAttempt: found.retryCount >= found.retryLimit,
    signal,
    putOff(afterMs) {
      putOffMs = afterMs;
    },
    logger: log,
  });
  if (putOffMs !== null) log.debug({ afterMs: putOffMs }, 'job put off by its handler');
  // Scheduled jobs are logged at debug level, since they would fill the log.
  else log[job.cron ? 'debug' : 'info']({ ms: Math.round(performance.now() - started) }, 'job done');
  return { putOffMs };
}

async function settleFailure(
  { boss, job, isDraining }: { boss: PgBoss; job: JobDefinition<unknown>; isDraining: () => boolean },
  attempt: Attempt,
  error: unknown,
  log: Logger,
): Promise<JobResult> {
  const { found } = attempt;
  const interruption = attempt.interruption();
  if (interruption === 'shutdown') {
    log.info('job put back, this process is shutting down');
    await requeueJob(boss, found, 0);
    return { id: found.id, status: 'failed' };
  }
  if (interruption === 'cancelled') {
    // The job's row is already cancelled.
    log.info('job cancelled');
    return { id: found.id, status: 'failed' };
  }
  const known = toAppError(error);
  const afterMs = known.retry?.afterMs;
  const limitMs = (job.postponeLimitSeconds ?? defaultPostponeLimitSeconds) * 1000;
  if (afterMs !== undefined && Date.now() + afterMs - found.createdOn.getTime() < limitMs) {
    log.info({ code: known.code, afterMs }, 'job put off');
    await requeueJob(boss, found, Math.max(1000, afterMs));
    return { id: found.id, status: 'failed' };
  }
  if (known.code === 'database_unavailable' && Date.now() - found.createdOn.getTime() < limitMs) {
    log.info('the database was lost; job is put back');
    await requeueOnceDatabaseIsBack(boss, found, isDraining);
    return { id: found.id, status: 'failed' };
  }
  const output = { code: known.code };
  const useless = findAppError(error) !== undefined && !isWorthRetrying(known);
  log.warn({ err: error, last: useless || found.retryCount >= found.retryLimit }, 'job failed');
  return { id: found.id, status: useless ? 'deadletter' : 'failed', output };
}

async function runDead(source: Served | undefined, found: JobWithMetadata<unknown>, logger: Logger): Promise<JobResult> {
  const payload = source ? readPayload(source.job, found.data) : null;
  if (source?.handler.onDead && payload?.ok) {
    const log = logger.child({ job: source.job.name, jobId: found.sourceRootId ?? found.id });
    const code = z.object({ code: z.string() }).safeParse(found.sourceOutput).data?.code ?? 'internal';
    await source.handler.onDead(payload.value, { jobId: found.sourceRootId ?? found.id, error: { code }, logger: log });
  }
  return { id: found.id, status: 'completed' };
}
