/** Remaining time, its history and license keys in the settings and above the library, on a server that limits time. */
import { randomUUID } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { correctBalance } from '#features/admin/server/actions.ts';
import { generateLicenseKeys, issueLicense } from '#infra/licenses/own-license.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { startOwnServer } from '../harness/browser/e2e-server.ts';
import { recording, summariseUpload } from '../harness/browser/recording.ts';
import { shot } from '../harness/browser/shots.ts';
import { createTestClient } from '../harness/http/client.ts';
import type { TestServer } from '../harness/http/server.ts';
import {
  expectNoSidewaysScroll,
  expectNoViolations,
  expectNoViolationsInEitherScheme,
  expectUsableAtBothWidths,
} from './settled.ts';

test.use({ locale: 'zh-CN' });
// One server for all: side by side each process of the runner would start its own.
test.describe.configure({ mode: 'default' });

const signer = generateLicenseKeys();
let app: TestServer;
let database: DatabaseClient;

test.beforeAll(async () => {
  const own = await startOwnServer({
    env: {
      TIME_STARTING_MINUTES: '59.6',
      TIME_GRANT_DAYS: '30',
      TIME_REFERRAL_MINUTES: '30',
      TRUSTED_PROXIES: '127.0.0.1',
      LICENSE_PUBLIC_KEYS: signer.publicKey,
    },
  });
  app = own;
  database = createDatabase(own.database, { max: 2, applicationName: 'test' });
});
test.afterAll(async () => {
  await database.close();
  await app.stop();
  app.remove();
});

const shareText = '省下的时间占 3.36%';

const keyOf = (minutes: number) =>
  issueLicense(signer.privateKey, { id: randomUUID(), product: 'p', order: '', seconds: 60 * minutes, nbf: 0, exp: null });

async function openTime(page: Page, { signedIn }: { signedIn: boolean }): Promise<string> {
  await page.goto(`${app.url}/user/settings?section=time`);
  const userId = await makeAccount(page, { signedIn });
  await page.reload();
  return userId;
}

/** Gives the id of this page's account. */
async function makeAccount(page: Page, { signedIn }: { signedIn: boolean }): Promise<string> {
  const { user } = await page.evaluate(async () => {
    const answer = await fetch('/api/trpc/account.ensure?batch=1', {
      method: 'POST',
      headers: { 'x-gleaner': '1', 'content-type': 'application/json' },
      body: '{}',
    });
    return (await answer.json())[0].result.data as { user: { id: string } };
  });
  if (signedIn) await database.query(`update "user" set is_anonymous = false, name = '麦子' where id = $1`, [user.id]);
  return user.id;
}

/** An account that has unlimited time and five dollars. */
async function makeMember(userId: string): Promise<void> {
  await database.query(`update "user" set is_lifetime = true where id = $1`, [userId]);
  const services = { db: database.db, settings: { time: null } } as unknown as Parameters<typeof correctBalance>[0];
  const change = { adminId: userId, userId, requestId: randomUUID(), reason: 'bought', amount: 5_000_000 };
  await correctBalance(services, { ...change, kind: 'api' });
}

/** Somebody else activates it first. */
async function useUp(key: string): Promise<void> {
  const other = createTestClient(app.url);
  const { user } = await other.rpc.account.ensure.mutate();
  await database.query('update "user" set is_anonymous = false where id = $1', [user.id]);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ licenseKey: key });
  expect((await other.fetch('/api/active-license', { method: 'POST', headers, body })).status).toBe(200);
}

/** The next activation is not answered before the returned function is called. */
async function holdActivation(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const hold = async (route: Route): Promise<void> => {
    await promise;
    await route.continue();
  };
  await page.route('**/api/active-license', hold, { times: 1 });
  return resolve;
}

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
  await expectUsableAtBothWidths(page, 'time-guest');
});

test('LIB-12 LIB-13 the library shows a guest the time saved against the time left, and the way to sign in', async ({ page }) => {
  await page.goto(`${app.url}/user/videos`);
  const meter = page.getByRole('region', { name: '用时' });
  await expect(meter.getByText('剩余 60 分钟')).toBeVisible();
  await makeAccount(page, { signedIn: false });
  await summariseUpload(page, { name: 'barn-talk.mkv', buffer: recording() }, { origin: app.url });
  await page.reload();
  // Two minutes are saved and were used: 2 of 2 + 57.6.
  await expect(meter.getByRole('progressbar', { name: '省下的时间与剩余时长' })).toHaveAttribute('aria-valuetext', shareText);
  await expect(meter.getByText(shareText)).toBeVisible();
  await expect(meter.getByText('已有笔记的音视频 1 项，共 2 分钟')).toBeVisible();
  await expect(meter.getByText('剩余 58 分钟')).toBeVisible();
  await expect(meter.getByRole('link', { name: '登录' })).toHaveAttribute('href', '/user/sign-in');
  await expectUsableAtBothWidths(page, 'meter-guest');
});

