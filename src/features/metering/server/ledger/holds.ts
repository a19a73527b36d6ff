/**
 * Reserve, then commit at most what was reserved, or release. The first settlement of a hold is final. Both are functions of
 * the database (`0034_ledger-functions.sql`, `0057_hold-before-account.sql`), so that the lock is not held across round trips.
 */
import { and, eq, sql } from 'drizzle-orm';
import { type Executor, queryIn, type Tx } from '#db/client.ts';
import { ledgerAccounts, ledgerHolds } from '#db/schema/ledger.ts';
import { AppError } from '#lib/app-error.ts';
import { type AccountKind, type LedgerAccount, lockAccountById } from './accounts.ts';

export type Hold = typeof ledgerHolds.$inferSelect;

export type HoldEnding = { state: 'committed'; amount: number } | { state: 'released' | 'expired' };
type Settled = Pick<Hold, 'state' | 'committed'>;

type Wanted = { userId: string; kind: AccountKind; taskId: string; contentId: string | null; amount: number };

/**
 * The database checks the balance. Null if it is too small, or if the account must be updated first (`checkAt`). A task has
 * at most one open hold of a kind: a second one is an error of the database.
 */
export async function tryReserve(
  executor: Executor,
  { userId, kind, taskId, contentId, amount }: Wanted,
): Promise<string | null> {
  const query = queryIn(executor);
  const reserve = 'select ledger_reserve($1, $2, $3, $4, $5) as id';
  const [made] = await query<{ id: string | null }>(reserve, [userId, kind, taskId, contentId, amount]);
  return made?.id ?? null;
}

/** For members: counted when committed, but nothing is taken. The caller has locked the account. */
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

/** The task turned out to take `amount`: reserves what is missing. False if the balance is too small; then nothing changes. */
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

/** Returns the settlement by this call or an earlier one. `expired` and `released` take nothing. The account may be locked. */
export async function settleHold(executor: Executor, holdId: string, ending: HoldEnding): Promise<Settled> {
  const wanted = ending.state === 'committed' ? ending.amount : 0;
  const query = queryIn(executor);
  const settle = 'select state, committed from ledger_settle($1, $2, $3)';
  const [settled] = await query<{ state: Settled['state']; committed: string }>(settle, [holdId, ending.state, wanted]);
  if (!settled) throw new AppError('internal', { detail: 'a settlement said nothing' });
  return { state: settled.state, committed: Number(settled.committed) };
}
