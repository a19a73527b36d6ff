/** The administrator's page, on a server of its own. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { generateLicenseKeys } from '#infra/licenses/own-license.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { startOwnServer } from '../harness/browser/e2e-server.ts';
import { createTestClient } from '../harness/http/client.ts';
import type { TestServer } from '../harness/http/server.ts';
import { expectNoSidewaysScroll, expectNoViolationsInEitherScheme } from './settled.ts';

// One server for all: side by side each process of the runner would start its own.
test.describe.configure({ mode: 'default' });

const password = 'correct horse battery';
const longName = 'wolfeschlegelsteinhausen'.repeat(2);
let server: TestServer;
let folder: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-signer-'));
  const keyFile = join(folder, 'signer.pem');
  writeFileSync(keyFile, generateLicenseKeys().privateKey);
  server = await startOwnServer({
    env: { ACCOUNTS: 'open', TIME_STARTING_MINUTES: '10', LICENSE_PRIVATE_KEY_FILE: keyFile },
  });
  for (const email of ['root@example.org', 'alice@example.org', 'bob@example.org', `${longName}@example.org`])
    await createTestClient(server.url).rpc.account.signUp.mutate({ email, password, language: 'en' });
});
test.afterAll(async () => {
  await server.stop();
  server.remove();
  rmSync(folder, { recursive: true });
});

const shoot = async (page: Page, name: string) => {
  if (process.env.GLEANER_SHOTS) await page.screenshot({ path: join(process.env.GLEANER_SHOTS, `${name}.png`), fullPage: true });
};

async function signIn(page: Page, email: string, words: { email: string; password: string }): Promise<void> {
  await page.goto(`${server.url}/user/sign-in`);
  await page.getByLabel(words.email).fill(email);
  await page.getByLabel(words.password, { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.url}/`);
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('ACC-01 an administrator finds a user, makes a member, gives time with a reason, and sees it in the log', async ({
    page,
  }) => {
    await signIn(page, 'root@example.org', { email: '邮箱', password: '密码' });
    await page.getByRole('button', { name: 'root, 用户菜单' }).click();
    await page.getByRole('menuitem', { name: '管理' }).click();
    await expect(page.getByRole('heading', { name: '管理', exact: true })).toBeVisible();
    const users = page.getByRole('list', { name: '用户' });
    await expect(users.getByRole('listitem')).toHaveCount(4);
    await page.getByLabel('按邮箱或名字查找').fill('ALICE');
    await expect(users.getByRole('listitem')).toHaveCount(1);
    await expectNoViolationsInEitherScheme(page);
    await users.getByRole('link').press('Enter');

    const day = page.getByLabel('会员到期日');
    await day.fill('2027-02-30');
    await expect(page.getByText('请按“年-月-日”填写')).toBeVisible();
    await day.fill('2027-02-28');
    await expect(page.getByText('到 2027年2月28日 结束。')).toBeVisible();
    await day.fill('2020-02-28');
    await page.getByRole('button', { name: '保存身份' }).click();
    await expect(page.getByText('会员到期日已经过去了。请填今天或以后的日期；要结束会员，请留空。')).toBeVisible();
    await day.fill('');
    await page.getByRole('checkbox', { name: '终身会员' }).check();
    await page.getByRole('button', { name: '保存身份' }).click();
    await expect(page.getByText('的身份：从 注册用户 改为 终身会员')).toBeVisible();
    await page.getByLabel('数量').fill('90');
    await page.getByRole('button', { name: '记一笔' }).click();
    await expect(page.getByRole('alert')).toHaveText('请写下原因。');
    await expect(page.getByRole('textbox', { name: '原因' }).last()).toBeFocused();
    await page.keyboard.type('丢了一小时半');
    await page.keyboard.press('Enter');
    await expect(page.getByText('已经记进账本。')).toBeVisible();
    await expect(page.getByRole('list', { name: '这个账号的管理记录' })).toContainText('丢了一小时半');
    await expect(page.getByText('剩余 1小时 40分钟')).toBeVisible();
    await page.getByLabel('怎么改').selectOption({ label: '扣除' });
    await page.getByLabel('数量').fill('101');
    await page.getByRole('textbox', { name: '原因' }).last().fill('多了');
    await page.keyboard.press('Enter');
    await expect(page.getByText('余额不够扣这么多，扣完不能小于零。')).toBeVisible();
    await expectNoViolationsInEitherScheme(page);
  });
});

test.describe('in Chinese, license keys', () => {
  test.use({ locale: 'zh-CN' });

  test('ACC-06 an administrator makes keys, saves them once, and revokes the batch', async ({ page }) => {
    await signIn(page, 'root@example.org', { email: '邮箱', password: '密码' });
    await page.goto(`${server.url}/user/admin?section=licenses`);
    await expect(page.getByText('还没有授权码')).toBeVisible();
    await page.getByLabel('商品').fill('秋季十小时');
    await page.getByLabel('订单号（可不填）').fill('A-17');
    await page.getByLabel('个数').fill('2');
    await page.getByRole('button', { name: '生成' }).click();
    await expect(page.getByText('已生成 2 个授权码。')).toBeVisible();
    await expectNoViolationsInEitherScheme(page, (scheme) => shoot(page, `licenses-1440-${scheme}`));
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: '下载' }).click();
    const keys = readFileSync(await (await saved).path(), 'utf8')
      .trim()
      .split('\n');
    expect(keys.map((key) => key.slice(0, 5))).toEqual(['GLN1.', 'GLN1.']);
    await expect(page.getByRole('button', { name: '下载' })).toHaveCount(0);
    const row = page.getByRole('list', { name: '已生成的授权码' }).getByRole('listitem');
    await expect(row).toContainText('2 个，每个 10小时 · 已用 0 个');
    await row.getByRole('button', { name: '作废 秋季十小时' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '作废' }).click();
    await expect(row).toContainText('已作废');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await shoot(page, 'licenses-390');
  });
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('ACC-01 ACC-06 an administrator finds a user, makes a member, gives time with a reason, and makes and revokes keys', async ({
    page,
  }) => {
    await signIn(page, 'root@example.org', { email: 'Email', password: 'Password' });
    await page.goto(`${server.url}/user/admin`);
    const users = page.getByRole('list', { name: 'Users' });
    await page.getByLabel('Search by email or name').fill('BOB');
    await expect(users.getByRole('listitem')).toHaveCount(1);
    await users.getByRole('link').click();
    const day = page.getByLabel('Member until');
    await day.fill('2020-02-28');
    await page.getByRole('button', { name: 'Save role' }).click();
    await expect(
      page.getByText('That date has passed. Enter today or a later date, or leave it empty to end the membership.'),
    ).toBeVisible();
    await day.fill('2099-02-28');
    await page.getByRole('button', { name: 'Save role' }).click();
    await expect(page.getByText('Role changed.')).toBeVisible();
    await expect(page.getByText('Role of bob@example.org: Signed up → Member until')).toBeVisible();
    await page.getByLabel('Amount').fill('90');
    await page.getByRole('button', { name: 'Make entry' }).click();
    await expect(page.getByRole('alert')).toHaveText('Enter a reason.');
    await page.keyboard.type('lost an hour and a half');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The entry is in the ledger.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Log of this account' })).toContainText('lost an hour and a half');
    await page.getByLabel('Change', { exact: true }).selectOption({ label: 'Take back' });
    await page.getByLabel('Amount').fill('102');
    await page.getByRole('textbox', { name: 'Reason' }).last().fill('too much');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The balance is smaller than that. It can’t go below zero.')).toBeVisible();

    await page.goto(`${server.url}/user/admin?section=licenses`);
    await page.getByLabel('Product').fill('Winter hours');
    await page.getByLabel('How many').fill('3');
    await page.getByRole('button', { name: 'Make keys' }).click();
    await expect(page.getByText('3 keys are made.')).toBeVisible();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect(readFileSync(await (await saved).path(), 'utf8').match(/^GLN1\./gm)).toHaveLength(3);
    const row = page.getByRole('list', { name: 'Keys made here' }).getByRole('listitem').filter({ hasText: 'Winter hours' });
    await expect(row).toContainText('0 used');
    await row.getByRole('button', { name: 'Revoke Winter hours' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(row).toContainText('Revoked');
  });
});

test.describe('in English, on a phone', () => {
  test.use({ locale: 'en-US', viewport: { width: 390, height: 844 } });

  test('ACC-01 an administrator invites, looks at tasks and limits; for a user the page does not exist', async ({
    page,
    browser,
  }) => {
    await signIn(page, 'root@example.org', { email: 'Email', password: 'Password' });
    await page.goto(`${server.url}/user/admin?section=invitations`);
    await page.getByLabel('Note (optional)').fill('for the reading group');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    await expect(page.getByText(/\/user\/sign-up\?invitation=[\w-]{24}/)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectNoViolationsInEitherScheme(page);
    await page.getByRole('button', { name: 'Delete the invitation for Anybody' }).click();
    await expect(page.getByText('No invitations yet')).toBeVisible();

    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('list', { name: 'Users' }).getByRole('link', { name: longName }).click();
    await expect(page.getByRole('heading', { name: longName })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Tasks' }).click();
    await expect(page.getByText('No such tasks')).toBeVisible();
    await expectNoViolationsInEitherScheme(page);
    await page.getByRole('link', { name: 'Health' }).click();
    const mail = page.getByRole('listitem').filter({ hasText: 'Mail' });
    await expect(mail).toContainText('No mail server is set up; emails are written to a folder');
    await mail.getByRole('button', { name: 'Test now: Mail' }).click();
    await expect(mail.getByRole('status')).toContainText('It works');
    await expect(page.getByText(/^0 waiting, 0 running$/)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectNoViolationsInEitherScheme(page);
    await page.getByRole('link', { name: 'Limits' }).click();
    await expect(page).toHaveURL(/section=limits/);
    await expect(page.getByText('Set by TIME_STARTING_MINUTES')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectNoViolationsInEitherScheme(page);

    const other = await (await browser.newContext({ locale: 'en-US' })).newPage();
    await signIn(other, 'bob@example.org', { email: 'Email', password: 'Password' });
    await other.goto(`${server.url}/user/admin`);
    await expect(other.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await other.context().close();
  });
});

test.describe('in Chinese, the rest of the page', () => {
  test.use({ locale: 'zh-CN' });

  test('ACC-01 an administrator invites, looks at tasks, health and limits; for a user the page does not exist', async ({
    page,
    browser,
  }) => {
    await signIn(page, 'root@example.org', { email: '邮箱', password: '密码' });
    await page.goto(`${server.url}/user/admin?section=invitations`);
    await page.getByLabel('只给这个邮箱（可不填）').fill('friend@example.org');
    await page.getByRole('button', { name: '创建邀请' }).click();
    await expect(page.getByText('邀请已创建。现在复制，之后不会再显示。')).toBeVisible();
    await page.getByRole('button', { name: '删除给 friend@example.org 的邀请' }).click();
    await expect(page.getByText('邀请已删除。')).toBeVisible();
    // The list that is read first comes late, from before the invitation: it is read again.
    const made = Promise.withResolvers<void>();
    await page.route('**/api/trpc/*account.invitations*', async (route) => {
      const response = await route.fetch();
      await made.promise;
      await route.fulfill({ response });
    });
    await page.reload();
    await page.getByLabel('只给这个邮箱（可不填）').fill('late@example.org');
    await page.getByRole('button', { name: '创建邀请' }).click();
    await expect(page.getByText('邀请已创建。现在复制，之后不会再显示。')).toBeVisible();
    made.resolve();
    await page.getByRole('button', { name: '删除给 late@example.org 的邀请' }).click();
    await expect(page.getByText('邀请已删除。')).toBeVisible();
    await page.getByRole('link', { name: '任务' }).click();
    await expect(page.getByText('没有这样的任务')).toBeVisible();
    await page.getByRole('link', { name: '运行状况' }).click();
    const mail = page.getByRole('listitem').filter({ hasText: '没有配置邮件服务器，邮件写进文件夹' });
    await mail.getByRole('button', { name: '现在测试：邮件' }).click();
    await expect(mail.getByRole('status')).toContainText('可以用');
    await page.getByRole('link', { name: '限额' }).click();
    await expect(page.getByText('由 TIME_STARTING_MINUTES 设置')).toBeVisible();

    const other = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
    await signIn(other, 'alice@example.org', { email: '邮箱', password: '密码' });
    await other.goto(`${server.url}/user/admin`);
    await expect(other.getByRole('heading', { name: '页面不存在' })).toBeVisible();
    await other.context().close();
  });
});
