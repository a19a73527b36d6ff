/** What work takes of one's time is said before it begins, and a batch is begun from the library. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { correctBalance } from '#features/admin/server/actions.ts';
import { chooseAction } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { startOwnServer } from '../harness/browser/e2e-server.ts';
import type { TestServer } from '../harness/http/server.ts';
import { type FakeLlm, pricedModel, startFakeLlm } from '../harness/models/fake-llm.ts';
import { type Site, startSite } from '../harness/sites/site.ts';
import { expectNoSidewaysScroll, expectNoViolationsInEitherScheme } from './settled.ts';
import { countAnew, countShifts, shifted } from './stillness.ts';

test.use({ locale: 'zh-CN' });
// One server for all: side by side each process of the runner would start its own.
test.describe.configure({ mode: 'default' });

let app: TestServer;
let site: Site;
let llm: FakeLlm;
let database: DatabaseClient;
test.beforeAll(async () => {
  [site, llm] = await Promise.all([startSite(), startFakeLlm()]);
  const own = await startOwnServer({
    env: { ...pricedModel(llm), TIME_STARTING_MINUTES: '200', GLEANER_FETCH_ALLOW: site.host, SITE_PACE: '0' },
  });
  app = own;
  database = createDatabase(own.database, { max: 2, applicationName: 'test' });
});
test.afterAll(async () => {
  await database.close();
  await app.stop();
  app.remove();
  await Promise.all([site.close(), llm.close()]);
});

const talk = Array.from(
  { length: 40 },
  (_, i) =>
    `${i + 1}\n00:0${Math.floor(i / 10)}:${String((i % 10) * 6).padStart(2, '0')},000 --> 00:0${Math.floor(i / 10)}:${String((i % 10) * 6 + 5).padStart(2, '0')},900\nThe keeper of barn ${i} weighed ${i + 30} sacks of rye.\n`,
).join('\n');

const article = (title: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1>${Array.from(
    { length: 12 },
    (_, i) => `<p>Report ${i + 1} says that the oven of ${title} keeps its heat for ${i + 3} hours in the village of Lorn.</p>`,
  ).join('')}</article></body></html>`;

async function call<Answer>(page: Page, path: string, input: unknown): Promise<Answer> {
  const data = input === undefined ? {} : { 0: input };
  const response = await page.request.post(`${app.url}/api/trpc/${path}?batch=1`, { headers: { 'x-gleaner': '1' }, data });
  const [answer] = (await response.json()) as { result?: { data: Answer } }[];
  if (!answer?.result) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.result.data;
}

async function signIn(page: Page): Promise<string> {
  const { user } = await call<{ user: { id: string } }>(page, 'account.ensure', undefined);
  await database.query(`update "user" set is_anonymous = false, email = id || '@example.org' where id = $1`, [user.id]);
  return user.id;
}

/** Records whose pages did not answer when they were asked for. */
async function withoutNotes(page: Page, paths: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const path of paths) {
    site.on(path, { status: 404, body: 'not yet' });
    const items = [{ url: `${site.url}${path}` }];
    const { results } = await call<{ results: { contentId: string }[] }>(page, 'ingest.submit', { items, noteLanguage: 'en' });
    ids.push(results[0]?.contentId ?? '');
  }
  const isOver = async () => (await call<{ items: unknown[] }>(page, 'content.running', undefined)).items.length;
  await expect.poll(isOver).toBe(0);
  return ids;
}

test('ACC-03 a link, a note anew, a translation and an article say what they take of the time', async ({ page }) => {
  await page.goto(app.url);
  site.on('/oven', { body: article('the oven') });
  const field = page.getByRole('textbox');
  await field.fill(`${site.url}/oven`);
  await expect(page.getByText('读到后才知道时长；还剩 3小时 20分钟')).toBeVisible();
  await expectNoViolationsInEitherScheme(page);
  await field.fill('');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'barn.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(talk) });
  await expect(page.getByRole('article', { name: '笔记' })).toHaveAttribute('aria-busy', 'false');
  await chooseAction(page, '换个详细程度或语言重新总结');
  await expect(page.getByRole('menu').getByText('大约用 4分钟，还剩 3小时 16分钟')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: '字幕' }).click();
  await page.getByRole('button', { name: '翻译' }).click();
  await expect(page.getByRole('menu').getByText('不占用你的时间')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: '文章' }).click();
  await expect(page.getByText('不占用你的时间')).toBeVisible();
});

