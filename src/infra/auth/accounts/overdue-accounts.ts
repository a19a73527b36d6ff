/** Accounts that their users asked to delete and whose grace period is over. */
import { and, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';

export async function findOverdue(db: Db): Promise<string[]> {
  const rows = await db.select({ id: user.id }).from(user).where(lte(user.deleteAt, sql`now()`));
  return rows.map(({ id }) => id);
}

/** Locks the row, so it waits for a cancellation in progress. */
export async function isOverdue(db: Db, userId: string): Promise<boolean> {
  const overdue = and(eq(user.id, userId), lte(user.deleteAt, sql`now()`));
  const rows = await db.select({ id: user.id }).from(user).where(overdue).for('update');
  return rows.length > 0;
}
