/** The account of a single-user server. Nobody signs in to it; it is used by whoever reaches the server. */
import { randomUUID } from 'node:crypto';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import { AppError } from '#lib/app-error.ts';
import { type AuthUser, namelessOwner, toAuthUser } from './auth-user.ts';
import { reservedDomain } from './reserved-emails.ts';

const ownerEmail = `owner@${reservedDomain}`;

/** Creates the owner on the first start, or makes the first administrator the owner if there is one. Returns the owner's id. */
export async function ensureOwner(db: Db): Promise<string> {
  await db.execute(sql`
    update ${user} set is_owner = true where id =
      (select id from ${user} where is_admin and not is_owner order by created_at, id limit 1)
    and not exists (select 1 from ${user} where is_owner)`);
  await db
    .insert(user)
    .values({ id: randomUUID(), name: namelessOwner, email: ownerEmail, isAnonymous: false, isOwner: true, isAdmin: true })
    .onConflictDoNothing();
  const owner = await readOwner(db);
  if (!owner) throw new AppError('internal', { detail: 'the server for one person has no owner' });
  return owner.id;
}

/** Creates a new owner if the account was deleted since the start. */
export async function findOwner(db: Db): Promise<AuthUser | null> {
  const owner = await readOwner(db);
  if (owner) return owner;
  await ensureOwner(db);
  return readOwner(db);
}

async function readOwner(db: Db): Promise<AuthUser | null> {
  const [row] = await db.select().from(user).where(eq(user.isOwner, true));
  return row ? toAuthUser(row, { id: `owner:${row.id}`, expiresAt: new Date(8.64e15) }) : null;
}

/** When the server is opened to others, an administrator who served as the owner has to sign in again. */
export async function releaseOwner(db: Db): Promise<void> {
  await db
    .update(user)
    .set({ isOwner: false })
    .where(and(eq(user.isOwner, true), ne(user.email, ownerEmail)));
}

/** The owner account of a former single-user server, as long as nobody has taken it over. */
export async function findUnclaimedOwner(db: Db): Promise<string | null> {
  const [row] = await db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.isOwner, true), eq(user.email, ownerEmail)));
  return row?.id ?? null;
}
