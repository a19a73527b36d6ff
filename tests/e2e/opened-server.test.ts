/** A server for one person that is opened: to everybody, then to those who are invited. */
import type { Browser, Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { startOwnServer } from '../harness/browser/e2e-server.ts';
import { summariseUpload } from '../harness/browser/recording.ts';
import { createTestClient } from '../harness/http/client.ts';
import { startTestServer, type TestServer } from '../harness/http/server.ts';

test.describe.configure({ mode: 'serial' });

const password = 'correct horse battery';
let own: Awaited<ReturnType<typeof startOwnServer>>;
let server: TestServer;

test.beforeAll(async () => {
  own = await startOwnServer({ env: { ACCOUNTS: 'single' } });
  server = own;
});
test.afterAll(async () => {
  await server.stop();
  own.remove();
});

/** The same server as its administrator has set it up anew. */
async function restart(accounts: 'open' | 'invite'): Promise<void> {
  await server.stop();
  const { database, dataDir, url } = own;
  server = await startTestServer({ database, dataDir, port: Number(new URL(url).port), env: { ACCOUNTS: accounts } });
}

const words = {
  zh: {
    ...{ email: '邮箱', password: '密码', signUp: '注册', title: '这台服务器只有你一个人', home: '回到首页', code: '邀请码' },
    owner: '这台服务器归你一个人使用，不需要登录。任何能打开它的浏览器，看到的都是同一份记录。',
    wrongCode: '这个邀请已经失效，或不是给这个邮箱的。请向管理员要一个新的。',
    ...{ create: '创建邀请', made: '邀请已创建。现在复制，之后不会再显示。' },
  },
  en: {
    ...{
      email: 'Email',
      password: 'Password',
      signUp: 'Sign up',
      title: 'This server is just for you',
      home: 'Go to the home page',
    },
    owner: 'This server is just for you, so there’s no sign-in. Every browser that can open it shows the same library.',
    code: 'Invitation code',
    wrongCode: 'This invitation has expired or is for another email. Ask the administrator for a new one.',
    ...{ create: 'Create invitation', made: 'The invitation is ready. Copy it now: it won’t be shown again.' },
  },
} as const;
const languages = ['zh', 'en'] as const;
type Language = (typeof languages)[number];

async function open(browser: Browser, language: Language): Promise<Page> {
  return (await browser.newContext({ locale: language === 'zh' ? 'zh-CN' : 'en-US', baseURL: own.url })).newPage();
}

async function enter(page: Page, language: Language, email: string): Promise<void> {
  await page.getByLabel(words[language].email).fill(email);
  await page.getByLabel(words[language].password, { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('ACC-01 one person needs no sign-in, and the library becomes that of the first account, in both languages', async ({
  browser,
}) => {
  const [chinese, english] = [await open(browser, 'zh'), await open(browser, 'en')];
  const attic = Buffer.from(`attic\n\n${'The attic keeps its heat for eleven hours. '.repeat(30)}`);
  await summariseUpload(chinese, { name: 'attic.txt', buffer: attic }, { origin: own.url });
  for (const [language, page] of [
    ['zh', chinese],
    ['en', english],
  ] as const) {
    await page.goto('/user/sign-up');
    await expect(page.getByRole('heading', { name: words[language].title })).toBeVisible();
    await page.getByRole('link', { name: words[language].home }).click();
    await expect(page.getByRole('link', { name: /attic/ }).first()).toBeVisible();
    await page.goto('/user/settings?section=account');
    await expect(page.getByText(words[language].owner)).toBeVisible();
  }
  await restart('open');
  await chinese.goto('/user/sign-up');
  await enter(chinese, 'zh', 'first@example.org');
  await expect(chinese).toHaveURL(`${own.url}/`);
  await expect(chinese.getByRole('link', { name: /attic/ }).first()).toBeVisible();
  await english.goto('/user/sign-in');
  await enter(english, 'en', 'first@example.org');
  await expect(english).toHaveURL(`${own.url}/`);
  await expect(english.getByRole('link', { name: /attic/ }).first()).toBeVisible();
  for (const page of [chinese, english]) await page.context().close();
});

test('ACC-01 where one has to be invited, a wrong code is told and the right one lets somebody in, in both languages', async ({
  browser,
}) => {
  await restart('invite');
  for (const language of languages) {
    const admin = await open(browser, language);
    const client = createTestClient(own.url);
    await client.rpc.account.signIn.mutate({ email: 'first@example.org', password, language });
    const [name = '', ...value] = client.cookie().split('=');
    await admin.context().addCookies([{ name, value: value.join('='), url: own.url }]);
    await admin.goto('/user/admin?section=invitations');
    await admin.getByRole('button', { name: words[language].create }).click();
    await expect(admin.getByText(words[language].made)).toBeVisible();
    const link = (await admin.getByText(/\/user\/sign-up\?invitation=/).textContent()) ?? '';
    await admin.context().close();

    const friend = await open(browser, language);
    await friend.goto(link);
    const code = friend.getByLabel(words[language].code);
    await expect(code).toHaveValue(/^[\w-]{24}$/);
    await code.fill('made-up');
    await enter(friend, language, `friend-${language}@example.org`);
    await expect(friend.getByRole('alert')).toHaveText(words[language].wrongCode);
    await code.fill(new URL(link).searchParams.get('invitation') ?? '');
    await code.press('Enter');
    await expect(friend).toHaveURL(`${own.url}/`);
    await friend.context().close();
  }
});
