import type { Db } from '#db/client.ts';
import { AppError } from '#lib/app-error.ts';
import { isReservedEmail } from './accounts/reserved-emails.ts';
import type { Auth } from './auth-port.ts';
import type { BetterAuth } from './better-auth.ts';
import { openByPassword, replacePassword } from './change-password.ts';
import { sessionOf, withoutSession } from './opened-session.ts';
import { isMessagingEmail } from './providers.ts';
import { orRefusal } from './refusals.ts';
import { endAllSessions } from './sessions.ts';

type EmailSignIn = Pick<
  Auth,
  'signUp' | 'signIn' | 'signOut' | 'verifyEmail' | 'requestReset' | 'resetPassword' | 'changePassword'
>;

export function createEmailSignIn(db: Db, better: BetterAuth): EmailSignIn {
  const { auth, withLanguage, withPassword } = better;

  /** Returns the session's cookies. */
  function openSession({ email, password }: { email: string; password: string }, headers: Headers): Promise<string[]> {
    return openByPassword(db, email, async () => {
      const made = await orRefusal(auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }));
      return { token: made.response.token, setCookies: made.headers.getSetCookie() };
    }).then(({ setCookies }) => setCookies);
  }

  return {
    async signUp({ email, password, language }, headers) {
      if (isReservedEmail(email)) throw new AppError('email_reserved');
      const name = email.slice(0, email.indexOf('@'));
      const fresh = withoutSession(headers);
      const made = await withLanguage(language, () =>
        orRefusal(auth.api.signUpEmail({ body: { email, password, name }, headers: fresh, returnHeaders: true })),
      );
      if (made.response.token === null) return null;
      const setCookies = made.headers.getSetCookie();
      return { user: await sessionOf(better, setCookies), setCookies };
    },
    async signIn({ email, password, language }, headers) {
      const fresh = withoutSession(headers);
      const setCookies = await withLanguage(language, () => openSession({ email, password }, fresh));
      return { user: await sessionOf(better, setCookies), setCookies };
    },
    async signOut(headers) {
      const { headers: answered } = await auth.api.signOut({ headers, returnHeaders: true });
      return answered.getSetCookie();
    },
    async verifyEmail({ token, password }, headers) {
      // Sent without the current session, which is ended or belongs to another user: the new one is independent of it.
      const fresh = withoutSession(headers);
      const { headers: answered } = await withPassword(password, () =>
        orRefusal(auth.api.verifyEmail({ query: { token }, headers: fresh, returnHeaders: true })),
      );
      const setCookies = answered.getSetCookie();
      // The address was verified before: a link signs in only once.
      if (setCookies.length === 0) throw new AppError('link_expired');
      return { user: await sessionOf(better, setCookies), setCookies };
    },
    async requestReset({ email, language }) {
      if (isMessagingEmail(email)) throw new AppError('reset_not_possible');
      await withLanguage(language, () => auth.api.requestPasswordReset({ body: { email } }));
    },
    async resetPassword({ token, password }) {
      await orRefusal(auth.api.resetPassword({ body: { token, newPassword: password } }));
    },
    async changePassword({ userId, email, current, password }, headers) {
      const hash = await replacePassword(db, userId, { current, password });
      await endAllSessions(db, userId);
      const open = async () => {
        // Not by signing in: whoever is signed in stays so, also with an address that was never verified.
        const made = await auth.api.openSession({ body: { userId }, headers: withoutSession(headers), returnHeaders: true });
        return { token: made.response.token, setCookies: made.headers.getSetCookie() };
      };
      return (await openByPassword(db, email, open, hash)).setCookies;
    },
  };
}
