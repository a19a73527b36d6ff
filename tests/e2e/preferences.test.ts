/** Language and theme of an account on two devices. */
import type { Browser, Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { createTestClient, type TestClient } from '../harness/http/client.ts';

let alice: TestClient;
let bob: TestClient;

test.beforeAll(async () => {
  [alice, bob] = [createTestClient(appUrl), createTestClient(appUrl)];
  for (const [client, name] of [
    [alice, 'alice'],
    [bob, 'bob'],
  ] as const)
    await client.rpc.account.signUp.mutate({
      email: `${name}-${crypto.randomUUID()}@example.org`,
      password: 'correct horse battery',
      language: 'zh',
    });
});

async function device(browser: Browser, client: TestClient): Promise<Page> {
  const context = await browser.newContext({ locale: 'zh-CN', colorScheme: 'light' });
  const cookies = client
    .cookie()
    .split('; ')
    .map((pair) => ({
      name: pair.slice(0, pair.indexOf('=')),
      value: pair.slice(pair.indexOf('=') + 1),
      url: appUrl,
    }));
  await context.addCookies(cookies);
  return context.newPage();
}

test('SHL-07 SHL-08 theme and language chosen on one device are those of the account on the next, and of no other account', async ({
  browser,
}) => {
  const first = await device(browser, alice);
  await first.goto(`${appUrl}/user/settings?section=appearance`);
  const saved = () => first.waitForResponse((response) => response.url().includes('account.savePreferences') && response.ok());
  const dark = saved();
  await first.getByText('深色', { exact: true }).click();
  await dark;
  const english = saved();
  await first.getByText('English', { exact: true }).click();
  await english;

  const second = await device(browser, alice);
  await second.goto(`${appUrl}/user/settings?section=appearance`);
  await expect(second.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(second.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(second.locator('html')).toHaveAttribute('lang', /^en/);
  // From then on the page begins with it, before any answer of the server.
  await second.route('**/api/**', () => undefined);
  await second.reload({ waitUntil: 'commit' });
  await expect(second.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(second.locator('html')).toHaveAttribute('lang', /^en/);

  const other = await device(browser, bob);
  await other.goto(`${appUrl}/user/settings?section=appearance`);
  await expect(other.getByRole('heading', { level: 1, name: '设置' })).toBeVisible();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');
  expect((await bob.rpc.account.me.query()).user).toMatchObject({ theme: null, language: null });
  for (const page of [first, second, other]) await page.context().close();
});
