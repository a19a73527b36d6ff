import type { InterfaceLanguage } from '#lib/languages.ts';
import type { AuthUser } from './accounts/auth-user.ts';

/** The response must set these cookies. */
export type SignedIn = { user: AuthUser; setCookies: string[] };

export type Auth = {
  getUser(headers: Headers): Promise<AuthUser | null>;
  /** Creates a guest account. Errors: `sign_in_needed` when guests are not allowed. */
  createGuest(headers: Headers): Promise<SignedIn>;
  /** Extends the session if necessary. Call it when something may have been stored. */
  keepSession(user: AuthUser): Promise<void>;
  /** Null when the user has to follow the link in a mail first. Errors: `sign_up_refused`, `email_reserved`, `password_unfit`. */
  signUp(input: { email: string; password: string; language: InterfaceLanguage }, headers: Headers): Promise<SignedIn | null>;
  /** Errors: `sign_in_failed`, `email_not_verified`. */
  signIn(input: { email: string; password: string; language: InterfaceLanguage }, headers: Headers): Promise<SignedIn>;
  signOut(headers: Headers): Promise<string[]>;
  /** Ends earlier sessions and other sign-in methods, except for this password. Errors: `link_expired`, `sign_in_failed`. */
  verifyEmail(input: { token: string; password: string }, headers: Headers): Promise<SignedIn>;
  /** Behaves the same for known and unknown addresses. Errors: `reset_not_possible`. */
  requestReset(input: { email: string; language: InterfaceLanguage }): Promise<void>;
  /** Ends all sessions of the account. Errors: `link_expired`, `password_unfit`. */
  resetPassword(input: { token: string; password: string }): Promise<void>;
  /** Ends all sessions, opens one; of changes at once one wins. Errors: `sign_in_failed` (wrong password), `password_unfit`. */
  changePassword(
    input: { userId: string; email: string; current: string; password: string },
    headers: Headers,
  ): Promise<string[]>;
  /** Returns the URL to send the browser to. `mayBeNew`: somebody without an account gets one. Errors: `not_found`, `provider_failed`. */
  startProvider(input: { provider: string; mayBeNew: boolean }, headers: Headers): Promise<{ url: string; setCookies: string[] }>;
  /** Handles the request with which a provider sends the browser back. `undoSignUp` deletes an account that was made by it. */
  finishProvider(
    request: Request,
  ): Promise<{ response: Response; signedIn: AuthUser | null; undoSignUp: (() => Promise<void>) | null }>;
};
