/** Signing in through WeChat and OpenID Connect, which answer on loopback, on a server of its own. */
import { expect, test } from '../harness/browser/e2e.ts';
import { startOwnServer } from '../harness/browser/e2e-server.ts';
import { freePort } from '../harness/database/databases.ts';
import { type IdentityProviders, startIdentityProviders } from '../harness/http/identity-providers.ts';
import type { TestServer } from '../harness/http/server.ts';

test.describe.configure({ mode: 'default' });

const client = { id: 'gleaner', secret: 'a secret of the client' };
let server: TestServer;
let providers: IdentityProviders;

test.beforeAll(async () => {
  providers = await startIdentityProviders(client);
  // A provider sends the browser back to an address that the server knows before it listens.
  server = await startOwnServer({
    port: await freePort(),
    env: {
      OIDC_ISSUER: providers.url,
      OIDC_NAME: 'Example ID',
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      WECHAT_CLIENT_ID: 'wx',
      WECHAT_CLIENT_SECRET: client.secret,
      WECHAT_OPEN_URL: providers.url,
      WECHAT_API_URL: providers.url,
    },
  });
});
test.afterAll(async () => {
  await server.stop();
  await providers.close();
  server.remove();
});

for (const [locale, words] of [
  ['zh-CN', { through: (name: string) => `用 ${name} 登录`, weChat: '微信', menu: '用户菜单', declined: '你没有同意这次登录' }],
  [
    'en-US',
    { through: (name: string) => `Sign in with ${name}`, weChat: 'WeChat', menu: 'User menu', declined: 'You didn’t allow' },
  ],
] as const)
  test.describe(locale, () => {
    test.use({ locale });
    test('ACC-01 somebody signs in by WeChat’s code and somebody else through OpenID, and a refusal there says so', async ({
      page,
    }) => {
      // The host that providers send the browser back to: its cookies are needed there.
      const home = server.url.replace('127.0.0.1', 'localhost');
      const go = async (name: string, path: string) => {
        await page.goto(`${home}/user/sign-in`);
        await page.getByRole('button', { name: words.through(name), exact: true }).click();
        await page.waitForURL((url) => url.href.startsWith(`${providers.url}${path}`));
      };
      const menuOf = (name: string) => page.getByRole('button', { name: `${name}, ${words.menu}` });
      await go(words.weChat, '/connect/qrconnect');
      await page.goto(providers.consent(page.url(), { openid: `open-${locale}`, nickname: '小满' }));
      await expect(menuOf('小满')).toBeVisible();
      await page.context().clearCookies();

      await go('Example ID', '/authorize');
      const person = { sub: locale, email: `rye-${locale}@example.org`, email_verified: true, name: 'Rye' };
      const refused = new URL(providers.consent(page.url(), person));
      refused.searchParams.delete('code');
      refused.searchParams.set('error', 'access_denied');
      await page.goto(refused.href);
      await expect(page.getByRole('alert')).toContainText(words.declined);
      await go('Example ID', '/authorize');
      await page.goto(providers.consent(page.url(), person));
      await expect(menuOf('Rye')).toBeVisible();
    });
  });
