import type { z } from 'zod';
import type { Executor } from '#db/client.ts';
import type { Logger } from '#infra/logger/logger.ts';
import type { AppError } from '#lib/app-error.ts';

export type JobDefinition<Payload> = {
  /** `feature.verb`, stored in the queue. */
  name: string;
  /** Increase it when the meaning of the payload changes: jobs of another version fail as bad payloads. */
  version: number;
  payload: z.ZodType<Payload>;
  /** Attempts after the first. A bad payload is never retried; postponements and shutdowns do not count. */
  retryLimit: number;
  /** Doubled for each attempt, with jitter. Default 2. */
  retryDelaySeconds?: number;
  /** How long `retry.afterMs` may postpone a job before that counts as an attempt. Default 20 minutes. */
  postponeLimitSeconds?: number;
  /** The signal of an attempt aborts after this time. */
  expireInSeconds: number;
  /** A worker that is silent for longer loses its job to another one. Default and minimum: 10. */
  heartbeatSeconds?: number;
  /** Per worker process; default: the configured number. */
  concurrency?: number;
  /** `key`: one job per `singletonKey` waits or runs at a time; another `enqueue` returns null. */
  singleton?: 'key';
  /** `schedule`: five fields, UTC. */
  cron?: { schedule: string; payload: Payload };
};

export type JobContext = {
  jobId: string;
  attempt: number;
  isLastAttempt: boolean;
  /**
   * Aborts with AppError `cancelled` (cancelled, claimed by another worker, shutdown) or `timed_out`; handlers must then throw.
   */
  signal: AbortSignal;
  /** Requeues the job after the handler has returned. Uses up no attempt and has no limit; the handler decides when to stop. */
  putOff(afterMs: number): void;
  logger: Logger;
};

export type JobHandler<Payload> = {
  /**
   * AppError with `retry.afterMs`: postpones the job. With `retry`, or another error: uses up an attempt. Without: ends the job.
   */
  run(payload: Payload, context: JobContext): Promise<void>;
  /** Called once after the final failure, also when the worker was killed during the last attempt. */
  onDead?(payload: Payload, context: { jobId: string; error: { code: string }; logger: Logger }): Promise<void>;
};

/** The handler is loaded when a worker starts. */
export type JobRegistration = {
  job: JobDefinition<unknown>;
  load: () => Promise<JobHandler<unknown>>;
};

export type EnqueueOptions = {
  singletonKey?: string;
  startAfter?: Date;
  /** Higher priorities go first; equal ones in order of arrival. Default 0. */
  priority?: number;
};

export type Rescheduling = { singletonKey: string; startAfter: Date; priority?: number };

export type JobQueue = {
  /** Runs in the caller's transaction. Returns the job's id, or null if one with its `singletonKey` is waiting or running. */
  enqueue<Payload>(
    executor: Executor,
    job: JobDefinition<Payload>,
    payload: Payload,
    options?: EnqueueOptions,
  ): Promise<string | null>;
  /** Changes waiting jobs when the transaction commits; ignores running ones and unknown keys. */
  reschedule(executor: Executor, job: { name: string }, changes: readonly Rescheduling[]): Promise<void>;
  /** Ends a waiting or running job when the transaction commits, and aborts its handler in whichever process it runs. */
  cancel(executor: Executor, job: { name: string }, jobId: string): Promise<void>;
};

const defined = new Map<string, { name: string }>();

/** Throws when the name is taken. */
export function defineJob<Payload>(job: JobDefinition<Payload>): JobDefinition<Payload> {
  if (defined.has(job.name)) throw new Error(`the job ${job.name} is defined twice`);
  defined.set(job.name, job);
  return job;
}

export function definedJobNames(): string[] {
  return [...defined.keys()];
}

export function handleJob<Payload>(job: JobDefinition<Payload>, load: () => Promise<JobHandler<Payload>>): JobRegistration {
  // The casts are safe: the payload is parsed with the job's own schema before the handler gets it.
  return { job: job as JobDefinition<unknown>, load: load as unknown as JobRegistration['load'] };
}

/** Whether the error is temporary, also without `retry`. */
export function isWorthRetrying(error: AppError): boolean {
  if (error.retry !== undefined) return true;
  switch (error.code) {
    case 'internal':
    case 'busy':
    case 'cancelled':
    case 'timed_out':
    case 'storage_failed':
    case 'database_unavailable':
      return true;
    default:
      return false;
  }
}
