/** Sign-in through an OpenID Connect provider and through WeChat, played on loopback. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession } from '#db/client.ts';
import { createTestClient, type TestClient } from '../harness/http/client.ts';
import {
  type IdentityProviders,
  type OpenIdPerson,
  signInThrough,
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
      TIME_STARTING_MINUTES: '10',
      TIME_REFERRAL_MINUTES: '30',
      TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  world.site.on('/oven', { body: articleHtml('The Oven') });
});
afterAll(async () => {
  await world.close();
  await providers.close();
});

const signIn = (browser: TestClient, provider: string, person: OpenIdPerson | WeChatPerson, ref?: string) =>
  signInThrough(providers, browser, { provider, person, ...(ref === undefined ? {} : { ref }) });

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

  test('ACC-01 gives addresses as they are written at sign-up', async () => {
    const browser = world.client();
    await signIn(browser, 'oidc', { sub: 'ida-1', email: 'Ida@Bücher.example', email_verified: true, name: 'Ida' });
    expect(await userOf(browser)).toMatchObject({ name: 'Ida', email: 'ida@xn--bcher-kva.example' });
  });
});

test('ACC-11 who follows a link and signs up through OpenID or WeChat brings both their minutes, once', async () => {
  let addresses = 0;
  const from = () => createTestClient(world.server.url, '', { 'x-forwarded-for': `203.0.113.${++addresses}` });
  const minutes = async (browser: TestClient) =>
    (await browser.rpc.user.timeEntries.query({})).entries
      .filter(({ reason }) => reason === 'referral')
      .map(({ amount }) => amount / 60);
  const host = from();
  await signIn(host, 'oidc', { sub: 'host', email: 'host@example.org', email_verified: true, name: 'Host' });
  const { code } = await host.rpc.user.createReferralLink.mutate();
  if (code === null) throw new Error('no link');
  const people: [string, OpenIdPerson | WeChatPerson][] = [
    ['oidc', { sub: 'comer', email: 'comer@example.org', email_verified: true, name: 'Comer' }],
    ['wechat', { openid: 'OpenComer', nickname: '来客' }],
  ];
  for (const [provider, person] of people) {
    const comer = from();
    expect(await signIn(comer, provider, person, code)).toBe('/user/sign-in');
    expect(await minutes(comer)).toEqual([30]);
    // Again is no second time, and who has an account already is nobody new.
    await signIn(from(), provider, person, code);
    expect(await minutes(comer)).toEqual([30]);
  }
  expect(await minutes(host)).toEqual([30, 30]);
  const stranger = from();
  await signIn(stranger, 'oidc', { sub: 'lone', email: 'lone@example.org', email_verified: true, name: 'Lone' });
  expect(await minutes(stranger)).toEqual([]);
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
    // Both ids count from the first time on, and of the provider nothing else is kept.
    const [fresh, again] = [world.client(), world.client()];
    await signIn(fresh, 'wechat', { openid: 'OpenWeb2', unionid: 'Union2', nickname: '小红' });
    await signIn(again, 'wechat', { openid: 'OpenWeb2', nickname: '小红' });
    expect((await userOf(again))?.id).toBe((await userOf(fresh))?.id);
    expect(await query('select 1 from account where coalesce(access_token, refresh_token, id_token) is not null')).toEqual([]);
    expect(await query("select 1 from session where ip_address <> ''")).toEqual([]);
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
