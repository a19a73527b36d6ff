/** Accounts that their owners have asked to delete, and whose time of grace is over. */
import { and, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';

/** Nobody can keep them any more. */
export async function findOverdue(db: Db): Promise<string[]> {
  const rows = await db.select({ id: user.id }).from(user).where(lte(user.deleteAt, sql`now()`));
  return rows.map(({ id }) => id);
}

/** Waits for whoever keeps the account at this moment. */
export async function isOverdue(db: Db, userId: string): Promise<boolean> {
  const overdue = and(eq(user.id, userId), lte(user.deleteAt, sql`now()`));
  const rows = await db.select({ id: user.id }).from(user).where(overdue).for('update');
  return rows.length > 0;
}
