/** A kind of task, declared by a feature in its `tasks.ts`. The handler is loaded in workers. */
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
  /** Key of the model usage, the same for every attempt. */
  usageKey: string;
  /** Aborts with AppError `cancelled` (cancelled, deleted, claimed by another worker, shutdown) or `timed_out`. */
  signal: AbortSignal;
  isLastAttempt: boolean;
  /** Stored in order and sent to watchers. */
  stage: (stage: string, percent: number, code: string, params?: TaskParams) => void;
  /** The whole draft; stored a few times a second. A function is called only when it is stored. */
  draft: (text: string | (() => string)) => void;
  /** Waits until all events are stored, if the database can be reached. */
  flush(): Promise<void>;
  /** From earlier attempts and this one. */
  checkpoints: ReadonlyMap<string, unknown>;
  /** Stores a value for later attempts. Errors: `cancelled` when the lease is lost. */
  checkpoint(name: string, value: unknown): Promise<void>;
  /** Runs `work` in a transaction that has locked the task's row. Errors: those of `checkpoint`. */
  write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Ends the task and stores its result in one transaction. Optional. Errors: those of `checkpoint`. */
  complete(work: (tx: Tx) => Promise<void>): Promise<void>;
  /** Requeues the task after the handler has returned. Uses up no attempt. */
  putOff: (afterMs: number) => void;
  logger: Logger;
};

export type TaskEnding = { state: 'failed'; error: AppError } | { state: 'cancelled' };

export type TaskHandler<Payload, Services> = {
  /** AppError with `retry.afterMs`, or a lost database: postponed. `isWorthRetrying`: uses up an attempt. Others end the task. */
  run(services: Services, payload: Payload, context: TaskContext): Promise<void>;
  /** Called before the claim. Returns the ms until the task may start; 0: now. */
  ready?(services: Services, payload: Payload, task: { id: string; signal: AbortSignal }): Promise<number>;
};

export type TaskSettler<Payload, Services> = {
  /** Called once, in the transaction that ends a task without a result, in any process. `draft`: the text so far. */
  settle(
    services: Services,
    tx: Tx,
    payload: Payload,
    task: { id: string; userId: string | null; contentId: string | null; draft: () => Promise<string>; ending: TaskEnding },
  ): Promise<void>;
};

export type TaskDefinition<Payload, Services> = {
  /** Stored in the database, so never change it. */
  kind: string;
  payload: z.ZodType<Payload>;
  price: TaskPrice;
  /** Attempts after the first. Postponements, lost databases, shutdowns and killed workers do not count. */
  retries: number;
  /** Doubled for each attempt, with jitter. Default 3. */
  retryDelaySeconds?: number;
  /** How long `retry.afterMs` may postpone a task before that counts as an attempt. Default 20 minutes. */
  postponeLimitSeconds?: number;
  /** For one attempt. */
  timeLimitSeconds: number;
  /** Per worker process; default: the configured number. */
  concurrency?: number;
  handler: () => Promise<TaskHandler<Payload, Services>>;
  /** In a module of its own if the handler's is large, because the web process loads it to cancel a task. */
  settler?: () => Promise<TaskSettler<Payload, Services>>;
};

type TaskJob = JobDefinition<{ taskId: string }>;

const jobs = new Map<string, TaskJob>();
const definitions = new Set<unknown>();

/** More than `mostLostWorkers`, so that the task itself decides when to stop. */
const queueRetries = 20;

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
  definitions.add(definition);
  return definition;
}

export function jobOf({ kind }: { kind: string }): TaskJob {
  const job = jobs.get(kind);
  if (!job) throw new Error(`the kind of task ${kind} is not defined`);
  return job;
}

export function usageKeyOf({ kind, id }: { kind: string; id: string }): string {
  return `${kind}:${id}`;
}

/** A definition with any payload. Safe, because the payload is parsed with the kind's own schema before the handler gets it. */
export type TaskRegistration<Services> = TaskDefinition<unknown, Services>;

export function isTask<Services>(value: unknown): value is TaskRegistration<Services> {
  return definitions.has(value);
}
