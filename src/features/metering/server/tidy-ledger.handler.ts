/** Releases holds of tasks that have ended, and reports sums of the ledger that do not agree. */
import { and, asc, eq, notExists } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { ledgerHolds } from '#db/schema/ledger.ts';
import { taskInFlight, tasks } from '#db/schema/tasks.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';
import { findDrift } from './ledger/audit.ts';
import { settleHold } from './ledger/holds.ts';

const mostAtOnce = 1000;

export function createTidyLedger({ db }: Pick<Services, 'db'>): JobHandler<Record<string, never>> {
  return {
    async run(_payload, { logger, signal }) {
      const swept = await sweepHolds(db, signal);
      if (swept > 0) logger.warn({ swept }, 'holds of tasks that are over were released');
      for (const drift of await findDrift(db)) logger.error(drift, 'the ledger does not add up');
    },
  };
}

/** A task settles its hold in the transaction that ends it; this releases any that were lost all the same. */
async function sweepHolds(db: Db, signal: AbortSignal): Promise<number> {
  const inFlight = db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.id, ledgerHolds.taskId), taskInFlight));
  const lost = await db
    .select({ id: ledgerHolds.id })
    .from(ledgerHolds)
    .where(and(eq(ledgerHolds.state, 'open'), notExists(inFlight)))
    .orderBy(asc(ledgerHolds.createdAt))
    .limit(mostAtOnce);
  for (const { id } of lost) {
    signal.throwIfAborted();
    await settleHold(db, id, { state: 'expired' });
  }
  return lost.length;
}
