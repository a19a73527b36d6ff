/** The time of notes: reserved when they are begun, measured when the source has been read, charged when they are complete. */
import type { Tx } from '#db/client.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { may } from '#lib/roles.ts';
import { reservedSeconds } from '../shared/processed-time.ts';
import { lockAccount, lockAccountById } from './ledger/accounts.ts';
import { findOpenHold, holdCovered, measureHold, settleHold, tryReserve } from './ledger/holds.ts';
import { readRole } from './read-role.ts';
import { bringUpToDate } from './time-grants.ts';

type Needs = Pick<Services, 'settings'>;

export type TimeRequest = {
  taskId: string;
  userId: string;
  contentId: string | null;
  /** Null until the source is read: one second is reserved, and the rest once the length is known. */
  seconds: number | null;
};

/** Call in the transaction that begins the work. Errors: `out_of_time` (`needed`, `left`: minutes). */
export async function reserveTime(
  { settings }: Needs,
  tx: Tx,
  { userId, taskId, contentId, seconds }: TimeRequest,
): Promise<void> {
  if (settings.time === null) return;
  const amount = reservedSeconds(seconds);
  const hold = { userId, kind: 'time', taskId, contentId, amount } as const;
  if (may(await readRole(tx, userId), 'unlimitedTime')) {
    await holdCovered(tx, await lockAccount(tx, userId, 'time'), hold);
    return;
  }
  if (await tryReserve(tx, hold)) return;
  const { available } = await bringUpToDate(tx, await lockAccount(tx, userId, 'time'), settings.time);
  if (!(await tryReserve(tx, hold))) throw outOfTime(amount, available);
}

/** Call once the length is known, in a transaction that has locked the task. Errors: as `reserveTime`. */
export async function measureTime(
  { settings }: Needs,
  tx: Tx,
  { taskId, seconds }: { taskId: string; seconds: number },
): Promise<void> {
  const hold = await findOpenHold(tx, taskId, 'time');
  if (!hold) return;
  const amount = reservedSeconds(seconds);
  if (await measureHold(tx, hold, amount)) return;
  const { available } = await bringUpToDate(tx, await lockAccountById(tx, hold.accountId), settings.time);
  if (!(await measureHold(tx, hold, amount))) throw outOfTime(amount, available + hold.amount);
}

/** Call in the transaction that ends the task. A failed or cancelled task costs nothing. */
export async function settleTime(tx: Tx, taskId: string, { completed }: { completed: boolean }): Promise<void> {
  const hold = await findOpenHold(tx, taskId, 'time');
  if (!hold) return;
  await settleHold(tx, hold.id, completed ? { state: 'committed', amount: hold.measured ?? hold.amount } : { state: 'released' });
}

/** For a user who began shared work and no longer wants it: it continues for the others, without a charge for anybody. */
export async function leaveTask(tx: Tx, { taskId, userId }: { taskId: string; userId: string }): Promise<void> {
  for (const kind of ['api', 'time'] as const) {
    const hold = await findOpenHold(tx, taskId, kind);
    if (!hold) continue;
    const { userId: payer } = await lockAccountById(tx, hold.accountId);
    if (payer === userId) await settleHold(tx, hold.id, { state: 'released' });
  }
}

function outOfTime(neededSeconds: number, leftSeconds: number): AppError {
  const needed = Math.max(1, Math.ceil(neededSeconds / 60));
  return new AppError('out_of_time', { params: { needed, left: Math.floor(leftSeconds / 60) } });
}
