/** Sign-in through an OpenID Connect provider and through WeChat, played on loopback. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession } from '#db/client.ts';
import type { TestClient } from '../harness/http/client.ts';
import {
  type IdentityProviders,
  type OpenIdPerson,
  startIdentityProviders,
  type WeChatPerson,
} from '../harness/http/identity-providers.ts';
import { articleHtml, startWorld, summarise, type World } from './setup.ts';

const client = { id: 'gleaner-client', secret: 'a-secret-canary-000000' };
let providers: IdentityProviders;
let world: World;

beforeAll(async () => {
  providers = await startIdentityProviders(client);
  world = await startWorld({
    env: {
      OIDC_ISSUER: providers.url,
      OIDC_NAME: 'Example ID',
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      WECHAT_CLIENT_ID: 'wx-website',
      WECHAT_CLIENT_SECRET: client.secret,
      WECHAT_APP_ID: 'wx-inside',
      WECHAT_APP_SECRET: client.secret,
      WECHAT_OPEN_URL: providers.url,
      WECHAT_API_URL: providers.url,
    },
  });
  world.site.on('/oven', { body: articleHtml('The Oven') });
});
afterAll(async () => {
  await world.close();
  await providers.close();
});

/** As a browser goes there and back; gives where it ends. */
async function signIn(browser: TestClient, provider: string, person: OpenIdPerson | WeChatPerson): Promise<string> {
  const { url } = await browser.rpc.account.startProvider.mutate({ provider });
  const back = new URL(providers.consent(url, person));
  const response = await browser.fetch(`${back.pathname}${back.search}`, { redirect: 'manual' });
  const end = new URL(response.headers.get('location') ?? '', world.server.url);
  return `${end.pathname}${end.search}`;
}

const userOf = async (browser: TestClient) => (await browser.rpc.account.me.query()).user;

async function query<Row extends Record<string, unknown>>(statement: string): Promise<Row[]> {
  const session = await openSession(world.database, { applicationName: 'test' });
  try {
    return await session.query<Row>(statement);
  } finally {
    await session.close();
  }
}

describe('an OpenID provider', () => {
  const ada = { sub: 'ada-1', email: 'ada@example.org', email_verified: true, name: 'Ada' };
  const bob = { sub: 'bob-1', email: 'bob@example.org', email_verified: true, name: 'Bob' };

  test('ACC-01 signs a guest up with everything, and in again to the same account', async () => {
    const browser = world.client();
    expect((await browser.rpc.account.signInOptions.query()).providers).toEqual([
      { id: 'wechat', name: 'WeChat' },
      { id: 'wechat-app', name: 'WeChat' },
      { id: 'oidc', name: 'Example ID' },
    ]);
    const { contentId } = await summarise(browser, `${world.site.url}/oven`);
    expect(await signIn(browser, 'oidc', ada)).toBe('/user/sign-in');
    const user = await userOf(browser);
    expect(user).toMatchObject({ email: 'ada@example.org', name: 'Ada', isAnonymous: false });
    expect((await browser.rpc.user.videos.query({})).uniqueVideos.map((row) => row.content_id)).toEqual([contentId]);

    const elsewhere = world.client();
    await signIn(elsewhere, 'oidc', { ...ada, email: 'new-address@example.org' });
    expect((await userOf(elsewhere))?.id).toBe(user?.id);
    const stranger = world.client();
    await signIn(stranger, 'oidc', bob);
    expect((await userOf(stranger))?.id).not.toBe(user?.id);
    expect((await stranger.rpc.user.videos.query({})).count).toBe(0);
  });
});

describe('WeChat', () => {
  test('ACC-01 the account stays the same when a unionid appears, and inside of WeChat', async () => {
    const [first, second, third] = [world.client(), world.client(), world.client()];
    expect(await signIn(first, 'wechat', { openid: 'OpenWeb1', nickname: '小明' })).toBe('/user/sign-in');
    const user = await userOf(first);
    expect(user).toMatchObject({ name: '小明', isAnonymous: false });
    expect(user?.email).toMatch(/^[0-9a-f]{32}@wechat\.gleaner\.invalid$/);
    await signIn(second, 'wechat', { openid: 'OpenWeb1', unionid: 'Union1', nickname: '小明' });
    expect((await userOf(second))?.id).toBe(user?.id);
    await signIn(third, 'wechat-app', { openid: 'OpenApp1', unionid: 'Union1', nickname: '小明' });
    expect((await userOf(third))?.id).toBe(user?.id);
    const ids = await query<{ provider: string; id: string }>(
      `select provider_id as provider, account_id as id from account where user_id = '${user?.id}' order by 1, 2`,
    );
    expect(ids).toEqual([
      { provider: 'wechat', id: 'OpenWeb1' },
      { provider: 'wechat', id: 'Union1' },
      { provider: 'wechat-app', id: 'OpenApp1' },
      { provider: 'wechat-app', id: 'Union1' },
    ]);
    const stranger = world.client();
    await signIn(stranger, 'wechat', { openid: 'openweb1', nickname: '另一个人' });
    expect((await userOf(stranger))?.id).not.toBe(user?.id);
  });

  test('ACC-01 the addresses it sends browsers to are WeChat’s own form', async () => {
    const { account } = world.client().rpc;
    const website = new URL((await account.startProvider.mutate({ provider: 'wechat' })).url);
    expect(website.pathname).toBe('/connect/qrconnect');
    expect(website.hash).toBe('#wechat_redirect');
    expect(website.searchParams.get('appid')).toBe('wx-website');
    expect(website.searchParams.get('scope')).toBe('snsapi_login');
    const inside = new URL((await account.startProvider.mutate({ provider: 'wechat-app' })).url);
    expect(inside.pathname).toBe('/connect/oauth2/authorize');
    expect(inside.searchParams.get('scope')).toBe('snsapi_userinfo');
  });

  test('ACC-01 a refused code signs nobody in, says so, and leaves no secret behind', async () => {
    const browser = world.client();
    const { url } = await browser.rpc.account.startProvider.mutate({ provider: 'wechat' });
    const state = new URL(url).searchParams.get('state') ?? '';
    const path = `/api/auth/callback/wechat?code=wrong&state=${encodeURIComponent(state)}`;
    const response = await browser.fetch(path, { redirect: 'manual' });
    expect(response.headers.get('location')).toMatch(/\/user\/sign-in\?error=/);
    expect(await userOf(browser)).toBeNull();
    expect(world.server.output()).not.toContain(client.secret);
  });
});
