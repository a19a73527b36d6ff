import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { ledgerEntries } from '#db/schema/ledger.ts';

export type Movement = {
  account: { id: string };
  /** Added to the account; negative if taken from it. Never 0. */
  amount: number;
  balanceAfter: number;
  cause: (typeof ledgerEntries.$inferInsert)['cause'];
  grantId?: number;
  holdId?: string;
};

/** Records a movement between the account and the house account. The caller has locked the account and changes its balance. */
export async function record(tx: Tx, { account, amount, balanceAfter, cause, grantId, holdId }: Movement): Promise<void> {
  await tx.execute(sql`
    select ledger_record(a, ${amount}, ${balanceAfter}, ${cause}, ${holdId ?? null}, ${grantId ?? null})
    from ledger_accounts a where a.id = ${account.id}`);
}
