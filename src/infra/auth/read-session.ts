/** Finds the user by the session cookie. Every call needs this, so it is one statement and bypasses better-auth. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { session, user } from '#db/schema/auth.ts';
import { type AuthUser, toAuthUser } from './accounts/auth-user.ts';
import type { BetterAuth } from './better-auth.ts';

/** Null for a cookie that this server did not sign, and for a session that has ended. */
export type ReadSession = (headers: Headers) => Promise<AuthUser | null>;

export function createSessionReader(db: Db, { auth }: BetterAuth): ReadSession {
  const { id, name, email, createdAt, isAnonymous, isAdmin, isLifetime, paidUntil, language, theme, avatarBlob } = user;
  const row = { id, name, email, createdAt, isAnonymous, isAdmin, isLifetime, paidUntil, language, theme, avatarBlob };
  // Prepared without a name: built once but planned by the database each time, so that it works with any connection pooler.
  const find = db
    .select({ row, opened: { id: session.id, expiresAt: session.expiresAt } })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(session.token, sql.placeholder('token')))
    .prepare('');
  return async (headers) => {
    const { authCookies, secret } = await auth.$context;
    const token = signedValue(headers.get('cookie') ?? '', authCookies.sessionToken.name, secret);
    if (token === null) return null;
    const [found] = await find.execute({ token });
    return found && found.opened.expiresAt.getTime() >= Date.now() ? toAuthUser(found.row, found.opened) : null;
  };
}

/** The first cookie with this name, as in better-auth. */
function cookieOf(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const end = pair.indexOf('=');
    if (end === -1 || pair.slice(0, end).trim() !== name) continue;
    const value = pair.slice(end + 1).trim();
    try {
      return decodeURIComponent(value.startsWith('"') ? value.slice(1, -1) : value);
    } catch {
      return null;
    }
  }
  return null;
}

/** The part of the cookie before its last dot, if the part after it is a valid signature; otherwise null. */
export function signedValue(header: string, name: string, secret: string): string | null {
  const signed = cookieOf(header, name) ?? '';
  const end = signed.lastIndexOf('.');
  if (end < 1) return null;
  const value = signed.slice(0, end);
  const given = Buffer.from(signed.slice(end + 1));
  const expected = Buffer.from(createHmac('sha256', secret).update(value).digest('base64'));
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : null;
}
