/** Reserve, then commit at most what was reserved, or release. The first settlement of a hold stands for ever. */
import { and, eq, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { ledgerAccounts, ledgerHolds } from '#db/schema/ledger.ts';
import { AppError } from '#lib/app-error.ts';
import { type AccountKind, type LedgerAccount, lockAccountById } from './accounts.ts';
import { balanceOf, consumeGrants } from './grants.ts';
import { record } from './movements.ts';

export type Hold = typeof ledgerHolds.$inferSelect;

type Wanted = { userId: string; kind: AccountKind; taskId: string; contentId: string | null; amount: number };

/**
 * One statement, so that the condition on the balance is what decides. Null when there is too little, or the account needs a look
 * (`checkAt`). A task has one open hold of a kind: a second is an error of the database.
 */
export async function tryReserve(
  executor: Executor,
  { userId, kind, taskId, contentId, amount }: Wanted,
): Promise<string | null> {
  const { rows } = await executor.execute<{ id: string }>(sql`
    with taken as (
      update ledger_accounts set available = available - ${amount}, reserved = reserved + ${amount}
      where user_id = ${userId} and kind = ${kind} and available >= ${amount} and check_at > now()
      returning id
    )
    insert into ledger_holds (account_id, kind, task_id, content_id, amount)
    select id, ${kind}, ${taskId}::uuid, ${contentId}::uuid, ${amount} from taken
    returning id`);
  return rows[0]?.id ?? null;
}

/** For members: counted when it is committed, and nothing is taken. The caller has locked the account. */
export async function holdCovered(
  tx: Tx,
  account: LedgerAccount,
  hold: Pick<Hold, 'taskId' | 'contentId' | 'amount'>,
): Promise<void> {
  await tx.insert(ledgerHolds).values({ accountId: account.id, kind: account.kind, ...hold, covered: true });
}

export async function findOpenHold(executor: Executor, taskId: string, kind: AccountKind): Promise<Hold | null> {
  const open = and(eq(ledgerHolds.taskId, taskId), eq(ledgerHolds.kind, kind), eq(ledgerHolds.state, 'open'));
  const [row] = await executor.select().from(ledgerHolds).where(open);
  return row ?? null;
}

/** The task takes `seconds`: reserves what is missing. False when there is too little; then nothing changes. */
export async function measureHold(tx: Tx, hold: Pick<Hold, 'id' | 'accountId'>, amount: number): Promise<boolean> {
  await lockAccountById(tx, hold.accountId);
  const ofHold = and(eq(ledgerHolds.id, hold.id), eq(ledgerHolds.state, 'open'));
  const [open] = await tx.select().from(ledgerHolds).where(ofHold);
  if (!open) return true;
  const more = Math.max(0, amount - open.amount);
  if (more > 0 && !open.covered) {
    const [taken] = await tx
      .update(ledgerAccounts)
      .set({ available: sql`${ledgerAccounts.available} - ${more}`, reserved: sql`${ledgerAccounts.reserved} + ${more}` })
      .where(and(eq(ledgerAccounts.id, open.accountId), sql`${ledgerAccounts.available} >= ${more}`))
      .returning({ id: ledgerAccounts.id });
    if (!taken) return false;
  }
  await tx
    .update(ledgerHolds)
    .set({ amount: open.amount + more, measured: amount })
    .where(ofHold);
  return true;
}

/** Gives what it came to, by this call or an earlier one. `expired` and `released` take nothing. */
export async function settleHold(
  tx: Tx,
  holdId: string,
  ending: { state: 'committed'; amount: number } | { state: 'released' | 'expired' },
): Promise<Hold> {
  const [found] = await tx.select({ accountId: ledgerHolds.accountId }).from(ledgerHolds).where(eq(ledgerHolds.id, holdId));
  if (!found) throw new AppError('internal', { detail: 'a settlement without its hold' });
  const account = await lockAccountById(tx, found.accountId);
  const wanted = ending.state === 'committed' ? ending.amount : 0;
  const [settled] = await tx
    .update(ledgerHolds)
    .set({ state: ending.state, committed: sql`least(${ledgerHolds.amount}, ${wanted}::bigint)`, settledAt: sql`now()` })
    .where(and(eq(ledgerHolds.id, holdId), eq(ledgerHolds.state, 'open')))
    .returning();
  if (!settled) {
    const [earlier] = await tx.select().from(ledgerHolds).where(eq(ledgerHolds.id, holdId));
    if (!earlier) throw new AppError('internal', { detail: 'a hold is gone' });
    return earlier;
  }
  await (settled.covered ? countCovered(tx, account, settled) : charge(tx, account, settled));
  return settled;
}

async function charge(tx: Tx, account: LedgerAccount, { id, amount, committed }: Hold): Promise<void> {
  if (committed > 0) await consumeGrants(tx, account.id, committed);
  const [after] = await tx
    .update(ledgerAccounts)
    .set({
      available: sql`${ledgerAccounts.available} + ${amount - committed}`,
      reserved: sql`${ledgerAccounts.reserved} - ${amount}`,
      // What it held may have expired meanwhile.
      checkAt: sql`case when exists (select 1 from ledger_grants
        where account_id = ${account.id} and remaining > 0 and expires_at <= now()) then now() else ${ledgerAccounts.checkAt} end`,
    })
    .where(eq(ledgerAccounts.id, account.id))
    .returning();
  if (committed > 0)
    await record(tx, { account, amount: -committed, balanceAfter: balanceOf(after), cause: 'charge', holdId: id });
}

async function countCovered(tx: Tx, account: LedgerAccount, { id, committed }: Hold): Promise<void> {
  if (committed === 0) return;
  const balance = balanceOf(account);
  await record(tx, { account, amount: committed, balanceAfter: balance + committed, cause: 'membership', holdId: id });
  await record(tx, { account, amount: -committed, balanceAfter: balance, cause: 'charge', holdId: id });
}
