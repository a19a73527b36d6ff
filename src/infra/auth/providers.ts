/** Sign-in through other providers. Requests go only to the hosts in the configuration. */
import { createHash } from 'node:crypto';
import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins/generic-oauth';
import { createPinnedFetch } from '#infra/guarded-fetch/pinned-fetch.ts';
import { mailAddressOf } from '#lib/mail-address.ts';
import { isReservedEmail, reservedDomain } from './accounts/reserved-emails.ts';
import type { WeChatIdentity } from './wechat-identity.ts';

type Client = { clientId: string; clientSecret: string };

export type SignInProvider =
  | (Client & {
      kind: 'wechat';
      /** `wechat`: QR code on the website. `wechat-app`: inside WeChat. These are two applications with ids of their own. */
      id: 'wechat' | 'wechat-app';
      openUrl: string;
      apiUrl: string;
    })
  | (Client & { kind: 'oidc'; id: 'oidc'; name: string; issuer: string });

/** Addresses in this domain stand for WeChat users. Nobody can sign up with one or have a password for it. */
export const weChatEmailDomain = `wechat.${reservedDomain}`;

export function isMessagingEmail(email: string): boolean {
  return email.trim().toLowerCase().endsWith(`@${weChatEmailDomain}`);
}

/** Gives the id to sign in with. */
export type IdentifyWeChat = (identity: WeChatIdentity) => Promise<string>;

export function providerPlugin(providers: readonly SignInProvider[], identify: IdentifyWeChat) {
  return genericOAuth({
    config: providers.map((provider) => ({
      ...(provider.kind === 'wechat' ? weChatConfig(provider, identify) : oidcConfig(provider)),
      // Nobody gets an account unless the sign-in was started by somebody who may have one.
      disableImplicitSignUp: true,
    })),
  });
}

function oidcConfig({ id, name, issuer, clientId, clientSecret }: Extract<SignInProvider, { kind: 'oidc' }>): GenericOAuthConfig {
  return {
    providerId: id,
    name,
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    scopes: ['openid', 'email', 'profile'],
    requireIdTokenVerification: true,
    // Nobody is signed in without an address.
    mapProfileToUser: ({ email }) => {
      if (isReservedEmail(String(email))) return { email: null };
      // As it is written at sign-up, so that one address is not two accounts.
      const address = mailAddressOf(String(email));
      return address === null ? {} : { email: address };
    },
  };
}

type WeChat = Extract<SignInProvider, { kind: 'wechat' }>;

function weChatConfig(provider: WeChat, identify: IdentifyWeChat): GenericOAuthConfig {
  const { id, clientId, clientSecret, openUrl } = provider;
  const website = id === 'wechat';
  return {
    providerId: id,
    name: 'WeChat',
    authorizationUrl: `${openUrl}/connect/${website ? 'qrconnect' : 'oauth2/authorize'}`,
    authorizationUrlParams: { appid: clientId },
    clientId,
    clientSecret,
    scopes: [website ? 'snsapi_login' : 'snsapi_userinfo'],
    pkce: false,
    async getToken({ code }) {
      const token = await askWeChat(provider, '/sns/oauth2/access_token', {
        appid: clientId,
        secret: clientSecret,
        code,
        grant_type: 'authorization_code',
      });
      return { accessToken: text(token.access_token), tokenType: 'Bearer', raw: token };
    },
    async getUserInfo(tokens) {
      const openid = text(tokens.raw?.openid);
      const profile = await askWeChat(provider, '/sns/userinfo', {
        access_token: tokens.accessToken ?? '',
        openid,
        lang: 'zh_CN',
      });
      const unionid = text(profile.unionid) || text(tokens.raw?.unionid) || null;
      const subject = await identify({ provider: id, openid, unionid });
      return {
        id: subject,
        name: text(profile.nickname) || 'WeChat',
        // Hashed, because ids are case-sensitive and addresses are not.
        email: `${createHash('sha256').update(subject).digest('hex').slice(0, 32)}@${weChatEmailDomain}`,
        emailVerified: false,
      };
    },
    accountSubject: ({ profile }) => String(profile.id ?? ''),
  };
}

/** WeChat reports errors with status 200 and `errcode`. Errors do not include the response, which may contain a secret. */
async function askWeChat({ apiUrl }: WeChat, path: string, query: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await createPinnedFetch(apiUrl)(`${apiUrl}${path}?${new URLSearchParams(query).toString()}`, {
    signal: AbortSignal.timeout(10_000),
  });
  const answer: unknown = response.ok ? await response.json().catch(() => null) : null;
  if (typeof answer !== 'object' || answer === null) throw new Error(`WeChat answered ${response.status}`);
  const fields = answer as Record<string, unknown>;
  if (typeof fields.errcode === 'number' && fields.errcode !== 0) throw new Error(`WeChat refused with ${fields.errcode}`);
  return fields;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
