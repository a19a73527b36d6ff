/** Remaining time, its history and license keys in the settings, on a server that limits time. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { generateLicenseKeys, issueLicense } from '#infra/licenses/own-license.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { startOwnServer } from '../harness/browser/e2e-server.ts';
import type { TestServer } from '../harness/http/server.ts';
import { expectNoSidewaysScroll, expectNoViolationsInEitherScheme } from './settled.ts';

test.use({ locale: 'zh-CN' });

const signer = generateLicenseKeys();
let app: TestServer;
let database: DatabaseClient;

test.beforeAll(async () => {
  const own = await startOwnServer({
    env: { TIME_STARTING_MINUTES: '59.6', TIME_GRANT_DAYS: '30', LICENSE_PUBLIC_KEYS: signer.publicKey },
  });
  app = own;
  database = createDatabase(own.database, { max: 2, applicationName: 'test' });
});
test.afterAll(async () => {
  await database.close();
  await app.stop();
  app.remove();
});

const keyOf = (minutes: number) =>
  issueLicense(signer.privateKey, { id: randomUUID(), product: 'p', order: '', seconds: 60 * minutes, nbf: 0, exp: null });

async function openTime(page: Page, { signedIn }: { signedIn: boolean }): Promise<void> {
  await page.goto(`${app.url}/user/settings?section=time`);
  const { user } = await page.evaluate(async () => {
    const answer = await fetch('/api/trpc/account.ensure?batch=1', {
      method: 'POST',
      headers: { 'x-gleaner': '1', 'content-type': 'application/json' },
      body: '{}',
    });
    return (await answer.json())[0].result.data as { user: { id: string } };
  });
  if (signedIn) await database.query('update "user" set is_anonymous = false where id = $1', [user.id]);
  await page.reload();
}

const save = async (page: Page, name: string) => {
  if (process.env.GLEANER_SHOTS) await page.screenshot({ path: join(process.env.GLEANER_SHOTS, `${name}.png`), fullPage: true });
};

test('ACC-03 a visitor sees the time it would begin with', async ({ page }) => {
  await page.goto(`${app.url}/user/settings?section=time`);
  await expect(page.getByText('剩余 60 分钟')).toBeVisible();
  await expect(page.getByRole('heading', { name: '明细' })).toHaveCount(0);
});

test('ACC-03 a guest reads what there is and why, in the shell too, and is asked to sign in for a license', async ({ page }) => {
  await openTime(page, { signedIn: false });
  const main = page.getByRole('main');
  await expect(main.getByText('剩余 60 分钟')).toBeVisible();
  await expect(main.getByText('省下的时间占 0.00%')).toBeVisible();
  await expect(main.getByRole('listitem').filter({ hasText: '新账号赠送' })).toContainText('+59分钟');
  await expect(main.getByText('请先登录，再激活授权码')).toBeVisible();
  await expect(page.getByRole('link', { name: '剩余 60 分钟' })).toHaveAttribute('href', /section=time/);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoViolationsInEitherScheme(page, (scheme) => save(page, `time-guest-${width}-${scheme}`));
    await expectNoSidewaysScroll(page);
  }
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });
  test('ACC-06 a license key adds its minutes, and its form says what is wrong with one', async ({ page }) => {
    await openTime(page, { signedIn: true });
    const field = page.getByRole('textbox', { name: 'License key' });
    const button = page.getByRole('button', { name: 'Activate' });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await button.click();
    await field.fill('   ');
    await button.click();
    expect(requests.filter((url) => url.endsWith('/api/active-license'))).toEqual([]);
    await field.fill('GLN1.nonsense');
    await button.click();
    await expect(page.getByText('The license key wasn’t activated: This license key isn’t valid')).toBeVisible();
    await field.fill(keyOf(90));
    await field.press('Enter');
    await expect(page.getByText('90 min added.')).toBeVisible();
    await expect(field).toHaveValue('');
    await expect(page.getByText('150 min left')).toBeVisible();
    const history = page.getByRole('main').getByRole('listitem');
    await expect(history.filter({ hasText: 'License key' })).toContainText('+1 hr 30 min');
    // An hour and more is not shown in the shell.
    await expect(page.getByRole('link', { name: /min left/ })).toHaveCount(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoViolationsInEitherScheme(page, (scheme) => save(page, `time-member-390-${scheme}`));
    await expectNoSidewaysScroll(page);
  });
});
