import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import { AppError } from '#lib/app-error.ts';

/**
 * Makes the account an administrator: with a configured address, the account that has verified it; else the first account while
 * there is no administrator. Returns whether it is one now.
 */
export async function appointAdministrator(db: Db, userId: string, adminEmail: string | null): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Of two first accounts at once, one becomes it.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('administrator', 0))`);
    const [row] = await tx.select().from(user).where(eq(user.id, userId)).for('update');
    if (!row || row.isAnonymous) return false;
    if (row.isAdmin) return true;
    if (adminEmail === null) {
      const [other] = await tx
        .select({ id: user.id })
        .from(user)
        .where(and(eq(user.isAdmin, true), eq(user.isOwner, false), ne(user.id, userId)))
        .limit(1);
      if (other) return false;
    } else if (!row.emailVerified || row.email !== adminEmail) return false;
    await tx.update(user).set({ isAdmin: true, updatedAt: new Date() }).where(eq(user.id, userId));
    return true;
  });
}

export type Membership = { isAdmin: boolean; isLifetime: boolean; paidUntil: Date | null };

/** Gives what it was before. Errors: `not_found`; `not_allowed` for guests; `last_admin`; `paid_until_past` for a new end in the past. */
export async function changeMembership(tx: Tx, userId: string, wanted: Membership): Promise<Membership> {
  // Of two administrators who remove each other, one stays.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('administrator', 0))`);
  const [row] = await tx.select().from(user).where(eq(user.id, userId)).for('update');
  if (!row) throw new AppError('not_found');
  if (row.isAnonymous || row.isOwner) throw new AppError('not_allowed');
  if (row.isAdmin && !wanted.isAdmin) {
    const [other] = await tx
      .select({ id: user.id })
      .from(user)
      .where(and(eq(user.isAdmin, true), eq(user.isOwner, false), ne(user.id, userId)))
      .limit(1);
    if (!other) throw new AppError('last_admin');
  }
  const { isAdmin, isLifetime, paidUntil } = row;
  // A membership that has ended is kept as it is while something else is changed.
  const end = wanted.paidUntil;
  if (end !== null && end <= new Date() && end.getTime() !== paidUntil?.getTime()) throw new AppError('paid_until_past');
  await tx
    .update(user)
    .set({ ...wanted, updatedAt: new Date() })
    .where(eq(user.id, userId));
  return { isAdmin, isLifetime, paidUntil };
}

/** Whether somebody has an account already, guests and the owner of a server for one person aside. */
export async function hasAccounts(db: Db): Promise<boolean> {
  const [row] = await db
    .select({ id: user.id })
    .from(user)
    .where(and(sql`${user.isAnonymous} is not true`, eq(user.isOwner, false)))
    .limit(1);
  return row !== undefined;
}
