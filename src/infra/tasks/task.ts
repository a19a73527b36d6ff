/** Declared by a feature in its `tasks.ts`; the handler is loaded in workers. */
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
  /** Of earlier attempts and this one. */
  checkpoints: ReadonlyMap<string, unknown>;
  /** For the next attempt. Errors: `cancelled` when the lease is lost. */
  checkpoint(name: string, value: unknown): Promise<void>;
  /** In a transaction that holds the task's row. Errors: as `checkpoint`. */
  write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Ends the task with its result, in one transaction. Optional. Errors: as `checkpoint`. */
  complete(work: (tx: Tx) => Promise<void>): Promise<void>;
  /** Requeues the task after the handler has returned. Spends no attempt. */
  putOff: (afterMs: number) => void;
  logger: Logger;
};

export type TaskEnding = { state: 'failed'; error: AppError } | { state: 'cancelled' };

export type TaskHandler<Payload, Services> = {
  /** AppError with `retry.afterMs`, or a lost database: postponed. `isWorthRetrying`: spends an attempt. Others end the task. */
  run(services: Services, payload: Payload, context: TaskContext): Promise<void>;
  /** Called before the claim: ms until the task may start; 0 for now. */
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
  /** Stored: never change it. */
  kind: string;
  payload: z.ZodType<Payload>;
  price: TaskPrice;
  /** After the first attempt. Postponements, lost databases, shutdowns and killed workers do not count. */
  retries: number;
  /** Doubled for each attempt, with jitter. Default 3. */
  retryDelaySeconds?: number;
  /** How long providers may put a task off, by `retry.afterMs`, before it counts as an attempt. Default 20 minutes. */
  postponeLimitSeconds?: number;
  /** Of one attempt. */
  timeLimitSeconds: number;
  /** Per worker process; default: the configured number. */
  concurrency?: number;
  handler: () => Promise<TaskHandler<Payload, Services>>;
  /** Separate when the handler's module is large: the web process loads it to cancel. */
  settler?: () => Promise<TaskSettler<Payload, Services>>;
};

type TaskJob = JobDefinition<{ taskId: string }>;

const jobs = new Map<string, TaskJob>();
const definitions = new WeakSet<object>();

/** Above `mostLost`: the task itself decides when to stop. */
const queueRetries = 20;

/** Throws when the kind is taken. */
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

/** Of any payload. It is parsed by the kind's own schema before its own handler sees it, so the pair stays sound untyped. */
export type TaskRegistration<Services> = TaskDefinition<unknown, Services>;

export function isTask<Services>(value: unknown): value is TaskRegistration<Services> {
  return typeof value === 'object' && value !== null && definitions.has(value);
}
