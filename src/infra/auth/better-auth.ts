import { AsyncLocalStorage } from 'node:async_hooks';
import type { BetterAuthOptions } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { betterAuth } from 'better-auth/minimal';
import { anonymous } from 'better-auth/plugins/anonymous';
import type { Db } from '#db/client.ts';
import { account, session, user, verification } from '#db/schema/auth.ts';
import type { Logger } from '#infra/logger/logger.ts';
import { AppError } from '#lib/app-error.ts';
import type { InterfaceLanguage } from '#lib/languages.ts';
import { cleanUsername } from '#lib/username.ts';
import type { AccountMode } from './account-mode.ts';
import { emptySessionSeconds, keptSessionSeconds } from './accounts/session-length.ts';
import { claimEmail, requirePassword } from './claimed-email.ts';
import { forgetResetLinks } from './forget-reset-links.ts';
import { linkSeconds } from './link-lifetime.ts';
import { type NewWeChatUsers, rememberNewWeChatUsers } from './new-wechat-users.ts';
import { hashPassword, leastPasswordLength, mostPasswordLength, verifyPassword } from './passwords.ts';
import { isMessagingEmail, providerPlugin, type SignInProvider } from './providers.ts';
import { sessionPlugin } from './session-plugin.ts';
import { endAllSessions } from './sessions.ts';
import type { JoinAccounts } from './wechat-identity.ts';

/** A mail to send. `exists`: somebody tried to sign up with the address of an existing account. */
export type AuthMail = { kind: 'verify' | 'reset' | 'exists'; email: string; token: string; language: InterfaceLanguage };

export type AuthOptions = {
  db: Db;
  secret: string;
  baseUrl: string;
  trustedOrigins: readonly string[];
  logger: Logger;
  mode: AccountMode;
  guests: boolean;
  /** In lower case. Null: the first account is the administrator. */
  adminEmail: string | null;
  verifyEmail: boolean;
  providers: readonly SignInProvider[];
  sendMail(mail: AuthMail): Promise<void>;
  joinAccounts: JoinAccounts;
};

/** Path where a provider's sign-in ends, with `error` in the query if it failed. */
export const afterProviderPath = '/user/sign-in';

function cookieOptions(baseUrl: string) {
  return {
    // Limits count by `clientAddressOf`; better-auth would store whatever address the client claims.
    ipAddress: { disableIpTracking: true },
    cookiePrefix: 'gleaner',
    useSecureCookies: baseUrl.startsWith('https:'),
    defaultCookieAttributes: { sameSite: 'lax' as const, httpOnly: true, path: '/' },
  };
}

/** A provider is asked once, while its user signs in. Nothing is asked later, so that its tokens are not kept. */
const withoutTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
};

function databaseHooks(weChat: NewWeChatUsers): NonNullable<BetterAuthOptions['databaseHooks']> {
  return {
    user: { create: { before: async (made) => ({ data: { ...made, name: cleanUsername(made.name) } }) } },
    account: {
      create: {
        before: async (made) => ({ data: { ...made, ...withoutTokens } }),
        after: (made) => weChat.storeAll(made),
      },
    },
    session: {
      create: {
        before: async (made) => ({ data: { ...made, expiresAt: new Date(Date.now() + emptySessionSeconds * 1000) } }),
      },
    },
  };
}

/** The reset link came by mail, so it verifies the address too. */
async function settleReset(db: Db, userId: string): Promise<void> {
  await forgetResetLinks(db, userId);
  await claimEmail(db, userId);
  // Includes sessions that were opened with the old password meanwhile.
  await endAllSessions(db, userId);
}

export function createBetterAuth(options: AuthOptions) {
  const { db, logger } = options;
  const languages = new AsyncLocalStorage<InterfaceLanguage>();
  const typedPasswords = new AsyncLocalStorage<string>();
  const mail = (kind: AuthMail['kind'], email: string, token: string) =>
    options.sendMail({ kind, email, token, language: languages.getStore() ?? 'zh' });
  const weChat = rememberNewWeChatUsers(options);
  const auth = betterAuth({
    baseURL: options.baseUrl,
    basePath: '/api/auth',
    secret: options.secret,
    trustedOrigins: [...options.trustedOrigins],
    database: drizzleAdapter(db, { provider: 'pg', schema: { user, session, account, verification } }),
    // The cookie outlives the session; `extendSession` decides how long the session itself lasts.
    session: { expiresIn: keptSessionSeconds, disableSessionRefresh: true },
    databaseHooks: databaseHooks(weChat),
    account: { updateAccountOnSignIn: false },
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: options.mode !== 'single',
      minPasswordLength: leastPasswordLength,
      maxPasswordLength: mostPasswordLength,
      requireEmailVerification: options.verifyEmail,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: linkSeconds,
      password: { hash: hashPassword, verify: verifyPassword },
      onPasswordReset: ({ user: { id } }) => settleReset(db, id),
      sendResetPassword: async ({ user: { email }, token }) => mail('reset', email, token),
      onExistingUserSignUp: async ({ user: { email } }) => mail('exists', email, ''),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: true,
      expiresIn: linkSeconds,
      beforeEmailVerification: async ({ id }) => {
        await requirePassword(db, id, typedPasswords.getStore() ?? '');
        // A second request with the same link must not end the session that the first one has opened.
        if (!(await claimEmail(db, id))) throw new AppError('link_expired');
      },
      sendVerificationEmail: async ({ user: { email }, token }) => {
        if (!isMessagingEmail(email)) await mail('verify', email, token);
      },
    },
    onAPIError: { errorURL: `${options.baseUrl}${afterProviderPath}` },
    plugins: [
      anonymous({ disableDeleteAnonymousUser: true }),
      providerPlugin(options.providers, (identity) => weChat.identify(identity)),
      sessionPlugin(),
    ],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: cookieOptions(options.baseUrl),
    logger: {
      level: 'warn',
      // Debug level only, because the messages contain email addresses.
      log: (level, message) => logger.debug({ from: 'auth', level }, message),
    },
  });
  function withLanguage<Result>(language: InterfaceLanguage, work: () => Promise<Result>): Promise<Result> {
    return languages.run(language, work);
  }
  function withPassword<Result>(password: string, work: () => Promise<Result>): Promise<Result> {
    return typedPasswords.run(password, work);
  }
  return {
    auth,
    withLanguage,
    withPassword,
  };
}

export type BetterAuth = ReturnType<typeof createBetterAuth>;