test('ACC-11 a link brings somebody, and both have the minutes', async ({ page, browser }) => {
  await openTime(page, { signedIn: true });
  const card = page.getByRole('region', { name: '邀请', exact: true });
  await card.getByRole('button', { name: '生成邀请链接' }).click();
  const link = await card.getByRole('textbox', { name: '邀请链接' }).inputValue();
  expect(link).toMatch(new RegExp(`^${app.url}/user/sign-up\\?ref=[\\w-]{16}$`));
  await expect(card.getByText('近 30 天有 0 人通过它加入，最多计 20 人。')).toBeVisible();
  const elsewhere = await browser.newContext({ locale: 'zh-CN', extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.7' } });
  const friend = await elsewhere.newPage();
  await friend.goto(link);
  await friend.getByLabel('邮箱').fill('friend@example.org');
  await friend.getByLabel('密码', { exact: true }).fill('correct horse battery');
  await friend.getByRole('button', { name: '注册' }).click();
  await expect(friend).toHaveURL(`${app.url}/`);
  await elsewhere.close();
  await page.reload();
  await expect(card.getByText('近 30 天有 1 人通过它加入，最多计 20 人。')).toBeVisible();
  await expect(page.getByRole('main').getByText('剩余 90 分钟')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: '邀请奖励' })).toContainText('+30分钟');
  await expectUsableAtBothWidths(page, 'referral');
});

