/** A talk as an article: as it was spoken, and as a model writes it. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openTab } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { appWithModelUrl } from '../harness/browser/e2e-ports.ts';
import { openSummarised, recording, serveTone, summariseUpload } from '../harness/browser/recording.ts';
import { copiedBy } from './clipboard.ts';
import { expectNoSidewaysScroll, expectNoViolations } from './settled.ts';

// Two notes and an article are written in one of them.
test.setTimeout(180_000);

/** The talk with the note that the model wrote of it, its article open. Gives its title, that of no other talk. */
async function openTalk(page: Page, tab: string): Promise<string> {
  const name = `barn talk ${crypto.randomUUID()}`;
  await serveTone(page);
  await openSummarised(page, await summariseUpload(page, { name: `${name}.mkv`, buffer: recording() }, { timeoutMs: 60_000 }));
  await openTab(page, tab);
  await expect(page.getByRole('article', { name: tab })).toContainText('stone barn', { timeout: 60_000 });
  return name;
}

async function takePictures(page: Page, name: string): Promise<void> {
  const folder = process.env.GLEANER_SHOTS;
  if (!folder) return;
  const before = page.viewportSize();
  for (const width of [1440, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/article-${name}-${width}-${colorScheme}.png` });
    }
  if (before) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: null });
}

/** In the subtitles' editor; the article is open again afterwards. */
async function correctFirstLine(page: Page, text: string): Promise<void> {
  await page.getByRole('tab', { name: '字幕', exact: true }).click();
  await page.getByRole('button', { name: '校正字幕' }).click();
  await page.getByRole('button', { name: '校正 00:00 的一行' }).click();
  const field = page.getByRole('textbox', { name: '这一行的文字' });
  await field.fill(text);
  await field.press('Enter');
  await expect(page.getByText('已校正 1 处')).toBeVisible();
  await page.getByRole('tab', { name: '文章', exact: true }).click();
}

const mediaSeconds = (page: Page) => page.locator('audio').evaluate((element: HTMLMediaElement) => element.currentTime);

test.describe('in Chinese, with a model', () => {
  test.use({ locale: 'zh-CN', baseURL: appWithModelUrl, permissions: ['clipboard-read', 'clipboard-write'] });

  test('CON-05 CON-06 a talk is written as an article; it seeks, is marked, copied, and written again where a line was corrected', async ({
    page,
    model,
  }) => {
    const title = await openTalk(page, '文章');
    const article = page.getByRole('article', { name: '文章' });
    await expect(page.getByText('由字幕连成段落，去掉了口头的停顿；没有改写。')).toBeVisible();
    const spoken = await article.locator('p').count();
    const release = await model.hold(title);
    await page.getByRole('button', { name: '写成文章' }).click();
    await expect(page.getByText(/^正在写：\d 部分里写好 \d 部分$/)).toBeVisible();
    await expect(page.getByRole('progressbar', { name: '文章写好了多少' })).toBeVisible();
    if (process.env.GLEANER_SHOTS) await page.screenshot({ path: `${process.env.GLEANER_SHOTS}/article-running.png` });
    await release();
    await expect(page.getByText('由 fake-model 根据原话写成。')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('button', { name: '成文', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await takePictures(page, 'zh-written');

    // A paragraph plays its moment.
    const chip = article.getByRole('button', { name: /从 \d\d:\d\d/ }).nth(2);
    const [minutes = 0, wanted = 0] = ((await chip.textContent()) ?? '').split(':').map(Number);
    await chip.click();
    await expect.poll(() => mediaSeconds(page)).toBeGreaterThanOrEqual(minutes * 60 + wanted);
    await expect(article.locator('p[aria-current=time]')).toHaveCount(1);
    // From its beginning and standing still: what plays is followed, away from the first line that is corrected below.
    await page.locator('audio').evaluate((element: HTMLMediaElement) => {
      element.pause();
      element.currentTime = 0;
    });

    // Words of it are marked.
    await page.evaluate(() => {
      const text = document.querySelectorAll('[data-text-scope=article] [data-segment]')[1]?.firstChild as Node;
      document.getSelection()?.setBaseAndExtent(text, 0, text, 20);
    });
    await page.getByRole('toolbar', { name: '标记所选文字' }).getByRole('button', { name: '标为绿色' }).click();
    const marks = () => page.evaluate(() => [...(CSS.highlights.get('gleaner-green') ?? [])].map(String));
    await expect.poll(async () => (await marks()).length).toBe(1);
    const marked = await marks();
    const moved: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('highlights.reattach')) moved.push(request.url());
    });

    // Copy and file are what is shown.
    const written = await copiedBy(page, () => page.getByRole('button', { name: '复制', exact: true }).click());
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载 Markdown' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toBe(written);
    await page.getByRole('button', { name: '原话', exact: true }).click();
    await expect(page.getByText('由字幕连成段落，去掉了口头的停顿；没有改写。')).toBeVisible();
    await expect(article.locator('p')).toHaveCount(spoken);
    expect(await copiedBy(page, () => page.getByRole('button', { name: /^(复制|已复制)$/ }).click())).not.toBe(written);
    await page.getByRole('button', { name: '成文', exact: true }).click();
    // The mark stands where it stood: looking at the other form has not moved it there.
    await expect.poll(marks).toEqual(marked);
    expect(moved).toEqual([]);

    await correctFirstLine(page, 'The village kept its grain in a wooden barn near the river.');
    await expect(page.getByText(/有 1 部分过时了/)).toBeVisible();
    const note = article.getByText('这一部分写好以后，字幕改过。');
    await expect(note).toBeVisible();
    await expectNoViolations(page);
    await takePictures(page, 'zh-stale');
    await page.getByRole('button', { name: '重写这一部分' }).click();
    await expect(article).toContainText('wooden barn');
    await expect(note).toBeHidden();
    await expect(article).not.toContainText('stone barn');

    // By keyboard: the menu, a way back, and nothing of it is left.
    const more = page.getByRole('button', { name: '这篇文章的更多操作' });
    const sure = page.getByRole('alertdialog', { name: '删除写成的文章？' });
    await more.press('Enter');
    await page.getByRole('menuitem', { name: '删除写成的文章' }).press('Enter');
    await expect(sure.getByRole('button', { name: '取消' })).toBeFocused();
    await expectNoViolations(page);
    await page.keyboard.press('Enter');
    await expect(sure).toBeHidden();
    await expect(article).toContainText('wooden barn');
    await more.press('Enter');
    await page.getByRole('menuitem', { name: '删除写成的文章' }).press('Enter');
    await sure.getByRole('button', { name: '删除', exact: true }).press('Enter');
    await expect(page.getByRole('button', { name: '写成文章' })).toBeFocused();
    await expect(page.getByText('由字幕连成段落，去掉了口头的停顿；没有改写。')).toBeVisible();
  });

  test('CON-05 writing is stopped and gone on with, on a phone', async ({ page, model }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const release = await model.hold(await openTalk(page, '文章'));
    await page.getByRole('button', { name: '写成文章' }).click();
    await page.getByRole('button', { name: '停止' }).click();
    const goOn = page.getByRole('button', { name: /接着写|写成文章/ });
    await expect(goOn).toBeVisible();
    await release();
    await expectNoSidewaysScroll(page);
    await goOn.click();
    await expect(page.getByText('由 fake-model 根据原话写成。')).toBeVisible({ timeout: 60_000 });
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);
  });
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('CON-05 with a model the article is written; without one it stays as it was spoken', async ({ page, browser }) => {
    await openTalk(page, 'Article');
    await expect(
      page.getByText('The transcript joined into paragraphs, without filler words. Nothing is rewritten.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Write an article' })).toHaveCount(0);

    const context = await browser.newContext({ locale: 'en-US', baseURL: appWithModelUrl, colorScheme: 'dark' });
    const other = await context.newPage();
    await openTalk(other, 'Article');
    await other.getByRole('button', { name: 'Write an article' }).click();
    await expect(other.getByText('Written by fake-model from what was said.')).toBeVisible({ timeout: 60_000 });
    await expectNoViolations(other);
    await takePictures(other, 'en-written');
    await other.getByRole('button', { name: 'As spoken', exact: true }).click();
    await expect(other.getByRole('button', { name: 'As spoken', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await context.close();
  });
});
