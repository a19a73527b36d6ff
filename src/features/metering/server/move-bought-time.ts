import { and, asc, eq, gt, inArray, notInArray, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { ledgerAccounts, ledgerGrants } from '#db/schema/ledger.ts';
import { findAccount, type LedgerAccount, lockAccount } from './ledger/accounts.ts';
import { balanceOf, grant } from './ledger/grants.ts';
import { record } from './ledger/movements.ts';

/** What every account gets anyway is not moved when two are merged. */
const leftBehind = ['starting', 'refill', 'referral'] as const;

/**
 * When two users with accounts are merged: moves what is left of licenses and of grants by administrators. The caller has
 * ended the tasks of `from`. A note that `from` began goes on, as others may wait for it, and stays paid for by the account of
 * `from`, which remains without a user: otherwise whoever begins notes as a guest and then signs in would have them for nothing.
 */
export async function moveBoughtTime(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  for (const kind of ['time', 'api'] as const) {
    if ((await findAccount(tx, from, kind)) === null || (await findAccount(tx, to, kind)) === null) continue;
    // Locked in a fixed order, so that two merges cannot deadlock.
    const [one, two] = from < to ? [from, to] : [to, from];
    const accounts = [await lockAccount(tx, one, kind), await lockAccount(tx, two, kind)];
    const source = accounts.find(({ userId }) => userId === from);
    const target = accounts.find(({ userId }) => userId === to);
    if (source && target) await moveGrants(tx, source, target);
  }
}

async function moveGrants(tx: Tx, source: LedgerAccount, target: LedgerAccount): Promise<void> {
  const left = and(eq(ledgerGrants.accountId, source.id), gt(ledgerGrants.remaining, 0));
  const [stays] = await tx
    .select({ seconds: sql<string>`coalesce(sum(${ledgerGrants.remaining}), 0)` })
    .from(ledgerGrants)
    .where(and(left, inArray(ledgerGrants.reason, [...leftBehind])));
  // Open holds are paid from what stays, and from bought time only where that is too little.
  let kept = Math.max(0, source.reserved - Number(stays?.seconds));
  const bought = await tx
    .select()
    .from(ledgerGrants)
    .where(and(left, notInArray(ledgerGrants.reason, [...leftBehind])))
    .orderBy(asc(ledgerGrants.id));
  for (const { id, reason, reasonKey, remark, remaining, expiresAt } of bought) {
    const amount = Math.max(0, remaining - kept);
    kept -= remaining - amount;
    if (amount === 0) continue;
    await tx
      .update(ledgerGrants)
      .set({ remaining: remaining - amount })
      .where(eq(ledgerGrants.id, id));
    const [after] = await tx
      .update(ledgerAccounts)
      .set({ available: sql`${ledgerAccounts.available} - ${amount}` })
      .where(eq(ledgerAccounts.id, source.id))
      .returning();
    await record(tx, { account: source, amount: -amount, balanceAfter: balanceOf(after), cause: 'correction', grantId: id });
    await grant(tx, target, { reason, reasonKey: `${reasonKey}:moved:${id}`, remark, amount, expiresAt });
  }
}
