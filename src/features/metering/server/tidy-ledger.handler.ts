/** Releases holds of tasks that have ended, and reports sums of the ledger that do not agree. */
import { and, asc, eq, gt, notExists, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { ledgerHolds } from '#db/schema/ledger.ts';
import { taskInFlight, tasks } from '#db/schema/tasks.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';
import { usageKeyOf } from '#infra/tasks/task.ts';
import { lockAccountById } from './ledger/accounts.ts';
import { findDrift } from './ledger/audit.ts';
import { findOpenHold, giveCredit, type Hold, settleHold } from './ledger/holds.ts';
import { settleMoney } from './task-money.ts';
import { settleUnfinished } from './task-time.ts';

const mostAtOnce = 1000;
/** For the worker of a task that others ended to store what its last calls took. */
const minutesToStop = 10;

export function createTidyLedger({ db }: Pick<Services, 'db'>): JobHandler<Record<string, never>> {
  return {
    async run(_payload, { logger, signal }) {
      const swept = await sweepHolds(db, signal);
      if (swept > 0) logger.warn({ swept }, 'holds of tasks that are over were released');
      for (const drift of await findDrift(db)) logger.error(drift, 'the ledger does not add up');
    },
  };
}

/** Tasks settle their holds themselves, or their worker does; this settles any that were lost all the same. */
async function sweepHolds(db: Db, signal: AbortSignal): Promise<number> {
  const justEnded = gt(tasks.finishedAt, sql`now() - make_interval(mins => ${minutesToStop})`);
  const inFlight = db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.id, ledgerHolds.taskId), or(taskInFlight, justEnded)));
  const lost = await db
    .select()
    .from(ledgerHolds)
    .where(and(eq(ledgerHolds.state, 'open'), notExists(inFlight)))
    .orderBy(asc(ledgerHolds.createdAt))
    .limit(mostAtOnce);
  for (const hold of lost) {
    signal.throwIfAborted();
    await db.transaction((tx) => settleLost(tx, hold));
  }
  return lost.length;
}

async function settleLost(tx: Tx, hold: Hold): Promise<void> {
  if (hold.kind === 'time') {
    await lockAccountById(tx, hold.accountId);
    // It may have been settled since it was found.
    if ((await findOpenHold(tx, hold.taskId, 'time'))?.id !== hold.id) return;
    await settleUnfinished(tx, hold, 'expired');
    // As when a task ends without a result: what was taken is not taken again.
    if (!hold.covered) await giveCredit(tx, hold);
    return;
  }
  const [task] = await tx.select({ kind: tasks.kind }).from(tasks).where(eq(tasks.id, hold.taskId));
  if (task) await settleMoney(tx, { taskId: hold.taskId, usageKey: usageKeyOf({ kind: task.kind, id: hold.taskId }) });
  else await settleHold(tx, hold.id, { state: 'expired' });
}
