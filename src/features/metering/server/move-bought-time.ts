import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { ledgerAccounts, ledgerGrants, ledgerHolds } from '#db/schema/ledger.ts';
import { findAccount, lockAccount } from './ledger/accounts.ts';
import { balanceOf, grant } from './ledger/grants.ts';
import { settleHold } from './ledger/holds.ts';
import { record } from './ledger/movements.ts';

/** What every account gets anyway is not moved when two are merged. */
const moved = ['license', 'admin', 'merge'] as const;

/**
 * When two users with accounts are merged: moves what is left of licenses and of grants by administrators. The caller has
 * ended the tasks of `from`; a note that `from` began for several users continues, and costs nothing from here on.
 */
export async function moveBoughtTime(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  for (const kind of ['time', 'api'] as const) {
    if ((await findAccount(tx, from, kind)) === null || (await findAccount(tx, to, kind)) === null) continue;
    // Locked in a fixed order, so that two merges cannot deadlock.
    const [one, two] = from < to ? [from, to] : [to, from];
    const accounts = [await lockAccount(tx, one, kind), await lockAccount(tx, two, kind)];
    const source = accounts.find(({ userId }) => userId === from);
    const target = accounts.find(({ userId }) => userId === to);
    if (!source || !target) continue;
    await releaseHolds(tx, source.id);
    const left = await tx
      .select()
      .from(ledgerGrants)
      .where(and(eq(ledgerGrants.accountId, source.id), gt(ledgerGrants.remaining, 0), inArray(ledgerGrants.reason, [...moved])))
      .orderBy(asc(ledgerGrants.id))
      .for('update');
    for (const { id, reason, reasonKey, remark, remaining, expiresAt } of left) {
      await tx.update(ledgerGrants).set({ remaining: 0 }).where(eq(ledgerGrants.id, id));
      const [after] = await tx
        .update(ledgerAccounts)
        .set({ available: sql`${ledgerAccounts.available} - ${remaining}` })
        .where(eq(ledgerAccounts.id, source.id))
        .returning();
      await record(tx, { account: source, amount: -remaining, balanceAfter: balanceOf(after), cause: 'correction', grantId: id });
      await grant(tx, target, { reason, reasonKey: `${reasonKey}:moved:${id}`, remark, amount: remaining, expiresAt });
    }
  }
}

/** Released first, so that everything left can be moved. */
async function releaseHolds(tx: Tx, accountId: string): Promise<void> {
  const open = await tx
    .select({ id: ledgerHolds.id })
    .from(ledgerHolds)
    .where(and(eq(ledgerHolds.accountId, accountId), eq(ledgerHolds.state, 'open')));
  for (const { id } of open) await settleHold(tx, id, { state: 'released' });
}
