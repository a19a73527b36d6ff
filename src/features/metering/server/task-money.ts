/** The members' balance, in millionths of a US dollar: pays for the server's own model beyond the free daily budget. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { ledgerHolds } from '#db/schema/ledger.ts';
import { modelUses } from '#db/schema/model-uses.ts';
import type { Services } from '#infra/services.ts';
import { may } from '#lib/roles.ts';
import { lockAccount, lockAccountById } from './ledger/accounts.ts';
import { findOpenHold, settleHold, tryReserve } from './ledger/holds.ts';
import { readRole } from './read-role.ts';
import type { Waiting } from './task-time.ts';
import { bringUpToDate } from './time-grants.ts';

const microsPerDollar = 1_000_000;

type Needs = Pick<Services, 'settings'>;

/** Reserves the most that the work may cost, or all that is left. False without a balance: the server then pays. */
export async function reserveMoney(
  { settings }: Needs,
  tx: Tx,
  { userId, taskId }: { userId: string; taskId: string },
): Promise<boolean> {
  if (!may(await readRole(tx, userId), 'holdApiBalance')) return false;
  const { available } = await bringUpToDate(tx, await lockAccount(tx, userId, 'api'), null);
  const limitUsd = settings.model.costLimitUsd;
  const amount = limitUsd === null ? available : Math.min(available, Math.ceil(limitUsd * microsPerDollar));
  if (amount <= 0) return false;
  return (await tryReserve(tx, { userId, kind: 'api', taskId, contentId: null, amount })) !== null;
}

/** US dollars reserved for a task; null if the server pays. */
export async function reservedMoney(executor: Executor, taskId: string): Promise<number | null> {
  const hold = await findOpenHold(executor, taskId, 'api');
  return hold && hold.amount / microsPerDollar;
}

type PaidTask = { taskId: string; usageKey: string };

/** In the transaction that ends the task in any state: money spent is charged; without a price nothing. Returns what is left of the hold. */
export async function settleMoney(tx: Tx, task: PaidTask): Promise<number> {
  const hold = await findOpenHold(tx, task.taskId, 'api');
  if (!hold) return 0;
  const amount = await unchargedMicros(tx, task);
  const { committed } = await settleHold(tx, hold.id, amount > 0 ? { state: 'committed', amount } : { state: 'released' });
  return hold.amount - committed;
}

/**
 * Call in the transaction that stores the cost of a model call. If the task has been settled already, the missing amount becomes
 * a ledger entry of its own, charged to the account that paid last and limited by its balance.
 */
export async function chargeLateUse(tx: Tx, task: PaidTask): Promise<void> {
  const missing = await unchargedMicros(tx, task);
  if (missing <= 0) return;
  const [last] = await tx
    .select()
    .from(ledgerHolds)
    .where(moneyOf(task.taskId))
    .orderBy(sql`(${ledgerHolds.state} = 'open') desc`, desc(ledgerHolds.createdAt), desc(ledgerHolds.settledAt))
    .limit(1);
  // The settlement of an open hold will take it.
  if (!last || last.state === 'open') return;
  const account = await bringUpToDate(tx, await lockAccountById(tx, last.accountId), null);
  const amount = Math.min(missing, account.available);
  if (account.userId === null || amount <= 0) return;
  const { userId } = account;
  const hold = await tryReserve(tx, { userId, kind: 'api', taskId: task.taskId, contentId: last.contentId, amount });
  if (hold !== null) await settleHold(tx, hold, { state: 'committed', amount });
}

/**
 * For a user who began shared work and no longer wants it: charges what was spent; the first of the others who has as much
 * as is left of the hold takes it over. False if none has.
 */
export async function leaveMoney(
  tx: Tx,
  { userId, others, ...task }: PaidTask & { userId: string; others: readonly Waiting[] },
): Promise<boolean> {
  const hold = await findOpenHold(tx, task.taskId, 'api');
  if (!hold || (await lockAccountById(tx, hold.accountId)).userId !== userId) return true;
  const amount = await settleMoney(tx, task);
  if (amount === 0) return true;
  for (const { userId: next, contentId } of others) {
    if (!may(await readRole(tx, next), 'holdApiBalance')) continue;
    await bringUpToDate(tx, await lockAccount(tx, next, 'api'), null);
    if (await tryReserve(tx, { userId: next, kind: 'api', taskId: task.taskId, contentId, amount })) return true;
  }
  return false;
}

/** What the task has spent beyond what was charged for it. Locks both until the transaction ends. */
async function unchargedMicros(tx: Tx, { taskId, usageKey }: PaidTask): Promise<number> {
  // A use that is stored and a settlement at the same time would not see each other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`task-money:${taskId}`}, 0))`);
  const [use] = await tx.select({ costUsd: modelUses.costUsd }).from(modelUses).where(eq(modelUses.job, usageKey));
  const [charged] = await tx
    .select({ micros: sql<string | null>`sum(${ledgerHolds.committed})` })
    .from(ledgerHolds)
    .where(moneyOf(taskId));
  return Math.ceil((use?.costUsd ?? 0) * microsPerDollar) - Number(charged?.micros ?? 0);
}

function moneyOf(taskId: string) {
  return and(eq(ledgerHolds.taskId, taskId), eq(ledgerHolds.kind, 'api'));
}
