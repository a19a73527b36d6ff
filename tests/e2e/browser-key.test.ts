/** A model key that stays in the browser: its form, what it writes, where it lies, and how it goes. */
import type { Page } from '@playwright/test';
import { createDatabase } from '#db/client.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { startOwnServer } from '../harness/browser/e2e-server.ts';
import { becomeGuest, call } from '../harness/browser/guests.ts';
import { summariseUpload } from '../harness/browser/recording.ts';
import { type FakeLlm, startFakeLlm, writeNoteFor } from '../harness/models/fake-llm.ts';
import { expectNoSidewaysScroll, expectNoViolationsInEitherScheme } from './settled.ts';

test.use({ locale: 'zh-CN' });
test.describe.configure({ mode: 'serial' });

let llm: FakeLlm;
let app: Awaited<ReturnType<typeof startOwnServer>>;
test.beforeAll(async () => {
  llm = await startFakeLlm();
  app = await startOwnServer({
    env: { GLEANER_REPLAY: `http://${llm.host}`, TIME_STARTING_MINUTES: '60', ACCOUNT_DELETION_HOURS: '0' },
  });
});
test.afterAll(async () => {
  await app.stop();
  app.remove();
  await llm.close();
});

const subtitles = (word: string) =>
  Array.from(
    { length: 12 },
    (_, i) =>
      `${i + 1}\n00:00:${String(i * 4).padStart(2, '0')},000 --> 00:00:${String(i * 4 + 4).padStart(2, '0')},000\nThe keeper of ${word} weighed ${i + 30} sacks of rye.\n`,
  ).join('\n');

async function summarise(page: Page, word: string): Promise<void> {
  await page.goto(app.url);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: `${word}.srt`, mimeType: 'application/x-subrip', buffer: Buffer.from(subtitles(word)) });
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
  await expect(page.getByRole('article', { name: /^(?:笔记|Note)$/ })).toHaveAttribute('aria-busy', 'false');
}

/** As if this user had begun so many with an own key today. */
async function countOwnCalls(userId: string, taken: number): Promise<void> {
  const { query, close } = createDatabase(app.database, { max: 1, applicationName: 'test' });
  await query(`insert into rate_limits (key, taken, ends_at) values ($1, $2, now() + interval '5 hours')`, [
    `own-key-calls:${userId}`,
    taken,
  ]);
  await close();
}

const keysUsed = () => [...new Set(llm.requests.map(({ authorization }) => authorization?.replace('Bearer ', '')))];
const stored = (page: Page) => page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.endsWith('.model-key')));

