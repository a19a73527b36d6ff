/** Accounts, sessions and sign-in with better-auth. Of its HTTP routes, only the callbacks of providers are open. */
import { AppError } from '#lib/app-error.ts';
import { findOwner } from './accounts/owner.ts';
import { extendSession } from './accounts/session-length.ts';
import type { Auth } from './auth-port.ts';
import { type AuthOptions, createBetterAuth } from './better-auth.ts';
import { createEmailSignIn } from './email-sign-in.ts';
import { sessionOf, withoutSession } from './opened-session.ts';
import { createProviderSignIn } from './provider-sign-in.ts';
import { createSessionReader } from './read-session.ts';
import { createPasswordReset } from './reset-password.ts';

export type { AuthUser } from './accounts/auth-user.ts';
export type { Auth, SignedIn } from './auth-port.ts';
export { type AuthMail, afterProviderPath } from './better-auth.ts';

export function createAuth(options: AuthOptions): Auth {
  const { db } = options;
  const better = createBetterAuth(options);
  const { auth } = better;
  const readSession = createSessionReader(db, better);

  return {
    async getUser(headers) {
      if (options.mode === 'single') return findOwner(db);
      return readSession(headers);
    },
    async createGuest(headers) {
      if (!options.guests) throw new AppError('sign_in_needed');
      const fresh = withoutSession(headers);
      const { headers: answered } = await auth.api.signInAnonymous({ headers: fresh, returnHeaders: true });
      const setCookies = answered.getSetCookie();
      return { user: await sessionOf(readSession, setCookies), setCookies };
    },
    async keepSession(of) {
      of.session.expiresAt = await extendSession(db, of);
    },
    ...createEmailSignIn(options, better, readSession),
    ...createPasswordReset(better),
    ...createProviderSignIn(options, better, readSession),
  };
}
