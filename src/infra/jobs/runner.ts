import { setTimeout as sleep } from 'node:timers/promises';
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Logger } from '#infra/logger/logger.ts';
import { AppError, findAppError, toAppError } from '#lib/app-error.ts';
import { isWorthRetrying, type JobDefinition, type JobHandler } from './job.ts';
import { queueSchema } from './schema.ts';

export type JobRunner = {
  register(job: JobDefinition<unknown>, handler: JobHandler<unknown>): void;
  run(job: JobDefinition<unknown>, handler: JobHandler<unknown>, found: JobWithMetadata<unknown>): Promise<JobResult>;
  runDead(found: JobWithMetadata<unknown>): Promise<JobResult>;
  cancel(jobId: string): void;
  running(name?: string): number;
  drain(graceMs: number): Promise<void>;
};

const zEnvelope = z.object({ v: z.number(), p: z.unknown() });

type Interruption = 'cancelled' | 'shutdown';
type Attempt = { found: JobWithMetadata<unknown>; interrupt: (by: Interruption) => void };

const defaultPostponeLimitSeconds = 20 * 60;
/** How long to retry requeueing a job after losing the database; then another worker finds it. */
const putBackWithinMs = 60_000;
const putBackAgainMs = 500;
/** Time for a handler to notice its signal and throw. */
const abortGraceMs = 2000;

export function createRunner({ boss, logger }: { boss: PgBoss; logger: Logger }): JobRunner {
  const attempts = new Map<string, Attempt>();
  let draining = false;
  const served = new Map<string, { job: JobDefinition<unknown>; handler: JobHandler<unknown> }>();

  /** The attempt is not counted. */
  async function putBack(found: JobWithMetadata<unknown>, delayMs: number): Promise<void> {
    await boss.getDb().executeSql(
      `update ${queueSchema}.job set state = 'created', started_on = null, heartbeat_on = null,
         start_after = now() + $4 * interval '1 millisecond'
       where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
      [found.name, found.id, found.retryCount, delayMs],
    );
  }

  /** After losing the database: retries until it answers. */
  async function putBackOnceItIsBack(found: JobWithMetadata<unknown>): Promise<void> {
    const deadline = performance.now() + putBackWithinMs;
    for (;;) {
      try {
        return await putBack(found, putBackAgainMs);
      } catch (error) {
        if (draining || performance.now() > deadline) throw error;
        await sleep(putBackAgainMs);
      }
    }
  }

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
    let interruption: Interruption | null = null;
    let putOffMs: number | null = null;
    const controller = new AbortController();
    attempts.set(found.id, {
      found,
      interrupt(by) {
        interruption ??= by;
        controller.abort(new AppError('cancelled', { detail: by }));
      },
    });
    // The queue's own signal: lost claim or time limit.
    const onQueueAbort = () => {
      const late = Date.now() - found.startedOn.getTime() >= found.expireInSeconds * 1000 - 500;
      controller.abort(new AppError(late ? 'timed_out' : 'cancelled', { detail: late ? 'attempt took too long' : 'claim lost' }));
    };
    found.signal.addEventListener('abort', onQueueAbort, { once: true });
    const started = performance.now();
    try {
      await handler.run(payload.value, {
        jobId: found.id,
        attempt: found.retryCount,
        isLastAttempt: found.retryCount >= found.retryLimit,
        signal: controller.signal,
        putOff(afterMs) {
          putOffMs = afterMs;
        },
        logger: log,
      });
      if (putOffMs !== null) {
        log.debug({ afterMs: putOffMs }, 'job put off by its handler');
        await putBack(found, Math.max(0, putOffMs));
        return { id: found.id, status: 'failed' };
      }
      // Jobs that run every minute would fill the log.
      log[job.cron ? 'debug' : 'info']({ ms: Math.round(performance.now() - started) }, 'job done');
      return { id: found.id, status: 'completed' };
    } catch (error) {
      return await settleFailure(job, found, error, interruption, log);
    } finally {
      found.signal.removeEventListener('abort', onQueueAbort);
      attempts.delete(found.id);
    }
  }

  async function settleFailure(
    job: JobDefinition<unknown>,
    found: JobWithMetadata<unknown>,
    error: unknown,
    interruption: Interruption | null,
    log: Logger,
  ): Promise<JobResult> {
    if (interruption === 'shutdown') {
      log.info('job put back, this process is shutting down');
      await putBack(found, 0);
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
      await putBack(found, Math.max(1000, afterMs));
      return { id: found.id, status: 'failed' };
    }
    if (known.code === 'database_unavailable' && Date.now() - found.createdOn.getTime() < limitMs) {
      log.info('the database was lost; job is put back');
      await putBackOnceItIsBack(found);
      return { id: found.id, status: 'failed' };
    }
    const output = { code: known.code };
    const useless = findAppError(error) !== undefined && !isWorthRetrying(known);
    log.warn({ err: error, last: useless || found.retryCount >= found.retryLimit }, 'job failed');
    return { id: found.id, status: useless ? 'deadletter' : 'failed', output };
  }

  async function runDead(found: JobWithMetadata<unknown>): Promise<JobResult> {
    const source = served.get(found.sourceName ?? '');
    const payload = source ? readPayload(source.job, found.data) : null;
    if (source?.handler.onDead && payload?.ok) {
      const log = logger.child({ job: source.job.name, jobId: found.sourceRootId ?? found.id });
      const code = z.object({ code: z.string() }).safeParse(found.sourceOutput).data?.code ?? 'internal';
      await source.handler.onDead(payload.value, { jobId: found.sourceRootId ?? found.id, error: { code }, logger: log });
    }
    return { id: found.id, status: 'completed' };
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
      // Without the database another worker finds the job dead later.
      await putBack(found, 0).catch((error: unknown) => logger.warn({ err: error, jobId: found.id }, 'job not put back'));
    }
  }

  return {
    register: (job, handler) => void served.set(job.name, { job, handler }),
    run,
    runDead,
    cancel: (jobId) => attempts.get(jobId)?.interrupt('cancelled'),
    running: (name) => [...attempts.values()].filter(({ found }) => name === undefined || found.name === name).length,
    drain,
  };
}

function readPayload(job: JobDefinition<unknown>, data: unknown): { ok: true; value: unknown } | { ok: false; problem: string } {
  const envelope = zEnvelope.safeParse(data);
  if (!envelope.success) return { ok: false, problem: 'no envelope' };
  if (envelope.data.v !== job.version) return { ok: false, problem: `version ${envelope.data.v}, expected ${job.version}` };
  const payload = job.payload.safeParse(envelope.data.p);
  if (!payload.success) return { ok: false, problem: payload.error.issues.map((issue) => issue.path.join('.')).join(', ') };
  return { ok: true, value: payload.data };
}
