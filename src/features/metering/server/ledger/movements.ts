import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { ledgerEntries } from '#db/schema/ledger.ts';

export type Movement = {
  account: { id: string };
  /** Into the account; below 0 out of it. Not 0. */
  amount: number;
  /** Of the account. */
  balanceAfter: number;
  cause: (typeof ledgerEntries.$inferInsert)['cause'];
  grantId?: number;
  holdId?: string;
};

/** Between the account and the house. The caller has locked the account and changes its balance. */
export async function record(tx: Tx, { account, amount, balanceAfter, cause, grantId, holdId }: Movement): Promise<void> {
  await tx.execute(sql`
    select ledger_record(a, ${amount}, ${balanceAfter}, ${cause}, ${holdId ?? null}, ${grantId ?? null})
    from ledger_accounts a where a.id = ${account.id}`);
}
