/**
 * Whoever signs up with an address may not own it. So the link in the mail verifies the address only together with the password,
 * and verification ends earlier sessions and provider sign-ins. A stranger who signed up first keeps no access.
 */
import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { account, session, user } from '#db/schema/auth.ts';
import { AppError } from '#lib/app-error.ts';
import { byPassword } from './change-password.ts';
import { verifyPassword } from './passwords.ts';

/** Errors: `sign_in_failed`. */
export async function requirePassword(db: Db, userId: string, typed: string): Promise<void> {
  const ofUser = and(eq(account.userId, userId), eq(account.providerId, byPassword));
  const [row] = await db.select({ hash: account.password }).from(account).where(ofUser);
  if (!row?.hash || !(await verifyPassword({ hash: row.hash, password: typed }))) throw new AppError('sign_in_failed');
}

/** Marks the address as verified and ends all sessions and provider sign-ins. False when it was verified before. */
export async function claimEmail(db: Db, userId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [claimed] = await tx
      .update(user)
      .set({ emailVerified: true, updatedAt: new Date() })
      .where(and(eq(user.id, userId), eq(user.emailVerified, false)))
      .returning({ id: user.id });
    if (!claimed) return false;
    await tx.delete(account).where(and(eq(account.userId, userId), ne(account.providerId, byPassword)));
    await tx.delete(session).where(eq(session.userId, userId));
    return true;
  });
}

export async function isEmailKnown(db: Db, email: string): Promise<boolean> {
  return (await db.$count(user, eq(user.email, email.toLowerCase()))) > 0;
}
