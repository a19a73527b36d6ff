/** A current password allows one change, and no session opened with it outlives that change. */
import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { account, session, user } from '#db/schema/auth.ts';
import { AppError } from '#lib/app-error.ts';
import { hashPassword, leastPasswordLength, mostPasswordLength, verifyPassword } from './passwords.ts';

export const byPassword = 'credential';

/** Ends no sessions. Of concurrent changes, only one succeeds. Errors: `sign_in_failed` (wrong password), `password_unfit`. */
export async function replacePassword(
  db: Db,
  userId: string,
  { current, password }: { current: string; password: string },
): Promise<void> {
  if (password.length < leastPasswordLength || password.length > mostPasswordLength) throw new AppError('password_unfit');
  const ofUser = and(eq(account.userId, userId), eq(account.providerId, byPassword));
  const [row] = await db.select({ hash: account.password }).from(account).where(ofUser);
  if (!row?.hash || !(await verifyPassword({ hash: row.hash, password: current }))) throw new AppError('sign_in_failed');
  const replaced = await db
    .update(account)
    .set({ password: await hashPassword(password), updatedAt: new Date() })
    .where(and(ofUser, eq(account.password, row.hash)))
    .returning({ id: account.id });
  if (replaced.length === 0) throw new AppError('sign_in_failed');
}

/**
 * Opens a session with a password. A password change ends all sessions afterwards, so a session opened with the former
 * password is ended either there or here. Errors: `sign_in_failed`, and those of `open`.
 */
export async function openByPassword<Opened extends { token: string }>(
  db: Db,
  email: string,
  open: () => Promise<Opened>,
): Promise<Opened> {
  const before = await storedHash(db, email);
  const isStill = async () => (await storedHash(db, email)) === before;
  const opened = await open().catch(async (error: unknown) => {
    if (await isStill()) throw error;
    // The account was deleted meanwhile.
    throw new AppError('sign_in_failed', { cause: error });
  });
  if (await isStill()) return opened;
  await db.delete(session).where(eq(session.token, opened.token));
  throw new AppError('sign_in_failed');
}

async function storedHash(db: Db, email: string): Promise<string | null> {
  const [row] = await db
    .select({ hash: account.password })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(and(eq(user.email, email.toLowerCase()), eq(account.providerId, byPassword)));
  return row?.hash ?? null;
}
