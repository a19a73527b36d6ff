/** Grants add time or money; charges consume those that expire first; expiry removes what no hold has reserved. */
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { ledgerAccounts, ledgerGrants } from '#db/schema/ledger.ts';
import { AppError } from '#lib/app-error.ts';
import type { LedgerAccount } from './accounts.ts';
import { record } from './movements.ts';

export type NewGrant = Pick<typeof ledgerGrants.$inferInsert, 'reason' | 'reasonKey' | 'remark'> & {
  amount: number;
  /** Null: never. */
  expiresAt: Date | null;
};

/** At most once per account and reason key; null if it was given before. The caller has locked the account. */
export async function grant(tx: Tx, account: LedgerAccount, { amount, ...about }: NewGrant): Promise<number | null> {
  const [made] = await tx
    .insert(ledgerGrants)
    .values({ accountId: account.id, amount, remaining: amount, ...about })
    .onConflictDoNothing()
    .returning({ id: ledgerGrants.id });
  if (!made) return null;
  const [after] = await tx
    .update(ledgerAccounts)
    .set({
      available: sql`${ledgerAccounts.available} + ${amount}`,
      // `least` ignores null: a grant that never expires leaves the time as it is.
      checkAt: sql`least(${ledgerAccounts.checkAt}, ${about.expiresAt})`,
    })
    .where(eq(ledgerAccounts.id, account.id))
    .returning();
  await record(tx, { account, amount, balanceAfter: balanceOf(after), cause: 'grant', grantId: made.id });
  return made.id;
}

/** Removes what has expired; a reserved part expires once it is released. The caller has locked the account. */
export async function expireGrants(tx: Tx, account: LedgerAccount): Promise<void> {
  const expired = await tx
    .select()
    .from(ledgerGrants)
    .where(and(eq(ledgerGrants.accountId, account.id), gt(ledgerGrants.remaining, 0), lte(ledgerGrants.expiresAt, sql`now()`)))
    .orderBy(asc(ledgerGrants.expiresAt), asc(ledgerGrants.id));
  let reserved = account.reserved;
  for (const { id, remaining } of expired) {
    const held = Math.min(reserved, remaining);
    reserved -= held;
    const gone = remaining - held;
    if (gone === 0) continue;
    await tx.update(ledgerGrants).set({ remaining: held }).where(eq(ledgerGrants.id, id));
    const [after] = await tx
      .update(ledgerAccounts)
      .set({ available: sql`${ledgerAccounts.available} - ${gone}` })
      .where(eq(ledgerAccounts.id, account.id))
      .returning();
    await record(tx, { account, amount: -gone, balanceAfter: balanceOf(after), cause: 'expiry', grantId: id });
  }
}

export function balanceOf(account: LedgerAccount | undefined): number {
  if (!account) throw new AppError('internal', { detail: 'an account is gone' });
  return account.available + account.reserved;
}
