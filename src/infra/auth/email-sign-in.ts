import { eq } from 'drizzle-orm';
import { session } from '#db/schema/auth.ts';
import { AppError } from '#lib/app-error.ts';
import { isReservedEmail } from './accounts/reserved-emails.ts';
import { givenNameOf } from './accounts/usernames.ts';
import type { Auth } from './auth-port.ts';
import type { AuthOptions, BetterAuth } from './better-auth.ts';
import { openByPassword, replacePassword } from './change-password.ts';
import { sessionOf, withoutSession } from './opened-session.ts';
import type { ReadSession } from './read-session.ts';
import { orRefusal } from './refusals.ts';
import { endAllSessions } from './sessions.ts';

type EmailSignIn = Pick<Auth, 'signUp' | 'signIn' | 'signOut' | 'verifyEmail' | 'changePassword'>;

type Needs = Pick<AuthOptions, 'db' | 'adminEmail'>;

/** Its account can be used only once the address is verified, also where others need no verification: anybody can type it. */
const isAdministrators = ({ adminEmail }: Needs, email: string) => email === adminEmail;

/** Deletes a session whose cookie was not sent to anybody. */
async function forgetSession({ db }: Needs, token: string): Promise<void> {
  await db.delete(session).where(eq(session.token, token));
}

async function openSession(
  needs: Needs,
  { auth }: BetterAuth,
  { email, password, headers }: { email: string; password: string; headers: Headers },
): Promise<string[]> {
  const { setCookies } = await openByPassword(needs.db, email, async () => {
    const made = await orRefusal(auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }));
    const { token, user } = made.response;
    if (!user.emailVerified && isAdministrators(needs, email)) {
      await forgetSession(needs, token);
      await auth.api.sendVerificationEmail({ body: { email } });
      throw new AppError('email_not_verified');
    }
    return { token, setCookies: made.headers.getSetCookie() };
  });
  return setCookies;
}

export function createEmailSignIn(needs: Needs, better: BetterAuth, readSession: ReadSession): EmailSignIn {
  const { db } = needs;
  const { auth, withLanguage, withPassword } = better;
  return {
    async signUp({ email, password, language }, headers) {
      if (isReservedEmail(email)) throw new AppError('email_reserved');
      const name = givenNameOf(email);
      const fresh = withoutSession(headers);
      const made = await withLanguage(language, () =>
        orRefusal(auth.api.signUpEmail({ body: { email, password, name }, headers: fresh, returnHeaders: true })),
      );
      const { token } = made.response;
      if (token === null) return null;
      if (isAdministrators(needs, email)) {
        await forgetSession(needs, token);
        return null;
      }
      const setCookies = made.headers.getSetCookie();
      return { user: await sessionOf(readSession, setCookies), setCookies };
    },
    async signIn({ email, password, language }, headers) {
      const fresh = withoutSession(headers);
      const setCookies = await withLanguage(language, () => openSession(needs, better, { email, password, headers: fresh }));
      return { user: await sessionOf(readSession, setCookies), setCookies };
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
      return { user: await sessionOf(readSession, setCookies), setCookies };
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