test('ACC-03 the line about time moves nothing when it comes, and leads to the settings where time does not suffice', async ({
  page,
}) => {
  await countShifts(page);
  await page.goto(app.url);
  const userId = await signIn(page);
  await page.reload();
  // The answer comes late, long after the last key was pressed.
  const answer = Promise.withResolvers<void>();
  await page.route(/user\.workCost/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  site.on('/shift', { body: article('the shift') });
  const asked = page.waitForRequest(/user\.workCost/);
  await page.getByRole('textbox').fill(`${site.url}/shift`);
  await asked;
  await countAnew(page);
  const services = { db: database.db, settings: { time: null } } as unknown as Parameters<typeof correctBalance>[0];
  const change = { adminId: userId, userId, requestId: randomUUID(), kind: 'time', amount: -12_000, reason: 'spent' } as const;
  await expect.poll(() => database.query('select 1 from ledger_accounts where user_id = $1', [userId])).toHaveLength(1);
  await correctBalance(services, change);
  answer.resolve();
  const line = page.getByRole('status').filter({ hasText: '时间' });
  await expect(line.getByRole('link')).toBeVisible();
  expect((await shifted(page)).sum).toBeLessThan(0.02);
  await line.getByRole('link').click();
  await expect(page).toHaveURL(/\/user\/settings\?section=time/);
});

test('SUM-12 a batch tells its cost, writes what it can, and names what it skipped and why', async ({ page }) => {
  await page.goto(`${app.url}/user/videos`);
  await signIn(page);
  await page.reload();
  await page.getByRole('button', { name: '批量总结' }).click();
  await expect(page.getByText('没有可以总结的记录。')).toBeVisible();
  const [first = '', broken = ''] = await withoutNotes(page, ['/first', '/broken']);
  await database.query('update contents set duration_ms = 120000 where id = $1', [first]);
  site.on('/first', { body: article('the first oven') });
  await page.goto(`${app.url}/user/videos`);
  await page.getByRole('button', { name: '批量总结' }).click();
  const dialog = page.getByRole('alertdialog', { name: '总结没有笔记的记录？' });
  await expect(dialog).toContainText('大约用 2分钟，另有 1 项读到后才知道时长；还剩 3小时 20分钟');
  await expectNoViolationsInEitherScheme(page);
  // Nothing has begun yet.
  await dialog.getByRole('button', { name: '取消' }).click();
  expect(await call<unknown>(page, 'video.batchResult', undefined)).toBeNull();
  await page.getByRole('button', { name: '批量总结' }).click();
  await dialog.getByRole('button', { name: '开始总结' }).click();
  await expect(page.getByText('开始批量总结，共 2 篇。可以离开这一页。')).toBeVisible();
  const ended = page.getByRole('status').filter({ hasText: '批量总结完成' });
  await expect(ended).toContainText('写好 1 篇、跳过 1 篇');
  const skipped = page.getByRole('list', { name: '跳过的记录' });
  await expect(skipped.getByRole('link')).toHaveAttribute('href', `/content/${broken}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.reload();
  await page.getByRole('button', { name: '知道了' }).click();
  await expect(ended).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await expect(page.getByRole('button', { name: '批量总结' })).toBeVisible();
  await expect(ended).toHaveCount(0);
  await call(page, 'userNote.deleteContentWithCleanup', { contentId: broken });
  await page.getByRole('button', { name: '批量总结' }).click();
  await expect(page.getByText('所有记录都已经有笔记了。')).toBeVisible();
});

test('ACC-03 a batch that takes more than is left says so, and the ways on', async ({ page }) => {
  await page.goto(app.url);
  await signIn(page);
  const [long = ''] = await withoutNotes(page, ['/lang']);
  await database.query('update contents set duration_ms = $2 where id = $1', [long, 10 * 3_600_000]);
  await page.goto(`${app.url}/user/videos`);
  await page.getByRole('button', { name: '批量总结' }).click();
  const dialog = page.getByRole('alertdialog', { name: '总结没有笔记的记录？' });
  await expect(dialog).toContainText('时间不够：大约要 10小时，只剩 3小时 20分钟。可以激活授权码，或填自己的模型密钥。');
  await dialog.getByRole('button', { name: '先总结够用的' }).click();
  await expect(page.getByRole('list', { name: '跳过的记录' })).toContainText(
    '用时不够了：需要约 600 分钟，还剩 200 分钟。内容已保存，之后可以再总结。可以到“设置 › 用时”激活授权码，或填写自己的模型密钥，它不计用时。',
  );
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('SUM-12 a batch tells its cost, writes what it can, and names what it skipped and why', async ({ page }) => {
    await page.goto(`${app.url}/user/videos`);
    await signIn(page);
    await page.reload();
    const button = page.getByRole('button', { name: 'Batch summarize' });
    await button.click();
    await expect(page.getByText('There is nothing to summarize.')).toBeVisible();
    const [first = '', broken = ''] = await withoutNotes(page, ['/earlier', '/gone']);
    await database.query('update contents set duration_ms = 120000 where id = $1', [first]);
    site.on('/earlier', { body: article('the earlier oven') });
    await button.click();
    const dialog = page.getByRole('alertdialog', { name: 'Summarize items without notes?' });
    await expect(dialog).toContainText('3 hr 20 min');
    await dialog.getByRole('button', { name: 'Summarize', exact: true }).click();
    await expect(page.getByText('Summarizing 2 items. You can leave this page.')).toBeVisible();
    const ended = page.getByRole('status').filter({ hasText: 'Batch summary finished' });
    await expect(ended).toContainText('1 summarized');
    await expect(ended).toContainText('1 skipped');
    const skipped = page.getByRole('list', { name: 'Skipped items' });
    await expect(skipped.getByRole('link')).toHaveAttribute('href', `/content/${broken}`);
    await page.getByRole('button', { name: 'Got it' }).click();
    await call(page, 'userNote.deleteContentWithCleanup', { contentId: broken });
    await button.click();
    await expect(page.getByText('All items already have notes.')).toBeVisible();
  });
  test('ACC-03 a batch that takes more than is left says so, and the ways on', async ({ page }) => {
    await page.goto(app.url);
    await signIn(page);
    const [long = ''] = await withoutNotes(page, ['/long']);
    await database.query('update contents set duration_ms = $2 where id = $1', [long, 10 * 3_600_000]);
    await page.goto(`${app.url}/user/videos`);
    await page.getByRole('button', { name: 'Batch summarize' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Summarize items without notes?' });
    await expect(dialog).toContainText(
      'Not enough time: this needs about 10 hr, and you have 3 hr 20 min. Activate a license key, or add your own model key.',
    );
    await dialog.getByRole('button', { name: 'Summarize what fits' }).click();
    const skipped = page.getByRole('list', { name: 'Skipped items' });
    await expect(skipped).toContainText(
      'Not enough time left: this needs about 600 min, and you have 200 min. The item is saved, so you can summarize it later. Activate a license key in Settings › Time, or add your own model key, which uses no time.',
    );
  });
});
