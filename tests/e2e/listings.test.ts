/** A link that stands for many: recognised, looked into, picked from by mouse and keys, queued, and let go of again. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { shot } from '../harness/browser/shots.ts';
import { expectNoSidewaysScroll, expectNoViolations } from './settled.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });
// Whole batches are worked off meanwhile.
test.describe.configure({ timeout: 150_000 });

const field = '粘贴链接，或拖入文件';
const line = '陶窑的温度在夜里可以保持十一个小时，村民因此不再半夜添柴，这是第';
const clock = (index: number) => `00:${String(index).padStart(2, '0')}`;
const vtt = `WEBVTT\n\n${Array.from({ length: 30 }, (_, index) => `00:${clock(index)}.000 --> 00:${clock(index + 1)}.000\n${line}${index + 1}次记录。\n`).join('\n')}`;

function show(
  title: string,
  count: number,
  titleOf: (number: number) => string = (number) => `${title} 第${number}期`,
  transcriptOf: (number: number) => string = () => '/show.vtt',
): string {
  const items = Array.from({ length: count }, (_, index) => {
    const number = count - index;
    return `<item><title>${titleOf(number)}</title><guid isPermaLink="false">${title}-${number}</guid><pubDate>${new Date(Date.UTC(2026, 0, 1) + number * 86_400_000).toUTCString()}</pubDate><itunes:duration>${1800 + number * 7}</itunes:duration><enclosure url="/a/${number}.mp3" type="audio/mpeg"/><podcast:transcript url="${transcriptOf(number)}" type="text/vtt" language="zh"/></item>`;
  });
  return `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>${title}</title><itunes:author>林小禾</itunes:author><language>zh</language>${items.join('')}</channel></rss>`;
}
const type = 'application/rss+xml';

/** Pastes the link and opens the picker. */
async function openPicker(page: Page, url: string, words = { field, pick: '挑选条目' }) {
  await page.goto('/');
  await page.getByRole('textbox', { name: words.field }).fill(url);
  await expect(page.getByRole('button', { name: words.pick })).toBeEnabled();
  await page.getByRole('textbox', { name: words.field }).press('Enter');
  return page.getByRole('dialog');
}

test('SUM-02 a show is recognised, picked from with mouse and keys, queued and counted', async ({ page, site }) => {
  site.on('/show.vtt', { body: vtt, type: 'text/vtt' });
  site.on('/village.xml', { body: show('窑边夜话', 60), type });
  const dialog = await openPicker(page, `${site.url}/village.xml`);
  await expect(dialog.getByRole('heading', { name: '窑边夜话' })).toBeVisible();
  await expect(dialog).toContainText('系列节目');
  await expect(dialog).toContainText('60 项');
  const list = dialog.getByRole('listbox', { name: '条目' });
  await expect(list.getByRole('option').first()).toContainText('窑边夜话 第60期');
  await shot(page, 'picker-zh');

  await list.getByRole('option').nth(1).click();
  await list
    .getByRole('option')
    .nth(3)
    .click({ modifiers: ['Shift'] });
  await expect(dialog.getByText('已选 3 项')).toBeVisible();
  // From here by keys alone: two further down, Space, and the one above with Shift.
  await list.press('ArrowDown');
  await list.press('ArrowDown');
  await list.press('Space');
  await expect(dialog.getByText('已选 4 项')).toBeVisible();
  await list.press('ArrowUp');
  await list.press('Shift+Space');
  await expect(dialog.getByText('已选 5 项')).toBeVisible();
  await list.press('Control+a');
  await expect(dialog.getByText('已选 60 项')).toBeVisible();
  await dialog.getByRole('button', { name: '全不选' }).click();
  await dialog.getByLabel('起始项').fill('59');
  await dialog.getByLabel('结束项').fill('60');
  await dialog.getByRole('button', { name: '选中这一段' }).click();
  await dialog.getByRole('searchbox', { name: '按标题筛选' }).fill('第3期');
  await expect(list.getByRole('option')).toHaveCount(1);
  await dialog.getByRole('button', { name: /选中筛出的/ }).click();
  await expect(dialog.getByText('已选 3 项')).toBeVisible();
  await expect(dialog.getByText(/共 1\s?小时\s?30\s?分钟/)).toBeVisible();
  await expectNoViolations(page, { where: 'picker', within: '[role=dialog]' });
  await dialog.getByRole('button', { name: '总结 3 项' }).click();

  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('已排队 3 项')).toBeVisible();
  await expect(page.getByRole('textbox', { name: field })).toHaveValue('');
  const notes = page.getByRole('region', { name: '最近的笔记' });
  for (const number of [1, 2, 3]) await expect(notes.getByRole('link', { name: `窑边夜话 第${number}期` })).toBeVisible();

  // They are marked as there already, and cannot be picked again.
  await openPicker(page, `${site.url}/village.xml`);
  await list.press('End');
  await expect(list.getByRole('option').last()).toContainText('已有笔记');
  await list.getByRole('option').last().click({ force: true });
  await expect(dialog.getByText('已选 0 项')).toBeVisible();
  await shot(page, 'picker-existing-zh');
});

