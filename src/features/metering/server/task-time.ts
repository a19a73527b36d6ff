/** The time of notes: reserved when they are begun, measured when their source was read, charged when they are there. */
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
  /** Null where the source was not read yet: a second is reserved, and the rest when it is known. */
  seconds: number | null;
};

/** In the transaction that begins the work. Errors: `out_of_time` (`needed`, `left`: minutes). */
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

/** Once it is known what the task takes; in a transaction that holds the task. Errors: as `reserveTime`. */
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

/** In the transaction that ends the task. What failed or was cancelled costs nothing. */
export async function settleTime(tx: Tx, taskId: string, { completed }: { completed: boolean }): Promise<void> {
  const hold = await findOpenHold(tx, taskId, 'time');
  if (!hold) return;
  await settleHold(tx, hold.id, completed ? { state: 'committed', amount: hold.measured ?? hold.amount } : { state: 'released' });
}

/** The user who began shared work no longer wants it: it goes on for the others, and costs them nothing either. */
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
