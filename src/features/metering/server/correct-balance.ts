import { and, eq, gte, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { type AccountKind, findAccount, lockAccount } from './ledger/accounts.ts';
import { balanceOf, grant } from './ledger/grants.ts';
import { record } from './ledger/movements.ts';
import { bringUpToDate } from './time-grants.ts';

type Change = {
  userId: string;
  kind: AccountKind;
  /** Seconds, or millionths of a US dollar; negative to take back. */
  amount: number;
  /** Idempotency key, unique per account. */
  key: string;
  /** Shown to the user beside the entry. */
  remark: string;
};

/** Never takes what tasks have reserved. Errors: `balance_too_small`. */
export async function changeBalance(
  { settings }: Pick<Services, 'settings'>,
  tx: Tx,
  { userId, kind, amount, key, remark }: Change,
): Promise<void> {
  const account = await bringUpToDate(tx, await lockAccount(tx, userId, kind), settings.time);
  if (amount > 0) {
    await grant(tx, account, { reason: 'admin', reasonKey: `admin:${key}`, remark, amount, expiresAt: null });
    return;
  }
  const [after] = await tx
    .update(ledgerAccounts)
    .set({ available: sql`${ledgerAccounts.available} + ${amount}` })
    .where(and(eq(ledgerAccounts.id, account.id), gte(ledgerAccounts.available, -amount)))
    .returning();
  if (!after) throw new AppError('balance_too_small');
  await tx.execute(sql`select ledger_consume(${account.id}, ${-amount})`);
  await record(tx, { account, amount, balanceAfter: balanceOf(after), cause: 'correction' });
}

/** In seconds and in millionths of a US dollar; null without such an account. */
export async function balancesOf(executor: Executor, userId: string): Promise<{ seconds: number | null; micros: number | null }> {
  const [time, api] = [await findAccount(executor, userId, 'time'), await findAccount(executor, userId, 'api')];
  return { seconds: time?.available ?? null, micros: api?.available ?? null };
}