test('ACC-04 ACC-06 LIB-13 the form for a license key says what becomes of it, pay=success gives nothing, and a member has no limit', async ({
  page,
}) => {
  await page.goto(`${app.url}/user/videos`);
  const userId = await makeAccount(page, { signedIn: true });
  const [mine, theirs] = [keyOf(30), keyOf(30)];
  await useUp(theirs);
  await page.goto(`${app.url}/user/videos?pay=success`);
  const meter = page.getByRole('region', { name: '用时' });
  await expect(page).toHaveURL(`${app.url}/user/videos`);
  await expect(meter.getByText('剩余 60 分钟')).toBeVisible();
  await meter.getByRole('button', { name: '时长不对？' }).click();
  const field = meter.getByRole('textbox', { name: '授权码' });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  for (const empty of ['', '   ']) {
    await field.fill(empty);
    await field.press('Enter');
  }
  expect(requests.filter((path) => path === '/api/active-license')).toEqual([]);
  await field.fill('GLN1.nonsense');
  await field.press('Enter');
  await expect(meter.getByText('授权码没有激活: 授权码无效。请核对是否完整，并确认它是为本站购买的。')).toBeVisible();
  const release = await holdActivation(page);
  await field.fill(mine);
  await field.press('Enter');
  await expect(meter.getByRole('button', { name: '正在激活' })).toBeDisabled();
  release();
  await expect(meter.getByText('已增加 30 分钟。')).toBeVisible();
  await expect(meter.getByText('剩余 90 分钟')).toBeVisible();
  await field.fill(mine);
  await field.press('Enter');
  await expect(meter.getByText('这个授权码你已经激活过了，当时增加了 30 分钟，不会再加一次。')).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'false');
  await field.fill(theirs);
  await field.press('Enter');
  await expect(meter.getByText('授权码没有激活: 这个授权码已经用过了，每个授权码只能用一次。')).toBeVisible();
  await makeMember(userId);
  await page.goto(`${app.url}/user/settings?section=time`);
  await expect(page.getByText('不限时长', { exact: true })).toBeVisible();
  await expect(page.getByText('API 余额 US$5.00：服务器当天的模型额度用完后，从中扣除。')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem').filter({ hasText: '授权码' })).toContainText('+30分钟');
  // Signed out on another device meanwhile.
  await database.query('delete from session where user_id = $1', [userId]);
  await main.getByRole('textbox', { name: '授权码' }).fill(mine);
  await page.keyboard.press('Enter');
  await expect(main.getByText('授权码没有激活: 这项功能要登录后才能用。请先登录或注册。')).toBeVisible();
  await expect(main.getByRole('link', { name: '登录', exact: true })).toHaveAttribute('href', '/user/sign-in');
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('ACC-03 LIB-12 a visitor sees the time to begin with; a guest what was used and why, what was saved, and the way to sign in', async ({
    page,
  }) => {
    const settings = `${app.url}/user/settings?section=time`;
    await page.goto(settings);
    const main = page.getByRole('main');
    await expect(main.getByText('60 min left')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'History' })).toHaveCount(0);
    await makeAccount(page, { signedIn: false });
    await summariseUpload(page, { name: 'barn-talk.mkv', buffer: recording() }, { origin: app.url });
    await page.reload();
    await expect(main.getByText('58 min left')).toBeVisible();
    await expect(page.getByRole('link', { name: '58 min left' })).toHaveAttribute('href', /section=time/);
    await expect(main.getByRole('listitem').filter({ hasText: 'Welcome time' })).toContainText('+59 min');
    await expect(main.getByRole('listitem').filter({ hasText: 'Summary: barn-talk' })).toContainText('−2 min');
    await expect(main.getByText('Sign in to activate a license key:')).toBeVisible();
    await page.goto(`${app.url}/user/videos`);
    const meter = page.getByRole('region', { name: 'Time', exact: true });
    await expect(meter.getByText('Time saved: 3.36%')).toBeVisible();
    await expect(meter.getByText('1 recording with a note, 2 min you don’t have to sit through.')).toBeVisible();
    await expect(meter.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/user/sign-in');
  });

  test('ACC-11 a link brings somebody, and both have the minutes', async ({ page }) => {
    await openTime(page, { signedIn: true });
    const card = page.getByRole('region', { name: 'Invite', exact: true });
    await card.getByRole('button', { name: 'Make an invitation link' }).click();
    const link = new URL(await card.getByRole('textbox', { name: 'Invitation link' }).inputValue());
    const friend = createTestClient(app.url, '', { 'x-forwarded-for': '198.51.100.8' });
    const ref = link.searchParams.get('ref') ?? '';
    await friend.rpc.account.signUp.mutate({ email: 'pal@example.org', password: 'correct horse battery', language: 'en', ref });
    expect((await friend.rpc.user.timeEntries.query({})).entries).toContainEqual(
      expect.objectContaining({ reason: 'referral', amount: 1800 }),
    );
    await page.reload();
    await expect(card.getByText('1 person joined with it in the last 30 days (up to 20 count).')).toBeVisible();
    await expect(page.getByRole('main').getByText('90 min left')).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Invitation' })).toContainText('+30 min');
  });
  test('LIB-13 a time that looks wrong opens the forms for keys and licenses, and a member has no limit', async ({ page }) => {
    await page.goto(`${app.url}/user/videos`);
    const userId = await makeAccount(page, { signedIn: true });
    await page.reload();
    const meter = page.getByRole('region', { name: 'Time', exact: true });
    await expect(meter.getByText('Signed in as 麦子')).toBeVisible();
    await expect(meter.getByRole('link', { name: 'Sign in' })).toHaveCount(0);
    await expect(meter.getByText('60 min left')).toBeVisible();
    const toggle = meter.getByRole('button', { name: 'Time looks wrong?' });
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    const license = meter.getByRole('textbox', { name: 'License key' });
    await expect(license).toHaveCount(0);
    await toggle.press('Enter');
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await expect(meter.getByRole('textbox', { name: 'API key' })).toBeVisible();
    await license.fill(keyOf(30));
    await license.press('Enter');
    await expect(meter.getByText('90 min left')).toBeVisible();
    await expectNoViolations(page, { within: 'main section' });
    await shot(page, 'meter-help-1440', { fullPage: true });
    await toggle.click();
    await expect(license).toHaveCount(0);
    // On a phone it is out of the way of the list.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(meter).toHaveCount(0);
    await page.getByRole('button', { name: 'Filter and view' }).click();
    await toggle.click();
    await expect(license).toBeVisible();
    await expectNoSidewaysScroll(page);
    await shot(page, 'meter-help-390', { fullPage: true });
    await page.setViewportSize({ width: 1440, height: 844 });
    await makeMember(userId);
    await page.reload();
    await expect(meter.getByText('Member, unlimited time')).toBeVisible();
    await expect(meter.getByRole('progressbar')).toHaveCount(0);
    await shot(page, 'meter-member', { fullPage: true });
    await page.goto(`${app.url}/user/settings?section=time`);
    await expect(page.getByText('API balance $5.00: pays for the model once the server’s daily budget is spent.')).toBeVisible();
  });

  test('ACC-06 a license key adds its minutes, and its form says what is wrong with one', async ({ page }) => {
    const userId = await openTime(page, { signedIn: true });
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
    const [key, theirs] = [keyOf(90), keyOf(90)];
    const release = await holdActivation(page);
    await field.fill(key);
    await field.press('Enter');
    await expect(page.getByRole('button', { name: 'Activating' })).toBeDisabled();
    release();
    await expect(page.getByText('90 min added.')).toBeVisible();
    await expect(field).toHaveValue('');
    await expect(page.getByText('150 min left')).toBeVisible();
    await useUp(theirs);
    for (const [used, message] of [
      [key, 'You’ve already activated this license key: it added 90 min, and can’t add them again.'],
      [theirs, 'The license key wasn’t activated: This license key has already been used. Each key works once.'],
    ] as const) {
      await field.fill(used);
      await field.press('Enter');
      await expect(page.getByText(message)).toBeVisible();
    }
    const history = page.getByRole('main').getByRole('listitem');
    await expect(history.filter({ hasText: 'License key' })).toContainText('+1 hr 30 min');
    // An hour and more is not shown in the shell.
    await expect(page.getByRole('link', { name: /min left/ })).toHaveCount(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoViolationsInEitherScheme(page, (scheme) => shot(page, `time-member-390-${scheme}`, { fullPage: true }));
    await expectNoSidewaysScroll(page);
    await database.query('delete from session where user_id = $1', [userId]);
    await field.fill(keyOf(90));
    await field.press('Enter');
    await expect(
      page.getByText('The license key wasn’t activated: You need an account for this. Sign in or sign up first.'),
    ).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/user/sign-in');
  });
});
