/** One attempt at a task in this process, whose handler, signals and log are the test's. */
import type { Db } from '#db/client.ts';
import type { EventBus, Signal } from '#infra/events/event-bus.ts';
import { runTask } from '#infra/tasks/run-task.ts';
import type { TaskContext } from '#infra/tasks/task.ts';

export function silentLogger() {
  const lines: string[] = [];
  /** What was said besides the words. */
  const details: unknown[] = [];
  const log = (about: unknown, message: string) => {
    lines.push(message);
    details.push(about);
  };
  return { lines, details, logger: { info: log, warn: log, error: log, debug: log } as never };
}

/** Signals that a test sends itself; `published` are those of the code. */
export function ownEvents() {
  const listeners = new Set<(signal: Signal | null) => void>();
  const published: Signal[] = [];
  const events: EventBus = {
    publish: async (_executor, signal) => void published.push(signal),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => undefined,
  };
  const send = (signal: Signal | null) => {
    for (const listener of listeners) listener(signal);
  };
  return { events, published, send, listeners };
}

export type Script = {
  run: (payload: { name: string }, context: TaskContext) => Promise<void>;
  ready?: (payload: unknown) => Promise<number>;
  limits?: { retries?: number; retryDelaySeconds?: number; postponeLimitSeconds?: number };
};

export type Surroundings = {
  db: Db;
  events: EventBus;
  /** Of the job. */
  signal: AbortSignal;
  /** Hears what a stopped worker took. Without it the task is free. */
  finish: (taskId: string) => Promise<unknown>;
};

/** Gives how long the task was put off, what was logged, and the error that the job ends with. */
export async function attemptTask(
  taskId: string,
  script: Script,
  {
    db,
    events = ownEvents().events,
    signal = new AbortController().signal,
    finish,
  }: Partial<Surroundings> & Pick<Surroundings, 'db'>,
) {
  const { lines, details, logger } = silentLogger();
  const putOff: number[] = [];
  const definition = {
    kind: 'test-work',
    price: finish ? 'question' : 'free',
    retries: 1,
    timeLimitSeconds: 60,
    ...script.limits,
    payload: { safeParse: (value: { name?: string }) => (value.name ? { success: true, data: value } : { success: false }) },
    handler: async () => ({
      run: (_services: unknown, payload: { name: string }, context: TaskContext) => script.run(payload, context),
      ...(script.ready ? { ready: (_services: unknown, payload: unknown) => script.ready?.(payload) } : {}),
    }),
  };
  const meter = { finish: (_tx: unknown, { id }: { id: string }) => finish?.(id) };
  const needs = { db, events, logger, meter, jobs: undefined, kinds: [], services: () => undefined };
  const job = { logger, signal, putOff: (afterMs: number) => void putOff.push(afterMs) };
  const error = await runTask(needs as never, definition as never, taskId, job as never).then(
    () => null,
    (failure: unknown) => failure,
  );
  return { putOff, lines, details, error };
}
