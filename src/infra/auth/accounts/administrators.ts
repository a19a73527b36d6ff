import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import { AppError } from '#lib/app-error.ts';

/**
 * Makes the account administrator if it has verified the configured address or, without one configured, if there is no
 * administrator yet. Returns whether the account is an administrator now.
 */
export async function appointAdministrator(db: Db, userId: string, adminEmail: string | null): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Of two accounts created at once, only one becomes administrator.
    await lockAdministrators(tx);
    const [row] = await tx.select().from(user).where(eq(user.id, userId)).for('update');
    if (!row || row.isAnonymous) return false;
    if (row.isAdmin) return true;
    if (adminEmail === null) {
      const [other] = await tx
        .select({ id: user.id })
        .from(user)
        .where(and(eq(user.isAdmin, true), eq(user.isOwner, false)))
        .limit(1);
      if (other) return false;
    } else if (!row.emailVerified || row.email !== adminEmail) return false;
    await tx.update(user).set({ isAdmin: true, updatedAt: new Date() }).where(eq(user.id, userId));
    return true;
  });
}

/** Held by whoever makes or ends an administrator, until the end of the transaction. */
const lockAdministrators = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('administrator', 0))`);

/** An account that is about to be deleted does not count. */
async function hasOtherAdministrator(tx: Tx, userId: string): Promise<boolean> {
  const [other] = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.isAdmin, true), eq(user.isOwner, false), isNull(user.deleteAt), ne(user.id, userId)))
    .limit(1);
  return other !== undefined;
}

/**
 * Call before an account is set to be deleted: without administrator, whoever signs in next would become one. The only account of
 * a server may go. Errors: `last_admin`.
 */
export async function requireOtherAdministrator(tx: Tx, userId: string): Promise<void> {
  await lockAdministrators(tx);
  const [row] = await tx.select({ isAdmin: user.isAdmin, isOwner: user.isOwner }).from(user).where(eq(user.id, userId));
  if (!row?.isAdmin || row.isOwner || (await hasOtherAdministrator(tx, userId))) return;
  const [other] = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(sql`${user.isAnonymous} is not true`, eq(user.isOwner, false), ne(user.id, userId)))
    .limit(1);
  if (other) throw new AppError('last_admin');
}

export type Membership = { isAdmin: boolean; isLifetime: boolean; paidUntil: Date | null };

/**
 * Gives what it was before. Errors: `not_allowed` when the administrator `by` is none any more, and for guests; `not_found`;
 * `last_admin`; `paid_until_past` for a new end in the past.
 */
export async function changeMembership(
  tx: Tx,
  { userId, by }: { userId: string; by: string },
  wanted: Membership,
): Promise<Membership> {
  // Of two administrators who remove each other, one stays.
  await lockAdministrators(tx);
  const [asking] = await tx.select({ isAdmin: user.isAdmin }).from(user).where(eq(user.id, by));
  // Somebody else may have taken the role away since the request began.
  if (asking?.isAdmin !== true) throw new AppError('not_allowed');
  const [row] = await tx.select().from(user).where(eq(user.id, userId)).for('update');
  if (!row) throw new AppError('not_found');
  if (row.isAnonymous || row.isOwner) throw new AppError('not_allowed');
  if (row.isAdmin && !wanted.isAdmin && !(await hasOtherAdministrator(tx, userId))) throw new AppError('last_admin');
  const { isAdmin, isLifetime, paidUntil } = row;
  // A date in the past is accepted if it was stored before, so that other fields can be changed.
  const end = wanted.paidUntil;
  if (end !== null && end <= new Date() && end.getTime() !== paidUntil?.getTime()) throw new AppError('paid_until_past');
  await tx
    .update(user)
    .set({ ...wanted, updatedAt: new Date() })
    .where(eq(user.id, userId));
  return { isAdmin, isLifetime, paidUntil };
}

/** Whether there is any account besides guests and the owner of a single-user server. */
export async function hasAccounts(db: Db): Promise<boolean> {
  const [row] = await db
    .select({ id: user.id })
    .from(user)
    .where(and(sql`${user.isAnonymous} is not true`, eq(user.isOwner, false)))
    .limit(1);
  return row !== undefined;
}
