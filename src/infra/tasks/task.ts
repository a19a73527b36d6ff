/** What a kind of work is: declared by a feature in its `tasks.ts`, run by a handler that is loaded where jobs are worked on. */
import { z } from 'zod';
import type { Tx } from '#db/client.ts';
import type { tasks } from '#db/schema/tasks.ts';
import { defineJob, type JobDefinition } from '#infra/jobs/job.ts';
import type { Logger } from '#infra/logger/logger.ts';
import type { AppError } from '#lib/app-error.ts';
import type { TaskParams } from '#lib/task-event.ts';
import type { TaskPrice } from './meter.ts';

export type TaskRow = typeof tasks.$inferSelect;

export type TaskContext = {
  task: Pick<TaskRow, 'id' | 'kind' | 'key' | 'userId' | 'contentId' | 'createdAt' | 'attempts'>;
  /** The name under which its use of a model is counted, the same for every attempt. */
  usageKey: string;
  /** Aborts with AppError `cancelled` when the task is cancelled or deleted, when another worker has it, or at shutdown; `timed_out` at the time limit. */
  signal: AbortSignal;
  /** When this attempt fails, nothing tries again. */
  isLastAttempt: boolean;
  /** What it is doing now; stored in order, told to those who watch. */
  stage(stage: string, percent: number, code: string, params?: TaskParams): void;
  /** The whole draft as written so far; stored a few times a second. A function is asked only when it is stored. */
  draft(text: string | (() => string)): void;
  /** Waits until everything told so far is stored, as far as the database can be reached. */
  flush(): Promise<void>;
  /** Finished steps of earlier attempts and of this one. */
  checkpoints: ReadonlyMap<string, unknown>;
  /** Stores a finished step for the next attempt. Errors: `cancelled` when the task is no longer this worker's. */
  checkpoint(name: string, value: unknown): Promise<void>;
  /** Stores something while the work goes on, in a transaction that holds the task's row. Errors: as `checkpoint`. */
  write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Ends the task with what it made, in one transaction. Errors: as `checkpoint`. A handler that returns without it has nothing to store. */
  complete(work: (tx: Tx) => Promise<void>): Promise<void>;
  /** The task goes back into the queue for so long once the handler has returned. Spends no attempt. */
  putOff(afterMs: number): void;
  logger: Logger;
};

/** How a task ended without its result. */
export type TaskEnding = { state: 'failed'; error: AppError } | { state: 'cancelled' };

export type TaskHandler<Payload, Services> = {
  /**
   * Does the work. A thrown AppError with `retry.afterMs` puts the task off without spending an attempt, as does the loss of
   * the database; another passing one (`isWorthRetrying`) spends one; every other ends the task with its code.
   */
  run(services: Services, payload: Payload, context: TaskContext): Promise<void>;
  /** Asked before the task is claimed: for how long (ms) it may not begin yet; 0 lets it begin. */
  ready?(services: Services, payload: Payload, task: { id: string; signal: AbortSignal }): Promise<number>;
};

export type TaskSettler<Payload, Services> = {
  /**
   * Called once, in the transaction that ends a task without its result, in whichever process that happens. `draft` is what
   * was written until then.
   */
  settle(
    services: Services,
    tx: Tx,
    payload: Payload,
    task: { id: string; userId: string | null; contentId: string | null; draft: () => Promise<string>; ending: TaskEnding },
  ): Promise<void>;
};

export type TaskDefinition<Payload, Services> = {
  /** As it is stored: never changed. */
  kind: string;
  payload: z.ZodType<Payload>;
  price: TaskPrice;
  /** Attempts after the first. Postponements, lost databases, shutdowns and killed workers do not count. */
  retries: number;
  /** Doubled for each attempt, with jitter. Default 3. */
  retryDelaySeconds?: number;
  /** How long providers may put a task off, by `retry.afterMs`, before it counts as an attempt. Default 20 minutes. */
  postponeLimitSeconds?: number;
  /** The longest one attempt may take. */
  timeLimitSeconds: number;
  /** How many run at once in one worker process; by default the configured number. */
  concurrency?: number;
  handler: () => Promise<TaskHandler<Payload, Services>>;
  /** A module of its own when the handler's is large: the web process loads it to cancel. */
  settler?: () => Promise<TaskSettler<Payload, Services>>;
};

type TaskJob = JobDefinition<{ taskId: string }>;

const jobs = new Map<string, TaskJob>();

/** More workers than any task may lose: the task itself says when it has been tried enough. */
const queueRetries = 20;

/** Declares a kind of work. A kind can be declared once. */
export function defineTask<Payload, Services>(definition: TaskDefinition<Payload, Services>): TaskDefinition<Payload, Services> {
  const { kind, timeLimitSeconds, concurrency } = definition;
  const job = defineJob({
    name: `tasks.${kind}`,
    version: 1,
    payload: z.strictObject({ taskId: z.uuid() }),
    retryLimit: queueRetries,
    retryDelaySeconds: 1,
    expireInSeconds: timeLimitSeconds,
    singleton: 'key',
    ...(concurrency === undefined ? {} : { concurrency }),
  });
  jobs.set(kind, job);
  return definition;
}

/** The queue's job behind a kind. */
export function jobOf({ kind }: { kind: string }): TaskJob {
  const job = jobs.get(kind);
  if (!job) throw new Error(`the kind of task ${kind} is not defined`);
  return job;
}

/** The name under which a task's use of a model is counted, the same for every attempt. */
export function usageKeyOf({ kind, id }: { kind: string; id: string }): string {
  return `${kind}:${id}`;
}

/** A definition among those of other kinds. */
export type TaskRegistration<Services> = TaskDefinition<unknown, Services>;

/** One line of the list of kinds. */
export function taskOf<Payload, Services>(definition: TaskDefinition<Payload, Services>): TaskRegistration<Services> {
  // The payload is parsed by this kind's own schema before its own handler sees it, so the pair stays sound untyped.
  return definition as unknown as TaskRegistration<Services>;
}
