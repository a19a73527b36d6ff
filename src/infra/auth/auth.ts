/** Accounts, sessions and sign-in, over better-auth. Its HTTP routes stay closed but for the answers of providers. */

import { eq } from 'drizzle-orm';
import { session } from '#db/schema/auth.ts';
import { AppError } from '#lib/app-error.ts';
import type { InterfaceLanguage } from '#lib/languages.ts';
import { type AuthUser, toAuthUser } from './auth-user.ts';
import { type AuthOptions, createBetterAuth } from './better-auth.ts';
import { createEmailSignIn } from './email-sign-in.ts';
import { extendSession } from './guest-accounts.ts';
import { findOwner } from './owner.ts';
import { createProviderSignIn } from './provider-sign-in.ts';

export type { AuthUser } from './auth-user.ts';
export { type AuthMail, afterProviderPath } from './better-auth.ts';

/** The answer to the browser has to set the cookies. */
export type SignedIn = { user: AuthUser; setCookies: string[] };

export type Auth = {
  getUser(headers: Headers): Promise<AuthUser | null>;
  /** Creates an account for a request without one. Errors: `sign_in_needed` where guests are not allowed. */
  createGuest(headers: Headers): Promise<SignedIn>;
  /** Extends the session when it is due. Call it when something may have been stored. */
  keepSession(user: AuthUser): Promise<void>;
  /** Null: a mail leads on. Errors: `sign_up_refused`, `email_reserved`, `password_unfit`. */
  signUp(input: { email: string; password: string; language: InterfaceLanguage }, headers: Headers): Promise<SignedIn | null>;
  /** Errors: `sign_in_failed`, `email_not_verified`. */
  signIn(input: { email: string; password: string; language: InterfaceLanguage }, headers: Headers): Promise<SignedIn>;
  signOut(headers: Headers): Promise<string[]>;
  /** Errors: `link_expired`. */
  verifyEmail(token: string, headers: Headers): Promise<SignedIn>;
  /** Does the same whether the address is known or not. Errors: `reset_not_possible`. */
  requestReset(input: { email: string; language: InterfaceLanguage }): Promise<void>;
  /** Ends all sessions of the account. Errors: `link_expired`, `password_unfit`. */
  resetPassword(input: { token: string; password: string }): Promise<void>;
  /** Ends all other sessions. Errors: `sign_in_failed` for a wrong current password, `password_unfit`. */
  changePassword(input: { current: string; password: string }, headers: Headers): Promise<string[]>;
  /** The address to send the browser to. Errors: `not_found`, `provider_failed`. */
  startProvider(provider: string, headers: Headers): Promise<{ url: string; setCookies: string[] }>;
  /** A provider's answer: the request it sends the browser with. */
  finishProvider(request: Request): Promise<{ response: Response; signedIn: AuthUser | null }>;
};

export function createAuth(options: AuthOptions): Auth {
  const { db } = options;
  const better = createBetterAuth(options);
  const { auth } = better;

  return {
    async getUser(headers) {
      if (options.mode === 'single') return findOwner(db);
      const found = await auth.api.getSession({ headers });
      return found ? toAuthUser(found.user, found.session) : null;
    },
    async createGuest(headers) {
      if (!options.guests) throw new AppError('sign_in_needed');
      const made = await auth.api.signInAnonymous({ headers, returnHeaders: true });
      if (!made.response) throw new AppError('internal', { detail: 'no anonymous account was made' });
      const { token, user: row } = made.response;
      const [opened] = await db.select().from(session).where(eq(session.token, token));
      if (!opened) throw new AppError('internal', { detail: 'no session was made' });
      return { user: toAuthUser({ ...row, isAnonymous: true }, opened), setCookies: made.headers.getSetCookie() };
    },
    async keepSession(of) {
      if (options.mode === 'single') return;
      of.session.expiresAt = await extendSession(db, of);
    },
    ...createEmailSignIn(better),
    ...createProviderSignIn(options, better),
  };
}
