/** Stores the progress of a task (stages and the text so far) in order, under the lease. `watch-tasks.ts` reads it. */
import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { taskEvents, tasks } from '#db/schema/tasks.ts';
import type { EventBus } from '#infra/events/event-bus.ts';
import type { Logger } from '#infra/logger/logger.ts';
import type { TaskEvent, TaskParams } from '#lib/task-event.ts';
import { commonPrefix } from '#lib/text/common-prefix.ts';
import { storable, storableText } from '#lib/text/storable-text.ts';
import { type Lease, lockUnderLease } from './lease.ts';

/** Shortest time between two stored drafts; the last one is always stored. */
const draftEveryMs = 200;

export type TaskRecorder = {
  stage: (stage: string, percent: number, code: string, params?: TaskParams) => void;
  draft: (text: string | (() => string)) => void;
  flush: () => Promise<void>;
  elapsedMs(): number;
};

export type RecorderOptions = {
  db: Db;
  events: EventBus;
  logger: Logger;
  lease: Lease;
  startedAt: Date;
  onLost: () => void;
};

export function createTaskRecorder({ db, events, logger, lease, startedAt, onLost }: RecorderOptions): TaskRecorder {
  const { taskId } = lease;
  let chain: Promise<void> = Promise.resolve();
  let lost = false;
  let percent = 0;
  let lastStage = '';
  let stored = '';
  let latest: string | (() => string) | null = null;
  let lastDraftAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const elapsedMs = () => Math.max(0, Date.now() - startedAt.getTime());

  const enqueue = (work: () => Promise<void>) => {
    chain = chain.then(async () => {
      if (lost) return;
      try {
        await work();
      } catch (error) {
        // Ignored, because the result matters more. It is stored later, or fails in its own transaction.
        logger.warn({ err: error, taskId }, 'progress of a task was not stored');
      }
    });
  };

  async function store(event: TaskEvent): Promise<void> {
    const kept = await db.transaction(async (tx) => {
      if (!(await lockUnderLease(tx, lease))) return false;
      if (event.type === 'stage')
        await tx.update(tasks).set({ progress: event, updatedAt: new Date() }).where(eq(tasks.id, taskId));
      await tx.insert(taskEvents).values({ taskId, event });
      await events.publish(tx, { type: 'task', taskId });
      return true;
    });
    if (kept) return;
    lost = true;
    onLost();
  }

  const storeDraft = () => {
    clearTimeout(timer);
    timer = undefined;
    const given = latest;
    if (given === null) return;
    latest = null;
    lastDraftAt = performance.now();
    enqueue(async () => {
      const text = storableText(typeof given === 'string' ? given : given());
      if (text === stored) return;
      const offset = commonPrefix(stored, text);
      await store({ type: 'partial', offset, text: text.slice(offset), elapsedMs: elapsedMs() });
      // Set after the write, so that the next piece continues the text in the database.
      stored = text;
    });
  };

  return {
    elapsedMs,
    stage(stage, at, code, params) {
      percent = Math.max(percent, Math.min(100, Math.round(at)));
      const identity = JSON.stringify([stage, percent, code, params]);
      if (identity === lastStage) return;
      lastStage = identity;
      storeDraft();
      const event = { type: 'stage' as const, stage, percent, code, ...(params ? { params: storable(params) } : {}) };
      enqueue(() => store({ ...event, elapsedMs: elapsedMs() }));
    },
    draft(text) {
      latest = text;
      timer ??= setTimeout(storeDraft, Math.max(0, lastDraftAt + draftEveryMs - performance.now()));
    },
    async flush() {
      storeDraft();
      await chain;
    },
  };
}
