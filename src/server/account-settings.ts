/** Who may use the server, read from the environment. */
import type { AccountMode } from '#infra/auth/account-mode.ts';
import type { SignInProvider } from '#infra/auth/providers.ts';
import { AppError } from '#lib/app-error.ts';
import type { EnvironmentValues } from './environment.ts';

export type AccountSettings = {
  mode: AccountMode;
  guests: boolean;
  adminEmail: string | null;
  verifyEmail: boolean;
  providers: SignInProvider[];
};

/** Errors: `config_invalid`. */
export function accountsOf(env: EnvironmentValues, localOnly: boolean): AccountSettings {
  const mode = env.ACCOUNTS ?? (localOnly ? 'single' : 'open');
  if (mode === 'single' && !localOnly && !env.SINGLE_BEYOND_LOOPBACK)
    throw invalid(
      'ACCOUNTS',
      'single would give the whole library to everybody who reaches this address. Set ACCOUNTS=open or invite, or SINGLE_BEYOND_LOOPBACK=true where something else keeps strangers away',
    );
  return {
    mode,
    guests: mode !== 'single' && (env.GUESTS ?? mode === 'open'),
    adminEmail: env.ADMIN_EMAIL ?? null,
    verifyEmail: env.VERIFY_EMAIL ?? env.SMTP_URL !== undefined,
    providers: providersOf(env),
  };
}

function providersOf(env: EnvironmentValues): SignInProvider[] {
  const found: SignInProvider[] = [];
  const wechat = { openUrl: env.WECHAT_OPEN_URL, apiUrl: env.WECHAT_API_URL };
  const website = pair('WECHAT_CLIENT_ID', env.WECHAT_CLIENT_ID, 'WECHAT_CLIENT_SECRET', env.WECHAT_CLIENT_SECRET);
  if (website) found.push({ kind: 'wechat', id: 'wechat', ...wechat, ...website });
  const inApp = pair('WECHAT_APP_ID', env.WECHAT_APP_ID, 'WECHAT_APP_SECRET', env.WECHAT_APP_SECRET);
  if (inApp) found.push({ kind: 'wechat', id: 'wechat-app', ...wechat, ...inApp });
  const oidc = pair('OIDC_CLIENT_ID', env.OIDC_CLIENT_ID, 'OIDC_CLIENT_SECRET', env.OIDC_CLIENT_SECRET);
  if (oidc && env.OIDC_ISSUER === undefined) throw invalid('OIDC_ISSUER', 'name the provider whose OIDC_CLIENT_ID is set');
  if (oidc) found.push({ kind: 'oidc', id: 'oidc', name: env.OIDC_NAME, issuer: env.OIDC_ISSUER ?? '', ...oidc });
  return found;
}

function pair(idName: string, clientId: string | undefined, secretName: string, clientSecret: string | undefined) {
  if (clientId === undefined && clientSecret === undefined) return null;
  if (clientId === undefined) throw invalid(idName, `is needed with ${secretName}`);
  if (clientSecret === undefined) throw invalid(secretName, `is needed with ${idName}`);
  return { clientId, clientSecret };
}

export function mailFromOf(env: Pick<EnvironmentValues, 'BASE_URL'>): string {
  return `Gleaner <gleaner@${env.BASE_URL ? new URL(env.BASE_URL).hostname : 'localhost'}>`;
}

export function secretsOfAccounts(config: { accounts: AccountSettings; mail: { smtpUrl: string | null } }): string[] {
  const mail = config.mail.smtpUrl === null ? '' : decodeURIComponent(new URL(config.mail.smtpUrl).password);
  return [mail, ...config.accounts.providers.map(({ clientSecret }) => clientSecret)];
}

function invalid(variable: string, problem: string): AppError {
  return new AppError('config_invalid', { params: { variable }, detail: `${variable}: ${problem}` });
}
