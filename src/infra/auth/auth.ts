/** Who is asking. Guests get an account of their own on first use, so that everything has an owner from the start. */

import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { betterAuth } from 'better-auth/minimal';
import { anonymous } from 'better-auth/plugins/anonymous';
import type { Db } from '#db/client.ts';
import { account, session, user, verification } from '#db/schema/auth.ts';
import type { Logger } from '#infra/logger/logger.ts';
import { AppError } from '#lib/app-error.ts';

export type AuthUser = { id: string; name: string | null; isAnonymous: boolean; createdAt: Date };

export type Auth = {
  /** The user of a request's session cookie, or null. */
  getUser(headers: Headers): Promise<AuthUser | null>;
  /** The user, made when there is none yet; then `setCookies` holds what the answer has to set. */
  ensureUser(headers: Headers): Promise<{ user: AuthUser; setCookies: string[] }>;
};

export type AuthOptions = {
  db: Db;
  secret: string;
  /** Scheme, host and port as browsers see them. */
  baseUrl: string;
  trustedOrigins: readonly string[];
  logger: Logger;
};

const yearSeconds = 365 * 24 * 3600;

export function createAuth(options: AuthOptions): Auth {
  const auth = betterAuth({
    baseURL: options.baseUrl,
    basePath: '/api/auth',
    secret: options.secret,
    trustedOrigins: [...options.trustedOrigins],
    database: drizzleAdapter(options.db, { provider: 'pg', schema: { user, session, account, verification } }),
    // A guest who loses the cookie loses the library, so it lasts, and is renewed while it is used.
    session: { expiresIn: yearSeconds, updateAge: 7 * 24 * 3600 },
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
      return found ? toUser(found.user) : null;
    },
    async ensureUser(headers) {
      const existing = await auth.api.getSession({ headers });
      if (existing) return { user: toUser(existing.user), setCookies: [] };
      const made = await auth.api.signInAnonymous({ headers, returnHeaders: true });
      if (!made.response) throw new AppError('internal', { detail: 'no anonymous account was made' });
      return { user: { ...toUser(made.response.user), isAnonymous: true }, setCookies: made.headers.getSetCookie() };
    },
  };
}

/** The library's name for guests is no name of theirs. */
const namelessGuest = 'Anonymous';

function toUser(row: { id: string; name: string; createdAt: Date; isAnonymous?: boolean | null | undefined }): AuthUser {
  const isAnonymous = row.isAnonymous === true;
  return {
    id: row.id,
    name: isAnonymous && row.name === namelessGuest ? null : row.name,
    isAnonymous,
    createdAt: new Date(row.createdAt),
  };
}
