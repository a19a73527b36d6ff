import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { providerPlugin, type SignInProvider } from './providers.ts';
import type { WeChatIdentity } from './wechat-identity.ts';

type Answer = { status?: number; body: string };
let answers: Record<string, Answer> = {};
let asked: { path: string; query: Record<string, string> }[] = [];
const weChat = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://localhost');
  asked.push({ path: url.pathname, query: Object.fromEntries(url.searchParams) });
  const { status = 200, body } = answers[url.pathname] ?? { status: 404, body: '{}' };
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
});
let address = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => void weChat.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(weChat.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => void weChat.close(resolve)));

const keys = { clientId: 'client', clientSecret: 'secret' };
const tokenPath = '/sns/oauth2/access_token';
const userPath = '/sns/userinfo';
const identified: WeChatIdentity[] = [];

function configOf(provider: SignInProvider) {
  const identify = async (identity: WeChatIdentity) => {
    identified.push(identity);
    return identity.unionid ?? identity.openid;
  };
  const [config] = providerPlugin([provider], identify).options.config;
  if (!config) throw new Error('no configuration');
  return config;
}
const weChatOf = (id: 'wechat' | 'wechat-app') =>
  configOf({ kind: 'wechat', id, openUrl: 'https://open.example', apiUrl: address, ...keys });

test('ACC-01 a WeChat user is asked for once, has no verified address, and has the id that both applications share', async () => {
  const config = weChatOf('wechat');
  expect(config).toMatchObject({
    ...{ providerId: 'wechat', name: 'WeChat', pkce: false, disableImplicitSignUp: true, scopes: ['snsapi_login'], ...keys },
    ...{ authorizationUrl: 'https://open.example/connect/qrconnect', authorizationUrlParams: { appid: 'client' } },
  });
  expect(weChatOf('wechat-app')).toMatchObject({
    ...{ authorizationUrl: 'https://open.example/connect/oauth2/authorize', scopes: ['snsapi_userinfo'] },
  });
  const token = { access_token: 'token', openid: 'open', unionid: 'of the token', errcode: 0 };
  answers = { [tokenPath]: { body: JSON.stringify(token) } };
  asked = [];
  const tokens = await config.getToken?.({ code: 'code', redirectURI: '' });
  expect(tokens).toEqual({ accessToken: 'token', tokenType: 'Bearer', raw: token });
  const emailOf = (subject: string) =>
    `${createHash('sha256').update(subject).digest('hex').slice(0, 32)}@wechat.gleaner.invalid`;
  const userOf = async (profile: object, of: object = tokens ?? {}) => {
    answers = { [userPath]: { body: JSON.stringify(profile) } };
    return config.getUserInfo?.(of);
  };
  expect(await userOf({ nickname: '小明', unionid: 'of the profile' })).toEqual({
    ...{ id: 'of the profile', name: '小明', email: emailOf('of the profile'), emailVerified: false },
  });
  expect(await userOf({ nickname: 5, errcode: '1' })).toMatchObject({ id: 'of the token', name: 'WeChat' });
  expect(await userOf({}, { raw: { openid: 'open' } })).toMatchObject({ id: 'open', email: emailOf('open') });
  expect(await userOf({}, {})).toMatchObject({ id: '' });
  expect(identified.splice(0)).toEqual([
    { provider: 'wechat', openid: 'open', unionid: 'of the profile' },
    { provider: 'wechat', openid: 'open', unionid: 'of the token' },
    { provider: 'wechat', openid: 'open', unionid: null },
    { provider: 'wechat', openid: '', unionid: null },
  ]);
  expect(asked).toEqual([
    { path: tokenPath, query: { appid: 'client', secret: 'secret', code: 'code', grant_type: 'authorization_code' } },
    { path: userPath, query: { access_token: 'token', openid: 'open', lang: 'zh_CN' } },
    { path: userPath, query: { access_token: 'token', openid: 'open', lang: 'zh_CN' } },
    { path: userPath, query: { access_token: '', openid: 'open', lang: 'zh_CN' } },
    { path: userPath, query: { access_token: '', openid: '', lang: 'zh_CN' } },
  ]);
});

test.each<[Answer, string]>([
  [{ body: '{"errcode":40029,"errmsg":"secret"}' }, 'WeChat refused with 40029'],
  [{ status: 500, body: '{"access_token":"token"}' }, 'WeChat answered 500'],
  [{ body: 'not JSON' }, 'WeChat answered 200'],
  [{ body: 'null' }, 'WeChat answered 200'],
  [{ body: '"text"' }, 'WeChat answered 200'],
])('ACC-01 WeChat’s answer %j signs nobody in', async (answer, message) => {
  answers = { [tokenPath]: answer };
  await expect(weChatOf('wechat').getToken?.({ code: 'code', redirectURI: '' })).rejects.toThrow(new Error(message));
});

test('ACC-01 an OpenID provider proves who it names, and gives no address that the server keeps for itself', async () => {
  const config = configOf({ kind: 'oidc', id: 'oidc', name: 'Example ID', issuer: 'https://id.example', ...keys });
  expect(config).toMatchObject({
    ...{ providerId: 'oidc', name: 'Example ID', discoveryUrl: 'https://id.example/.well-known/openid-configuration', ...keys },
    ...{ scopes: ['openid', 'email', 'profile'], requireIdTokenVerification: true, disableImplicitSignUp: true },
  });
  const mapped = async (email: string | undefined) => config.mapProfileToUser?.({ email, emailVerified: true });
  expect(await mapped('owner@gleaner.invalid')).toEqual({ email: null });
  expect(await mapped('Ida@Bücher.example')).toEqual({ email: 'ida@xn--bcher-kva.example' });
  expect([await mapped('no address'), await mapped(undefined)]).toEqual([{}, {}]);
});
