/** A current password allows one change, and no session opened with it outlives that change. */
import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { account, session, user } from '#db/schema/auth.ts';
import { AppError } from '#lib/app-error.ts';
import { forgetResetLinks } from './forget-reset-links.ts';
import { hashPassword, leastPasswordLength, mostPasswordLength, verifyPassword } from './passwords.ts';

export const byPassword = 'credential';

/** Gives the new hash. Of two changes at once one is made. Sessions stay. Errors: `sign_in_failed`, `password_unfit`. */
export async function replacePassword(
  db: Db,
  userId: string,
  { current, password }: { current: string; password: string },
): Promise<string> {
  if (password.length < leastPasswordLength || password.length > mostPasswordLength) throw new AppError('password_unfit');
  const ofUser = and(eq(account.userId, userId), eq(account.providerId, byPassword));
  const [row] = await db.select({ hash: account.password }).from(account).where(ofUser);
  if (!row?.hash || !(await verifyPassword({ hash: row.hash, password: current }))) throw new AppError('sign_in_failed');
  const isCurrent = eq(account.password, row.hash);
  const hash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const replaced = await tx
      .update(account)
      .set({ password: hash, updatedAt: new Date() })
      .where(and(ofUser, isCurrent))
      .returning({ id: account.id });
    if (replaced.length === 0) throw new AppError('sign_in_failed');
    await forgetResetLinks(tx, userId);
  });
  return hash;
}

/**
 * Opens a session by a password. Whoever changes a password ends all sessions afterwards, so one that was opened by the earlier
 * password is either among them or ended here. `knownHash`: of a password that was right before this call, so that `open` does not
 * ask for it. Errors: `sign_in_failed`, and those of `open`.
 */
export async function openByPassword<Opened extends { token: string }>(
  db: Db,
  email: string,
  open: () => Promise<Opened>,
  knownHash?: string,
): Promise<Opened> {
  const before = knownHash ?? (await storedHash(db, email));
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
