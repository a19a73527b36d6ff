/** What the server can do with accounts and sessions. */
import type { InterfaceLanguage } from '#lib/languages.ts';
import type { AuthUser } from './auth-user.ts';

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
  /** Ends what came into the account before, but for this password. Errors: `link_expired`, `sign_in_failed`. */
  verifyEmail(input: { token: string; password: string }, headers: Headers): Promise<SignedIn>;
  /** Does the same whether the address is known or not. Errors: `reset_not_possible`. */
  requestReset(input: { email: string; language: InterfaceLanguage }): Promise<void>;
  /** Ends all sessions of the account. Errors: `link_expired`, `password_unfit`. */
  resetPassword(input: { token: string; password: string }): Promise<void>;
  /**
   * Ends all sessions and opens a new one; of several at once one is made. Errors: `sign_in_failed` for a wrong current password,
   * `password_unfit`.
   */
  changePassword(
    input: { userId: string; email: string; current: string; password: string },
    headers: Headers,
  ): Promise<string[]>;
  /** The address to send the browser to. Errors: `not_found`, `provider_failed`. */
  startProvider(provider: string, headers: Headers): Promise<{ url: string; setCookies: string[] }>;
  /** A provider's answer: the request it sends the browser with. */
  finishProvider(request: Request): Promise<{ response: Response; signedIn: AuthUser | null }>;
};
