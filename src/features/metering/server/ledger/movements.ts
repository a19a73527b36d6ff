import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { ledgerAccounts, ledgerEntries } from '#db/schema/ledger.ts';
import { AppError } from '#lib/app-error.ts';
import type { AccountKind } from './accounts.ts';

export type Movement = {
  account: { id: string; kind: AccountKind };
  /** Into the account; below 0 out of it. Not 0. */
  amount: number;
  /** Of the account. */
  balanceAfter: number;
  cause: (typeof ledgerEntries.$inferInsert)['cause'];
  grantId?: number;
  holdId?: string;
};

/** Between the account and the house. The caller has locked the account and changes its balance. */
export async function record(tx: Tx, { account, amount, balanceAfter, ...about }: Movement): Promise<void> {
  const [house] = await tx
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.isHouse, true), eq(ledgerAccounts.kind, account.kind)));
  if (!house) throw new AppError('internal', { detail: 'the house has no account' });
  const movement = randomUUID();
  await tx.insert(ledgerEntries).values([
    { movement, accountId: account.id, amount, balanceAfter, ...about },
    { movement, accountId: house.id, amount: -amount, balanceAfter: null, ...about },
  ]);
}
