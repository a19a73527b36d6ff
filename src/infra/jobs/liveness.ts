/** Workers write heartbeats while their queue polls. Times come from the database, so the clocks of machines may differ. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { workerProcesses } from '#db/schema/workers.ts';
import type { Logger } from '#infra/logger/logger.ts';
import type { RunningQueue } from './queue.ts';

const beatMs = 3000;
/** Three heartbeats may be lost. */
const freshSeconds = 10;
/** Older rows, left by killed processes, are deleted. */
const forgottenMinutes = 60;
const firstBeatWithinMs = 5000;

export type BeatOptions = { db: Db; queue: Pick<RunningQueue, 'isPolling'>; logger: Logger };

/** Resolves after the first heartbeat, or after five seconds without one. The result stops the heartbeats and deletes the row. */
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
    // If the database does not answer, the row expires by itself.
    await db
      .delete(workerProcesses)
      .where(eq(workerProcesses.id, id))
      .catch(() => undefined);
  };
}

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

/** Rejects when there is no live worker, or the database does not answer. */
export async function requireLiveWorker(db: Db): Promise<void> {
  const [row] = await db
    .select({ id: workerProcesses.id })
    .from(workerProcesses)
    .where(gt(workerProcesses.beatAt, sql`now() - ${freshSeconds} * interval '1 second'`))
    .limit(1);
  if (!row) throw new Error('no worker process is alive');
}
