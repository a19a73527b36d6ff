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

/** Null if the balance is too small, or the account must be updated first (`checkAt`). A task has one open hold of each kind. */
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

/** The task has given its user `amount` for good. The caller has reserved as much. */
export async function keepProcessed(tx: Tx, hold: Pick<Hold, 'id'>, amount: number): Promise<void> {
  await tx.update(ledgerHolds).set({ processed: amount }).where(eq(ledgerHolds.id, hold.id));
}

/** What the user has paid for this content without getting a result. */
export async function readCredit(executor: Executor, of: { userId: string; contentId: string }): Promise<number> {
  const [row] = await executor
    .select({ credit: sql<string | null>`sum(${ledgerHolds.credit})` })
    .from(ledgerHolds)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerHolds.accountId))
    .where(and(eq(ledgerAccounts.userId, of.userId), eq(ledgerHolds.contentId, of.contentId), sql`${ledgerHolds.credit} > 0`));
  return Number(row?.credit ?? 0);
}

export async function creditOf(
  executor: Executor,
  { accountId, contentId }: Pick<Hold, 'accountId' | 'contentId'>,
): Promise<number> {
  if (contentId === null) return 0;
  const [row] = await executor
    .select({ credit: sql<string | null>`sum(${ledgerHolds.credit})` })
    .from(ledgerHolds)
    .where(creditsFor({ accountId, contentId }));
  return Number(row?.credit ?? 0);
}

/** The content has its result now: earlier credit for it has been used. */
export async function spendCredit(tx: Tx, { accountId, contentId }: Pick<Hold, 'accountId' | 'contentId'>): Promise<void> {
  if (contentId !== null) await tx.update(ledgerHolds).set({ credit: 0 }).where(creditsFor({ accountId, contentId }));
}

/** What was taken for a task without a result is credited to the next one. */
export async function giveCredit(tx: Tx, hold: Pick<Hold, 'id'>): Promise<void> {
  await tx
    .update(ledgerHolds)
    .set({ credit: sql`${ledgerHolds.committed}` })
    .where(eq(ledgerHolds.id, hold.id));
}

function creditsFor({ accountId, contentId }: { accountId: string; contentId: string }) {
  return and(eq(ledgerHolds.accountId, accountId), eq(ledgerHolds.contentId, contentId), sql`${ledgerHolds.credit} > 0`);
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
