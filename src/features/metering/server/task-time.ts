/** The time of notes: reserved when they are begun, measured when the source has been read, charged when they are complete. */
import type { Tx } from '#db/client.ts';
import type { Services } from '#infra/services.ts';
import { AppError, findAppError } from '#lib/app-error.ts';
import { may } from '#lib/roles.ts';
import { reservedSeconds } from '../shared/processed-time.ts';
import { lockAccount, lockAccountById } from './ledger/accounts.ts';
import {
  creditOf,
  findOpenHold,
  giveCredit,
  type Hold,
  holdCovered,
  keepProcessed,
  measureHold,
  readCredit,
  settleHold,
  spendCredit,
  tryReserve,
} from './ledger/holds.ts';
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
  const amount = Math.max(0, reservedSeconds(seconds) - (await creditOf(tx, hold)));
  if (await measureHold(tx, hold, amount)) return;
  const { available } = await bringUpToDate(tx, await lockAccountById(tx, hold.accountId), settings.time);
  if (!(await measureHold(tx, hold, amount))) throw outOfTime(amount, available + hold.amount);
}

/**
 * Call in the transaction that keeps recognised speech for the user: its seconds are taken even if no note comes of it.
 * Errors: as `reserveTime`.
 */
export async function keepTime(services: Needs, tx: Tx, wanted: { taskId: string; seconds: number }): Promise<void> {
  await measureTime(services, tx, wanted);
  const hold = await findOpenHold(tx, wanted.taskId, 'time');
  if (hold) await keepProcessed(tx, hold, hold.measured ?? hold.amount);
}

/** Call in the transaction that ends the task. One without a result takes only what its user keeps. */
export async function settleTime(tx: Tx, taskId: string, { completed }: { completed: boolean }): Promise<void> {
  const hold = await findOpenHold(tx, taskId, 'time');
  if (!hold) return;
  if (!completed) {
    await settleUnfinished(tx, hold, 'released');
    if (!hold.covered) await giveCredit(tx, hold);
    return;
  }
  await settleHold(tx, hold.id, { state: 'committed', amount: hold.measured ?? hold.amount });
  await spendCredit(tx, hold);
}

/** Returns what was taken. `otherwise`: the state of a hold that takes nothing. */
export async function settleUnfinished(
  tx: Tx,
  { id, processed }: Pick<Hold, 'id' | 'processed'>,
  otherwise: 'released' | 'expired',
): Promise<number> {
  const ending = processed > 0 ? ({ state: 'committed', amount: processed } as const) : { state: otherwise };
  return (await settleHold(tx, id, ending)).committed;
}

export type Waiting = { userId: string; contentId: string };

/**
 * For a user who began shared work and no longer wants it: takes what they keep; the first of the others who has the time takes
 * over the rest. Returns the refusal if none has.
 */
export async function leaveTime(
  services: Needs,
  tx: Tx,
  { taskId, userId, others }: { taskId: string; userId: string; others: readonly Waiting[] },
): Promise<AppError | null> {
  const hold = await findOpenHold(tx, taskId, 'time');
  if (!hold || (await lockAccountById(tx, hold.accountId)).userId !== userId) return null;
  const whole = (hold.measured ?? hold.amount) + (await creditOf(tx, hold));
  // Without credit: what was taken goes on for the others.
  const rest = whole - (await settleUnfinished(tx, hold, 'released'));
  if (rest <= 0) return null;
  let refusal: AppError | null = null;
  for (const { userId: next, contentId } of others) {
    const seconds = Math.max(0, rest - (await readCredit(tx, { userId: next, contentId })));
    try {
      await reserveTime(services, tx, { taskId, userId: next, contentId, seconds });
      return null;
    } catch (error) {
      const known = findAppError(error);
      if (known?.code !== 'out_of_time') throw error;
      refusal ??= known;
    }
  }
  return refusal;
}

function outOfTime(neededSeconds: number, leftSeconds: number): AppError {
  const needed = Math.max(1, Math.ceil(neededSeconds / 60));
  return new AppError('out_of_time', { params: { needed, left: Math.floor(leftSeconds / 60) } });
}
