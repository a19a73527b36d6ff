/** The members' balance, in millionths of a US dollar: pays for the server's own model beyond the free daily budget. */
import type { Executor, Tx } from '#db/client.ts';
import type { Services } from '#infra/services.ts';
import { may } from '#lib/roles.ts';
import { lockAccount } from './ledger/accounts.ts';
import { findOpenHold, settleHold, tryReserve } from './ledger/holds.ts';
import { readRole } from './read-role.ts';
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

/** In the transaction that ends the task in any state: money spent is charged. Null: the price is unknown, nothing is charged. */
export async function settleMoney(tx: Tx, taskId: string, costUsd: number | null): Promise<void> {
  const hold = await findOpenHold(tx, taskId, 'api');
  if (!hold) return;
  const amount = Math.ceil((costUsd ?? 0) * microsPerDollar);
  await settleHold(tx, hold.id, amount > 0 ? { state: 'committed', amount } : { state: 'released' });
}