test('ACC-05 a key is checked as it is typed, kept in the browser alone, and writes what is begun there', async ({ page }) => {
  await page.goto(`${app.url}/user/settings`);
  const section = page.getByRole('region', { name: '自己的模型密钥' });
  const field = section.getByLabel('API Key', { exact: true });
  const save = section.getByRole('button', { name: '检查并保存' });
  await expect(section.getByRole('radio', { name: '只在这个浏览器里' })).toBeChecked();
  // As a person goes through them: whose key, the key, what is known from both, and the trial.
  const kinds = section.locator('form').locator('select, input, button');
  expect(await kinds.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).type))).toEqual([
    'select-one',
    'password',
    'text',
    'radio',
    'radio',
    'submit',
  ]);
  // One letter too few, and a list of which one item is wrong.
  for (const wrong of [`sk-${'a'.repeat(47)}`, `sk-${'a'.repeat(48)},sk-${'b'.repeat(49)}`]) {
    await field.fill(wrong);
    await save.click();
    await expect(page.getByText('不是有效的 APIKey')).toBeVisible();
    // Below the field and in the toast.
    await expect(page.getByText('密钥形如 sk-proj-…，请核对是否复制完整')).toHaveCount(2);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
  expect(await stored(page)).toEqual([]);

  const [first, second] = [`sk-first${'1'.repeat(32)}`, `sk-second${'2'.repeat(32)}`];
  await section.getByLabel('服务商').selectOption('deepseek');
  await field.fill(`${first}, ${second}`);
  await save.click();
  await expect(section.getByRole('heading', { name: '这个浏览器里的 API Key' })).toBeVisible();
  await expect(section.getByText(/deepseek-v4-flash · 文字发往 api\.deepseek\.com/)).toBeVisible();
  expect(JSON.stringify(await stored(page))).toContain(`${first},${second}`);
  await expectNoViolationsInEitherScheme(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);

  llm.requests.length = 0;
  llm.script(({ prompt, authorization }) =>
    authorization?.includes('sk-first') ? { status: 402 } : { text: writeNoteFor(prompt) },
  );
  await page.goto(app.url);
  await expect(page.getByText('由 deepseek-v4-flash 撰写')).toBeVisible();
  const headers: string[] = [];
  page.on('request', (request) => {
    const sent = request.headers()['x-model-key'];
    if (sent?.includes('first')) headers.push(new URL(request.url()).pathname);
  });
  await summarise(page, 'barley');
  expect(keysUsed()).toEqual([first, second]);
  // The keys went along with the start alone.
  expect(headers).toEqual(['/api/trpc/ingest.submit']);

  await page.goto(`${app.url}/user/settings`);
  await section.getByRole('button', { name: '移除' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click();
  await expect(section.getByText('未保存', { exact: true })).toBeVisible();
  expect(await stored(page)).toEqual([]);
  llm.requests.length = 0;
  await summarise(page, 'oats');
  expect(llm.requests).toEqual([]);
});

test('ACC-05 a key kept in the browser goes when the account is deleted', async ({ page }) => {
  await page.goto(`${app.url}/user/settings`);
  const section = page.getByRole('region', { name: '自己的模型密钥' });
  await section.getByLabel('服务商').selectOption('deepseek');
  await section.getByLabel('API Key', { exact: true }).fill(`sk-${'d'.repeat(32)}`);
  await section.getByRole('button', { name: '检查并保存' }).click();
  await expect(section.getByRole('heading', { name: '这个浏览器里的 API Key' })).toBeVisible();
  // As long as the account is there, nothing takes it away.
  await page.goto(`${app.url}/user/settings?section=my-data`);
  await expect(page.getByRole('button', { name: '删除账号和全部数据' })).toBeVisible();
  expect(await stored(page)).toHaveLength(1);
  await page.getByRole('textbox', { name: /以确认/ }).fill('删除账号');
  await page.getByRole('button', { name: '删除账号和全部数据' }).click();
  await expect(async () => {
    await page.goto(app.url);
    expect(await stored(page)).toEqual([]);
  }).toPass();
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });
  test('ACC-05 a key moves from the browser to the server, and both places are shown', async ({ page }) => {
    await page.goto(`${app.url}/user/settings`);
    const section = page.getByRole('region', { name: 'Your own model key' });
    const field = section.getByLabel(/API key$/);
    await field.fill('nonsense');
    await field.press('Enter');
    await expect(page.getByText('not a valid APIKey')).toBeVisible();
    await expect(page.getByText('A key looks like sk-proj-…. Check that you copied all of it')).toHaveCount(2);
    await section.getByLabel('Provider').selectOption('deepseek');
    await field.fill(`sk-${'m'.repeat(32)}`);
    await field.press('Enter');
    await expect(section.getByRole('heading', { name: 'API key in this browser' })).toBeVisible();
    // To the server without typing it again.
    await section.getByRole('radio', { name: 'On the server' }).check();
    await section.getByRole('button', { name: 'Check and save' }).click();
    await expect(section.getByRole('heading', { name: 'API key on the server' })).toBeVisible();
    await expect(section.getByRole('heading', { name: 'API key in this browser' })).toHaveCount(0);
    expect(await stored(page)).toEqual([]);
    await section.getByRole('radio', { name: 'Only in this browser' }).check();
    await field.fill(`sk-${'n'.repeat(32)}`);
    await field.press('Enter');
    await expect(section.getByRole('listitem').filter({ hasText: 'API key on the server' })).toContainText(
      'This browser uses the one above.',
    );
    await expectNoViolationsInEitherScheme(page);
    llm.requests.length = 0;
    await summarise(page, 'wheat');
    expect(keysUsed()).toEqual([`sk-${'n'.repeat(32)}`]);
  });
});

/** A guest whose key is on the server and who has begun so many with it today. */
async function useOwnKey(page: Page, taken: number): Promise<string> {
  const userId = await becomeGuest(page, app.url);
  const value = `sk-${'t'.repeat(32)}`;
  await call(page, app.url, 'account.saveModelKey', { provider: 'deepseek', model: 'deepseek-v4-flash', value });
  await countOwnCalls(userId, taken);
  return value;
}

async function expectRefusal(page: Page, message: string): Promise<void> {
  await page.goto(app.url);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'more.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(subtitles('more')) });
  await expect(page.getByText(message)).toBeVisible();
  await expect(page).toHaveURL(`${app.url}/`);
}

test('SUM-15 the twentieth use of an own key in a day is written, the next one told plainly', async ({ page }) => {
  const value = await useOwnKey(page, 19);
  llm.script(({ prompt }) => ({ text: writeNoteFor(prompt) }));
  llm.requests.length = 0;
  await summariseUpload(page, { name: 'spelt.srt', buffer: Buffer.from(subtitles('spelt')) }, { origin: app.url });
  expect(keysUsed()).toEqual([value]);
  await expectRefusal(page, '用自己的密钥一天最多 20 次，已经用完。约 5 小时后再来，或移除密钥改用服务器的模型。');
});

test.describe('in English, too', () => {
  test.use({ locale: 'en-US' });
  test('SUM-15 a use of an own key beyond twenty in a day is told plainly', async ({ page }) => {
    await useOwnKey(page, 20);
    await expectRefusal(
      page,
      'You’ve used your own key 20 times today, which is the limit. Try again in about 5 h, or remove the key to use the server’s model.',
    );
  });
});
