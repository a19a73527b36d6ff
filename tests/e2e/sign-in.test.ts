/** The way into an account and out of it, on a server of its own whose mails are read from its folder. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { startOwnServer } from '../harness/browser/e2e-server.ts';
import { summariseUpload } from '../harness/browser/recording.ts';
import { makePicture } from '../harness/files/make-pictures.ts';
import { createTestClient, type TestClient } from '../harness/http/client.ts';
import { readMail } from '../harness/http/mails.ts';
import type { TestServer } from '../harness/http/server.ts';
import { expectNoViolationsInEitherScheme } from './settled.ts';

// One server for all: side by side each process of the runner would start its own.
test.describe.configure({ mode: 'default' });

const password = 'correct horse battery';
let server: TestServer;

test.beforeAll(async () => {
  server = await startOwnServer({ env: { VERIFY_EMAIL: 'true' } });
});
test.afterAll(async () => {
  await server.stop();
  server.remove();
});

async function summariseText(page: Page, name: string): Promise<void> {
  const text = `${name}\n\n${'The oven keeps its heat for eleven hours. '.repeat(30)}`;
  await summariseUpload(page, { name, buffer: Buffer.from(text) }, { origin: server.url });
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('ACC-01 ACC-09 a guest signs up by mail and keeps the note, takes a name, signs out, and in again with another note', async ({
    page,
  }) => {
    await summariseText(page, 'oven.txt');
    await page.goto(`${server.url}/user/settings?section=account`);
    await expect(page.getByText('你现在是访客')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: '注册' }).click();
    await expect(page.getByText('你在这个浏览器里以访客身份做的一切，会一起归到账号里。')).toBeVisible();
    await page.getByLabel('邮箱').fill('reader@example.org');
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.getByRole('button', { name: '注册' }).click();
    await expect(page.getByText('我们给 reader@example.org 发了一封邮件')).toBeVisible();

    const { token } = await readMail(server.dataDir, 'reader@example.org');
    await page.goto(`${server.url}/user/verify-email#token=${encodeURIComponent(token)}`);
    await page.getByLabel('密码', { exact: true }).fill('not the password');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('邮箱或密码不对');
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${server.url}/`);
    await expect(page.getByRole('button', { name: 'reader, 用户菜单' })).toBeVisible();
    await expect(page.getByRole('link', { name: /oven/ }).first()).toBeVisible();

    await page.getByRole('button', { name: 'reader, 用户菜单' }).click();
    await page.getByRole('menuitem', { name: '个人资料' }).click();
    await expect(page.getByRole('heading', { name: '欢迎，reader' })).toBeVisible();
    const edit = page.getByRole('button', { name: '修改用户名' });
    const field = page.getByRole('textbox', { name: '用户名' });
    await edit.click();
    await field.fill('不要');
    await page.keyboard.press('Escape');
    await expect(edit).toBeFocused();
    await edit.click();
    await field.fill('   ');
    await page.getByRole('button', { name: '保存' }).click();
    await expect(page.getByRole('heading', { name: '欢迎，reader' })).toBeVisible();
    await edit.click();
    await field.fill('  小麦 ');
    await page.keyboard.press('Enter');
    await expect(page.getByText('用户名已更新')).toBeVisible();
    await expect(page.getByRole('heading', { name: '欢迎，小麦', exact: true })).toBeVisible();

    const menu = page.getByRole('button', { name: '小麦, 用户菜单' });
    const picture = menu.locator('img');
    const chooser = page.locator('main input[type=file]');
    const send = (name: string, buffer: Buffer) => chooser.setInputFiles({ name, mimeType: 'image/png', buffer });
    await expect(menu).toContainText('小');
    await send('no-picture.png', Buffer.from('no picture'));
    await expect(page.getByText('读不出这张图片')).toBeVisible();
    await send('me.png', await makePicture('png'));
    await expect(page.getByText('头像已更新')).toBeVisible();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
    const first = await picture.getAttribute('src');
    await send('me.png', await makePicture('jpeg'));
    await expect(picture).not.toHaveAttribute('src', first ?? '');
    await expectNoViolationsInEitherScheme(page);
    await page.getByRole('button', { name: '移除' }).click();
    await expect(picture).toHaveCount(0);
    await expect(page.getByRole('button', { name: '选择头像' })).toBeFocused();

    await menu.click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await expect(page.getByRole('button', { name: '访客, 用户菜单' })).toBeVisible();
    await expect(page.getByRole('link', { name: /oven/ })).toHaveCount(0);
    // Made as another guest: it comes along into the account that is there.
    await summariseText(page, 'mill.txt');

    await page.goto(`${server.url}/user/sign-in`);
    await page.getByLabel('邮箱').fill('reader@example.org');
    await page.getByLabel('密码', { exact: true }).fill('not the password');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('邮箱或密码不对');
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: '小麦, 用户菜单' })).toBeVisible();
    for (const name of [/oven/, /mill/]) await expect(page.getByRole('link', { name }).first()).toBeVisible();
  });
});

test.describe('in English, on a phone', () => {
  test.use({ locale: 'en-US', viewport: { width: 390, height: 844 } });

  test('ACC-01 a forgotten password is reset by mail, and another device is signed out', async ({ page, browser }) => {
    await page.goto(`${server.url}/user/sign-up`);
    await page.getByLabel('Email').fill('phone@example.org');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    const verification = await readMail(server.dataDir, 'phone@example.org');
    await page.goto(`${server.url}/user/verify-email#token=${encodeURIComponent(verification.token)}`);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await expectNoViolationsInEitherScheme(page);
    await page.getByRole('button', { name: 'Verify and sign in' }).click();
    await expect(page).toHaveURL(`${server.url}/`);

    const other = await (await browser.newContext({ locale: 'en-US' })).newPage();
    await other.goto(`${server.url}/user/sign-in`);
    await other.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(other.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
    await other.getByLabel('Email').fill('someone@wechat.gleaner.invalid');
    await other.getByRole('button', { name: 'Send link' }).click();
    await expect(other.getByRole('alert')).toHaveText(
      'This account signs in with WeChat and has no password to reset. Sign in with WeChat instead.',
    );
    await other.getByLabel('Email').fill('phone@example.org');
    await other.getByRole('button', { name: 'Send link' }).click();
    await expect(other.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    const { token } = await readMail(server.dataDir, 'phone@example.org', 2);
    await other.goto(`${server.url}/user/reset-password#token=${encodeURIComponent(token)}`);
    await expect(other).toHaveURL(`${server.url}/user/reset-password`);
    await other.getByLabel('New password').fill('an even longer password');
    await other.getByRole('button', { name: 'Save password' }).click();
    await expect(other.getByRole('status').filter({ hasText: 'Your password has been changed.' })).toBeVisible();
    await other.getByLabel('Email').fill('phone@example.org');
    await other.getByLabel('Password', { exact: true }).fill('an even longer password');
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(other).toHaveURL(`${server.url}/`);

    await page.goto(`${server.url}/user/settings?section=account`);
    await expect(page.getByRole('heading', { name: 'You’re a guest' })).toBeVisible();
    await other.goto(`${server.url}/user/settings?section=account`);
    await expect(other.getByText('This device')).toBeVisible();
    await expect(other.getByText('phone@example.org')).toBeVisible();
    await expectNoViolationsInEitherScheme(other);

    await page.goto(`${server.url}/user/sign-in`);
    await page.getByLabel('Email').fill('phone@example.org');
    await page.getByLabel('Password', { exact: true }).fill('an even longer password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(`${server.url}/`);
    await other.reload();
    const devices = other.getByRole('main').getByRole('listitem').filter({ hasText: 'Last used' });
    await expect(devices).toHaveCount(2);
    await other.getByRole('button', { name: 'Sign out all other devices' }).click();
    await expect(devices).toHaveCount(1);
    await other.context().close();
  });
});

/** An account that has verified its address, signed in as this client. */
async function join(email: string): Promise<TestClient> {
  const client = createTestClient(server.url);
  await client.rpc.account.signUp.mutate({ email, password, language: 'zh' });
  const { token } = await readMail(server.dataDir, email);
  await client.rpc.account.verifyEmail.mutate({ token, password });
  return client;
}

