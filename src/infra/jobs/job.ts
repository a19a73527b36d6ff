/** What a job is: defined by a feature in its `jobs.ts`, run by a handler that is loaded where jobs are worked on. */
import type { z } from 'zod';
import type { Executor } from '#db/client.ts';
import type { Logger } from '#infra/logger/logger.ts';
import type { AppError } from '#lib/app-error.ts';

export type JobDefinition<Payload> = {
  /** `feature.verb`, as it is stored in the queue. */
  name: string;
  /** Raised when the payload changes its meaning; jobs of another version are refused as bad payloads. */
  version: number;
  payload: z.ZodType<Payload>;
  /** Attempts after the first. A bad payload is never tried again; a postponement and a shutdown do not count. */
  retryLimit: number;
  /** Doubled for each attempt, with jitter. Default 2. */
  retryDelaySeconds?: number;
  /** How long providers may put a job off, by `retry.afterMs`, before it counts as an attempt. Default 20 minutes. */
  postponeLimitSeconds?: number;
  /** The longest one attempt may take; its signal aborts then. */
  expireInSeconds: number;
  /** How long a worker may be silent before its job goes to another. At least 10, which is the default. */
  heartbeatSeconds?: number;
  /** How many run at once in one worker process; by default the configured number. */
  concurrency?: number;
  /** `key`: of jobs with one `singletonKey` only one waits or runs at a time; another `enqueue` gives null. */
  singleton?: 'key';
  /** Five fields, UTC: run at these times with this payload. */
  cron?: { schedule: string; payload: Payload };
};

export type JobContext = {
  jobId: string;
  /** 0 on the first attempt. */
  attempt: number;
  /** When this one fails, nothing tries again. */
  isLastAttempt: boolean;
  /**
   * Aborts with an AppError: `cancelled` when the job is cancelled, another worker holds it or this process shuts
   * down; `timed_out` at `expireInSeconds`. Handlers pass it on and end by throwing.
   */
  signal: AbortSignal;
  /**
   * The job goes back into the queue for this long once the handler has returned. Spends no attempt and knows no limit:
   * the handler itself says when it has waited enough.
   */
  putOff(afterMs: number): void;
  logger: Logger;
};

export type JobHandler<Payload> = {
  /**
   * Does the work. What it throws decides what comes next: an AppError with `retry.afterMs` puts the job off without
   * spending an attempt; with `retry`, and every error that is not an AppError, spends one; an AppError without
   * `retry` says that trying again is useless and ends the job.
   */
  run(payload: Payload, context: JobContext): Promise<void>;
  /** Called once when the job has failed for good, also when its worker was killed at the last attempt. */
  onDead?(payload: Payload, context: { jobId: string; error: { code: string }; logger: Logger }): Promise<void>;
};

/** A definition with the handler that serves it, loaded when a worker starts. */
export type JobRegistration = {
  job: JobDefinition<unknown>;
  load: () => Promise<JobHandler<unknown>>;
};

export type EnqueueOptions = {
  singletonKey?: string;
  startAfter?: Date;
  /** Higher goes first; 0 by default. Equals go in the order in which they came. */
  priority?: number;
};

/** What is to change about the waiting job with this key. */
export type Rescheduling = { singletonKey: string; startAfter: Date; priority?: number };

/** What features use to ask for work. */
export type JobQueue = {
  /**
   * Puts a job into the queue as part of the caller's transaction: it is there when the rows are, and not when they
   * are not. Gives the job's id, or null when one with the same `singletonKey` is waiting or running already.
   */
  enqueue<Payload>(
    executor: Executor,
    job: JobDefinition<Payload>,
    payload: Payload,
    options?: EnqueueOptions,
  ): Promise<string | null>;
  /** Moves waiting jobs to another time or priority when the transaction commits; running ones and unknown keys are left alone. */
  reschedule(executor: Executor, job: { name: string }, changes: readonly Rescheduling[]): Promise<void>;
  /** Ends a waiting or running job when the transaction commits; a running handler's signal aborts at once, in whichever process it is. */
  cancel(executor: Executor, job: { name: string }, jobId: string): Promise<void>;
};

const defined = new Map<string, { name: string }>();

/** Declares a job. A name can be taken once. */
export function defineJob<Payload>(job: JobDefinition<Payload>): JobDefinition<Payload> {
  if (defined.has(job.name)) throw new Error(`the job ${job.name} is defined twice`);
  defined.set(job.name, job);
  return job;
}

/** Names of the jobs that loaded modules have defined. */
export function definedJobNames(): string[] {
  return [...defined.keys()];
}

/** Binds a handler to its job; the payload's type is checked between the two. */
export function handleJob<Payload>(job: JobDefinition<Payload>, load: () => Promise<JobHandler<Payload>>): JobRegistration {
  // The payload is parsed by this job's own schema before its own handler sees it, so the pair stays sound untyped.
  return { job: job as JobDefinition<unknown>, load: load as unknown as JobRegistration['load'] };
}

/** Does an attempt that failed so end with the job back in the queue? A lost database spends no attempt, so also the last. */
export function goesBack(error: AppError, context: Pick<JobContext, 'isLastAttempt'>): boolean {
  return error.code === 'database_unavailable' || (isWorthRetrying(error) && !context.isLastAttempt);
}

/** AppErrors that say "not now" rather than "not ever", also without a `retry` on them. */
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
