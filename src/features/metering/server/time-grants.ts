/** Time that is granted by configuration: at the first use, each calendar month (UTC), and for referrals. */
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import type { Services } from '#infra/services.ts';
import type { LedgerAccount } from './ledger/accounts.ts';
import { expireGrants, grant } from './ledger/grants.ts';

export type TimeRules = NonNullable<Services['settings']['time']>;

const daySeconds = 24 * 3600;

/** Applies expiry, starting grant and refill by the database's clock; returns the result. The caller has locked the account. */
export async function bringUpToDate(tx: Tx, account: LedgerAccount, rules: TimeRules | null): Promise<LedgerAccount> {
  if (account.kind === 'time' && rules !== null) {
    const { month, nextMonth, later } = await readClock(tx, rules);
    if (rules.startingSeconds > 0)
      await grant(tx, account, {
        reason: 'starting',
        reasonKey: 'starting',
        amount: rules.startingSeconds,
        expiresAt: later,
      });
    if (rules.monthlySeconds > 0)
      await grant(tx, account, {
        reason: 'refill',
        reasonKey: `refill:${month}`,
        amount: rules.monthlySeconds,
        expiresAt: nextMonth,
      });
  }
  await expireGrants(tx, account);
  const monthEnd = sql`date_trunc('month', now(), 'UTC') + interval '1 month'`;
  const nextExpiry = sql`(select min(expires_at) from ledger_grants
    where account_id = ${account.id} and remaining > 0 and expires_at > now())`;
  const [after] = await tx
    .update(ledgerAccounts)
    .set({ checkAt: sql`least(${monthEnd}, ${nextExpiry})` })
    .where(eq(ledgerAccounts.id, account.id))
    .returning();
  return after ?? account;
}

/** `later`: when a grant made now expires; null: never. */
export async function readClock(
  tx: Tx,
  { grantDays }: TimeRules,
): Promise<{ month: string; nextMonth: Date; later: Date | null }> {
  const { rows } = await tx.execute<{ month: string; next_month: string; later: string }>(sql`
    select to_char(now() at time zone 'UTC', 'YYYY-MM') as month,
      date_trunc('month', now(), 'UTC') + interval '1 month' as next_month,
      now() + make_interval(secs => ${(grantDays ?? 0) * daySeconds}) as later`);
  const [row] = rows;
  if (!row) throw new Error('the database has no clock');
  return {
    month: row.month,
    nextMonth: new Date(row.next_month),
    later: grantDays === null ? null : new Date(row.later),
  };
}