test.describe('the same the other way round, in English', () => {
  test.use({ locale: 'en-US' });

  test('ACC-01 ACC-09 a guest signs up by mail and keeps the note, takes a name and a picture, signs out, and in again with another note', async ({
    page,
  }) => {
    const words = Buffer.from(`kiln\n\n${'The kiln keeps its heat for eleven hours. '.repeat(30)}`);
    await summariseUpload(page, { name: 'kiln.txt', buffer: words }, { origin: server.url });
    await page.goto(`${server.url}/user/sign-up`);
    await expect(page.getByText('Everything you made in this browser as a guest will move to your account.')).toBeVisible();
    await page.getByLabel('Email').fill('müller@example.org');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('This email address can’t be used here.');
    await page.getByLabel('Email').fill('miller@example.org');
    await page.keyboard.press('Enter');
    await expect(page.getByText('We’ve sent an email to miller@example.org.')).toBeVisible();
    const { token, subject } = await readMail(server.dataDir, 'miller@example.org');
    expect(subject).toBe('Verify your email for Gleaner');
    await page.goto(`${server.url}/user/verify-email#token=${encodeURIComponent(token)}`);
    const wrong = 'Wrong email or password. Check them and try again, or reset your password.';
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText(wrong);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${server.url}/`);
    await expect(page.getByRole('link', { name: /kiln/ }).first()).toBeVisible();

    await page.goto(`${server.url}/user/profile`);
    const edit = page.getByRole('button', { name: 'Edit username' });
    const field = page.getByRole('textbox', { name: 'Username' });
    await edit.click();
    await field.fill('not this one');
    await page.keyboard.press('Escape');
    await expect(edit).toBeFocused();
    await edit.click();
    await field.fill('   ');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome, miller' })).toBeVisible();
    await edit.click();
    await field.fill('  Wheat ');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Username updated')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Welcome, Wheat', exact: true })).toBeVisible();
    const chooser = page.locator('main input[type=file]');
    await chooser.setInputFiles({ name: 'none.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expect(page.getByText('This isn’t a picture we can read.')).toBeVisible();
    await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await makePicture('png') });
    await expect(page.getByText('Picture updated')).toBeVisible();

    await page.getByRole('button', { name: 'Wheat, User menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Guest, User menu' })).toBeVisible();
    const others = Buffer.from(`sieve\n\n${'The sieve lets flour through and keeps the bran. '.repeat(30)}`);
    await summariseUpload(page, { name: 'sieve.txt', buffer: others }, { origin: server.url });
    await page.goto(`${server.url}/user/sign-in`);
    for (const typed of ['not the password', password]) {
      await page.getByLabel('Email').fill('miller@example.org');
      await page.getByLabel('Password', { exact: true }).fill(typed);
      await page.keyboard.press('Enter');
      if (typed !== password) await expect(page.getByRole('alert')).toContainText(wrong);
    }
    await expect(page.getByRole('button', { name: 'Wheat, User menu' })).toBeVisible();
    for (const name of [/kiln/, /sieve/]) await expect(page.getByRole('link', { name }).first()).toBeVisible();
  });
});

test.describe('the same the other way round, in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('ACC-01 a forgotten password is reset by mail, which ends every session; devices are signed out one by one and all at once', async ({
    page,
  }) => {
    const email = 'desk@example.org';
    const before = await join(email);
    await page.goto(`${server.url}/user/sign-in`);
    await page.getByRole('link', { name: '忘了密码？' }).click();
    // The page before has a field of the same name.
    await expect(page).toHaveURL(`${server.url}/user/reset-password`);
    await expect(page.getByRole('button', { name: '发送链接' })).toBeVisible();
    await page.getByLabel('邮箱').fill('某人@example.org');
    await page.getByRole('button', { name: '发送链接' }).click();
    await expect(page.getByRole('alert')).toContainText('这个地址收不到邮件');
    await page.getByLabel('邮箱').fill('someone@wechat.gleaner.invalid');
    await page.getByRole('button', { name: '发送链接' }).click();
    await expect(page.getByRole('alert')).toHaveText('这个账号用微信登录，没有密码，所以不能重设。请用微信登录。');
    await page.getByLabel('邮箱').fill(email);
    await page.getByRole('button', { name: '发送链接' }).click();
    await expect(page.getByText(`如果 ${email} 有账号，重设密码的链接已经发过去了，一小时内有效。`)).toBeVisible();
    const { token, subject } = await readMail(server.dataDir, email, 2);
    expect(subject).toBe('重设拾穗的密码');
    await page.goto(`${server.url}/user/reset-password#token=${encodeURIComponent(token)}`);
    await page.getByLabel('新密码').fill('an even longer password');
    await page.getByRole('button', { name: '保存新密码' }).click();
    await expect(page.getByRole('status').filter({ hasText: '密码已经改好。请用新密码登录。' })).toBeVisible();
    expect((await before.rpc.account.me.query()).user).toBeNull();
    await page.getByLabel('邮箱').fill(email);
    await page.getByLabel('密码', { exact: true }).fill('an even longer password');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect(page).toHaveURL(`${server.url}/`);

    const others = [createTestClient(server.url), createTestClient(server.url), createTestClient(server.url)];
    for (const { rpc } of others) await rpc.account.signIn.mutate({ email, password: 'an even longer password', language: 'zh' });
    await page.goto(`${server.url}/user/settings?section=account`);
    const devices = page.getByRole('main').getByRole('listitem').filter({ hasText: '最近使用' });
    await expect(devices).toHaveCount(4);
    await page
      .getByRole('button', { name: /^让 .+ 退出登录$/ })
      .first()
      .click();
    await expect(page.getByText('那台设备已经退出登录。')).toBeVisible();
    await expect(devices).toHaveCount(3);
    await page.getByRole('button', { name: '退出其他所有设备' }).click();
    await expect(page.getByText('其他设备都已退出登录。')).toBeVisible();
    await expect(devices).toHaveCount(1);
    for (const { rpc } of others) expect((await rpc.account.me.query()).user).toBeNull();
  });
});
