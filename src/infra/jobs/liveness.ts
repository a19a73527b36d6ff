/**
 * Says which processes work on jobs: each writes a beat into the database while its queue finds jobs, and any process
 * can ask whether there is a fresh one. On the database's clock, so machines whose clocks differ agree.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { workerProcesses } from '#db/schema/workers.ts';
import type { Logger } from '#infra/logger/logger.ts';
import type { RunningQueue } from './queue.ts';

const beatMs = 3000;
/** Three beats may be lost. */
const freshSeconds = 10;
/** Of processes that were killed. */
const forgottenMinutes = 60;
/** How long a start waits for its first beat. */
const firstBeatWithinMs = 5000;

export type BeatOptions = { db: Db; queue: Pick<RunningQueue, 'isPolling'>; logger: Logger };

/**
 * Beats until the returned function is called, which also takes the process off the list. Resolves after the first beat,
 * or after five seconds without one.
 */
export async function startBeats({ db, queue, logger }: BeatOptions): Promise<() => Promise<void>> {
  const id = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  let first: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    first = resolve;
  });
  const beating = keepBeating();

  async function keepBeating(): Promise<void> {
    const hurriesUntil = performance.now() + firstBeatWithinMs;
    let beats = 0;
    let wasPolling = true;
    while (!signal.aborted) {
      const polling = queue.isPolling();
      if (beats > 0 && polling !== wasPolling)
        logger[polling ? 'info' : 'error'](
          polling ? 'jobs are found again' : 'the queue does not answer; this worker counts as gone',
        );
      wasPolling = polling;
      if (polling && (await beat(db, id))) beats++;
      if (beats > 0) first();
      await sleep(beats === 0 && performance.now() < hurriesUntil ? 20 : beatMs, undefined, { signal }).catch(() => undefined);
    }
  }

  await Promise.race([begun, sleep(firstBeatWithinMs, undefined, { ref: false })]);
  return async () => {
    stopping.abort();
    await Promise.race([beating, sleep(1000, undefined, { ref: false })]);
    // Without the database the row is forgotten for its age.
    await db
      .delete(workerProcesses)
      .where(eq(workerProcesses.id, id))
      .catch(() => undefined);
  };
}

/** False when the database does not answer: the next beat tries again. */
async function beat(db: Db, id: string): Promise<boolean> {
  const now = sql`clock_timestamp()`;
  try {
    await db
      .insert(workerProcesses)
      .values({ id, startedAt: now, beatAt: now })
      .onConflictDoUpdate({ target: workerProcesses.id, set: { beatAt: now } });
    await db.delete(workerProcesses).where(lt(workerProcesses.beatAt, sql`now() - ${forgottenMinutes} * interval '1 minute'`));
    return true;
  } catch {
    return false;
  }
}

/** Rejects when no process works on jobs, or the database does not answer. */
export async function requireLiveWorker(db: Db): Promise<void> {
  const [row] = await db
    .select({ id: workerProcesses.id })
    .from(workerProcesses)
    .where(gt(workerProcesses.beatAt, sql`now() - ${freshSeconds} * interval '1 second'`))
    .limit(1);
  if (!row) throw new Error('no worker process is alive');
}
