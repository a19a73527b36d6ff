/** A guest gets an account on first use, so that every row has an owner. */

import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { betterAuth } from 'better-auth/minimal';
import { anonymous } from 'better-auth/plugins/anonymous';
import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { account, session, user, verification } from '#db/schema/auth.ts';
import type { Logger } from '#infra/logger/logger.ts';
import { AppError } from '#lib/app-error.ts';
import { type Role, roleOf } from '#lib/roles.ts';
import { emptySessionSeconds, extendSession, type GuestSession, keptSessionSeconds } from './guest-accounts.ts';

export type AuthUser = {
  id: string;
  name: string | null;
  /** Null for guests. */
  email: string | null;
  role: Role;
  isAnonymous: boolean;
  createdAt: Date;
  session: GuestSession;
};

export type Auth = {
  getUser(headers: Headers): Promise<AuthUser | null>;
  /** Creates an account for a request without one; the answer has to set the cookies. */
  createGuest(headers: Headers): Promise<{ user: AuthUser; setCookies: string[] }>;
  /** Extends the session when it is due. Call it when something may have been stored. */
  keepSession(user: AuthUser): Promise<void>;
};

export type AuthOptions = {
  db: Db;
  secret: string;
  baseUrl: string;
  trustedOrigins: readonly string[];
  logger: Logger;
};

export function createAuth(options: AuthOptions): Auth {
  const auth = betterAuth({
    baseURL: options.baseUrl,
    basePath: '/api/auth',
    secret: options.secret,
    trustedOrigins: [...options.trustedOrigins],
    database: drizzleAdapter(options.db, { provider: 'pg', schema: { user, session, account, verification } }),
    // The cookie outlives the session; `extendSession` decides how long the session itself lasts.
    session: { expiresIn: keptSessionSeconds, disableSessionRefresh: true },
    databaseHooks: {
      session: {
        create: {
          before: async (made) => ({ data: { ...made, expiresAt: new Date(Date.now() + emptySessionSeconds * 1000) } }),
        },
      },
    },
    user: {
      additionalFields: {
        isAdmin: { type: 'boolean', input: false, required: false },
        isLifetime: { type: 'boolean', input: false, required: false },
        paidUntil: { type: 'date', input: false, required: false },
      },
    },
    emailAndPassword: { enabled: false },
    plugins: [anonymous({ disableDeleteAnonymousUser: true })],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'gleaner',
      useSecureCookies: options.baseUrl.startsWith('https:'),
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, path: '/' },
    },
    logger: {
      level: 'warn',
      log: (level, message) =>
        options.logger[level === 'error' ? 'error' : level === 'warn' ? 'warn' : 'debug']({ from: 'auth' }, message),
    },
  });

  return {
    async getUser(headers) {
      const found = await auth.api.getSession({ headers });
      return found ? toUser(found.user, found.session) : null;
    },
    async createGuest(headers) {
      const made = await auth.api.signInAnonymous({ headers, returnHeaders: true });
      if (!made.response) throw new AppError('internal', { detail: 'no anonymous account was made' });
      const { token, user: row } = made.response;
      const [opened] = await options.db.select().from(session).where(eq(session.token, token));
      if (!opened) throw new AppError('internal', { detail: 'no session was made' });
      return { user: toUser({ ...row, isAnonymous: true }, opened), setCookies: made.headers.getSetCookie() };
    },
    async keepSession(of) {
      of.session.expiresAt = await extendSession(options.db, of.id, of.session);
    },
  };
}

const namelessGuest = 'Anonymous';

type UserRow = {
  id: string;
  name: string;
  email: string;
  createdAt: Date;
  isAnonymous?: boolean | null | undefined;
  isAdmin?: boolean | null | undefined;
  isLifetime?: boolean | null | undefined;
  paidUntil?: Date | null | undefined;
};

function toUser(row: UserRow, opened: { id: string; expiresAt: Date }): AuthUser {
  const isAnonymous = row.isAnonymous === true;
  return {
    id: row.id,
    name: isAnonymous && row.name === namelessGuest ? null : row.name,
    email: isAnonymous ? null : row.email,
    role: roleOf(
      {
        isAnonymous,
        isAdmin: row.isAdmin === true,
        isLifetime: row.isLifetime === true,
        paidUntil: row.paidUntil ? new Date(row.paidUntil) : null,
      },
      new Date(),
    ),
    isAnonymous,
    createdAt: new Date(row.createdAt),
    session: { id: opened.id, expiresAt: new Date(opened.expiresAt) },
  };
}
