import { setTimeout as sleep } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { queueSchema } from './schema.ts';

/** How long to try to requeue a job after losing the database. After that, another worker finds it. */
const requeueWithinMs = 60_000;
const requeueAgainMs = 500;

/** Requeues a job that this process still holds; the attempt does not count. Killed processes: `infra/tasks/lost-tasks.ts`. */
export async function requeueJob(boss: PgBoss, found: JobWithMetadata<unknown>, delayMs: number): Promise<void> {
  await boss.getDb().executeSql(
    `update ${queueSchema}.job set state = 'created', started_on = null, heartbeat_on = null,
       start_after = now() + $4 * interval '1 millisecond'
     where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [found.name, found.id, found.retryCount, delayMs],
  );
}

export async function requeueOnceDatabaseIsBack(
  boss: PgBoss,
  found: JobWithMetadata<unknown>,
  isDraining: () => boolean,
): Promise<void> {
  const deadline = performance.now() + requeueWithinMs;
  for (;;) {
    try {
      return await requeueJob(boss, found, requeueAgainMs);
    } catch (error) {
      if (isDraining() || performance.now() > deadline) throw error;
      await sleep(requeueAgainMs);
    }
  }
}