test('SUM-02 two thousand items are listed smoothly, filtered, and no more than two hundred queued at once', async ({
  page,
  site,
}) => {
  site.on('/vast.xml', { body: show('千集长谈', 2000), type });
  const dialog = await openPicker(page, `${site.url}/vast.xml`);
  await expect(dialog).toContainText('2,000 项');
  const list = dialog.getByRole('listbox');
  await expect.poll(() => list.getByRole('option').first().getAttribute('aria-setsize')).toBe('2000');
  expect(await list.getByRole('option').count()).toBeLessThan(40);
  await list.press('End');
  await expect(list.getByRole('option').last()).toContainText('千集长谈 第1期');
  await list.press('Home');
  await dialog.getByRole('button', { name: '全选' }).click();
  await expect(dialog.getByText('一次最多排队 200 项，现在选了 2,000 项。')).toBeVisible();
  await shot(page, 'picker-2000-zh');
  await dialog.getByRole('button', { name: '只留前 200 项' }).click();
  await expect(dialog.getByRole('button', { name: '总结 200 项' })).toBeEnabled();
  await dialog.getByRole('searchbox').fill('没有这样的标题');
  await expect(dialog.getByText('没有标题含“没有这样的标题”的条目')).toBeVisible();
  await shot(page, 'picker-nomatch-zh');
});

test('SUM-02 a batch is counted in one row and the rest of it can be let go', async ({ page, site }) => {
  site.on('/show.vtt', { body: vtt, type: 'text/vtt' });
  // Half of them come to no end: the batch is there to be let go, however quick the machine is with the others.
  site.on('/endless.vtt', (_request, response) => void response.writeHead(200, { 'content-type': 'text/vtt' }).write('WEBVTT\n'));
  const body = show('慢窑', 8, undefined, (number) => (number > 4 ? '/endless.vtt' : '/show.vtt'));
  site.on('/slow.xml', { body, type });
  const dialog = await openPicker(page, `${site.url}/slow.xml`);
  await dialog.getByRole('button', { name: '全选' }).click();
  await dialog.getByRole('button', { name: '总结 8 项' }).click();
  const batch = page.getByTestId('batch');
  await expect(batch).toContainText('慢窑', { timeout: 40_000 });
  await expect(batch).toContainText(/\d+ \/ 8/);
  await shot(page, 'batch-zh');
  await batch.getByRole('button', { name: /取消其余/ }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('写好的笔记会留下');
  await question.getByRole('button', { name: /取消其余/ }).click();
  await expect(batch).toHaveCount(0);
  await expect(page.getByText(/已取消 \d+ 项/).first()).toBeVisible();
});

test('SUM-02 loading, failing and very long titles have their own looks', async ({ page, site }) => {
  const long = (number: number) =>
    `${number}：${'关于陶窑火候与烟囱高度之间关系的一次漫长而细致的谈话，'.repeat(4)}LongUnbrokenWord${'x'.repeat(120)}`;
  site.on('/long.xml', { body: show('长题', 12, long), type });
  await page.setViewportSize({ width: 390, height: 844 });
  let hold = true;
  let fail = false;
  await page.route('**/api/trpc/ingest.openListing**', async (route) => {
    await expect.poll(() => hold).toBe(false);
    if (fail) await route.abort('connectionrefused');
    else await route.continue();
  });
  const dialog = await openPicker(page, `${site.url}/long.xml`);
  await expect(dialog.getByRole('heading', { name: '正在读取列表' })).toBeVisible();
  await shot(page, 'picker-loading-390-zh');
  fail = true;
  hold = false;
  await expect(dialog.getByText('列表没有加载出来。')).toBeVisible();
  await shot(page, 'picker-error-390-zh');
  fail = false;
  await dialog.getByRole('button', { name: '重试' }).click();
  await expect(dialog.getByRole('option').first()).toContainText('关于陶窑火候');
  await dialog.getByRole('option').first().click();
  await shot(page, 'picker-long-390-zh');
  await expect
    .poll(async () => {
      const box = await dialog.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 390;
    })
    .toBe(true);
  await expectNoSidewaysScroll(page);
});

test('SUM-02 a playlist that holds nothing for everyone says so', async ({ page, internet }) => {
  await internet.on('https://itunes.apple.com/lookup', {
    body: JSON.stringify({ resultCount: 0, results: [] }),
    type: 'application/json',
  });
  await page.goto('/');
  await page.getByRole('textbox', { name: field }).fill('https://podcasts.apple.com/cn/podcast/nothing/id990001');
  await expect(page.getByTestId('preview-item')).toContainText('listing_empty');
  await shot(page, 'empty-zh');
});

test.describe('in English', () => {
  test.use({ locale: 'en-US', colorScheme: 'dark' });

  test('SUM-02 the picker speaks English, and the note language can be chosen', async ({ page, site }) => {
    site.on('/show.vtt', { body: vtt, type: 'text/vtt' });
    site.on('/hills.xml', { body: show('Hill Talk', 30, (number) => `Hill Talk, episode ${number}`), type });
    const dialog = await openPicker(page, `${site.url}/hills.xml`, { field: 'Paste a link or drop files', pick: 'Choose items' });
    await expect(dialog).toContainText('Show');
    await expect(dialog).toContainText('30 items');
    await dialog.getByRole('option').first().click();
    await dialog.getByRole('combobox', { name: 'Note language' }).selectOption('zh');
    // No text is missing.
    await expect(dialog).not.toContainText('listings.');
    await shot(page, 'picker-en-dark');
    await dialog.getByRole('button', { name: 'Summarize 1 item' }).click();
    await expect(page.getByText('1 item queued')).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Recent notes' }).getByRole('link', { name: 'Hill Talk, episode 30' }),
    ).toBeVisible({
      timeout: 30_000,
    });
  });
});
