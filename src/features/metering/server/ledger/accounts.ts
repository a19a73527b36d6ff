/**
 * An account's row is locked before any of its rows change, and before holds that others can see, so that no deadlock can occur.
 * A new hold is the exception: it is inserted first (`0057_hold-before-account.sql`).
 */
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { AppError } from '#lib/app-error.ts';

export type LedgerAccount = typeof ledgerAccounts.$inferSelect;
/** `time` in seconds, `api` in millionths of a US dollar. */
export type AccountKind = LedgerAccount['kind'];

export async function findAccount(executor: Executor, userId: string, kind: AccountKind): Promise<LedgerAccount | null> {
  const ofUser = and(eq(ledgerAccounts.userId, userId), eq(ledgerAccounts.kind, kind));
  const [row] = await executor.select().from(ledgerAccounts).where(ofUser);
  return row ?? null;
}

/** Null if `checkAt` has passed: something may have expired, or a refill may be due. */
export async function findCurrentAccount(executor: Executor, userId: string, kind: AccountKind): Promise<LedgerAccount | null> {
  const ofUser = and(eq(ledgerAccounts.userId, userId), eq(ledgerAccounts.kind, kind));
  const [row] = await executor
    .select()
    .from(ledgerAccounts)
    .where(and(ofUser, gt(ledgerAccounts.checkAt, sql`now()`)));
  return row ?? null;
}

/** Creates the account if there is none. */
export async function lockAccount(tx: Tx, userId: string, kind: AccountKind): Promise<LedgerAccount> {
  const ofUser = and(eq(ledgerAccounts.userId, userId), eq(ledgerAccounts.kind, kind));
  const locked = () => tx.select().from(ledgerAccounts).where(ofUser).for('update');
  const [known] = await locked();
  if (known) return known;
  await tx.insert(ledgerAccounts).values({ userId, kind }).onConflictDoNothing();
  const [made] = await locked();
  if (!made) throw new AppError('internal', { detail: 'an account was not made' });
  return made;
}

export async function lockAccountById(tx: Tx, id: string): Promise<LedgerAccount> {
  const [row] = await tx.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, id)).for('update');
  if (!row) throw new AppError('internal', { detail: 'a hold without its account' });
  return row;
}

/** For what changes the accounts of several users: in one order, so that two such changes do not wait for each other. */
export async function lockAccountsOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(inArray(ledgerAccounts.userId, [...userIds]))
    .orderBy(ledgerAccounts.id)
    .for('update');
}
