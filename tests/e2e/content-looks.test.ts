/** The content page as it looks: nothing clipped, nothing out of reach, in both themes, at every width. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { chooseAction, openTab } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { appWithModelUrl } from '../harness/browser/e2e-ports.ts';
import {
  cues,
  openRecording,
  openSummarised,
  recording,
  seconds,
  serveTone,
  summariseUpload,
} from '../harness/browser/recording.ts';
import { makeMatroska } from '../harness/files/make-matroska.ts';
import { expectNoViolations } from './settled.ts';

test.use({ baseURL: appWithModelUrl, locale: 'zh-CN', viewport: { width: 1440, height: 900 } });

/** What reaches over the right edge, and what can be pressed but is less than 24 px in a direction and stands in no text. */
function outOfReach(page: Page): Promise<{ wide: number; small: (string | null)[] }> {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const small = [...document.querySelectorAll('button, a[href], input, textarea, [role=tab], [role=menuitem]')].filter(
      (element) => {
        const { width, height } = element.getBoundingClientRect();
        // A box with a label is pressed by its label, too.
        if (width <= 1 || height <= 1 || element.closest('.reading, [role=tree], [role=log], ol, label')) return false;
        return width < 24 || (height < 24 && getComputedStyle(element).display !== 'inline');
      },
    );
    return { wide, small: small.map((element) => element.getAttribute('aria-label') ?? element.textContent) };
  });
}

async function expectWithinReach(page: Page, where: string): Promise<void> {
  await expect.poll(() => outOfReach(page), where).toEqual({ wide: 0, small: [] });
}

/** Selects the first words of the note, as keys would. */
async function selectInNote(page: Page): Promise<void> {
  // While it is written, its words come and go.
  await expect(page.getByRole('article', { name: '笔记' })).toHaveAttribute('aria-busy', 'false');
  // Anew when the note was drawn again meanwhile, which takes what was selected in it along.
  await expect(async () => {
    await page
      .locator('[data-text-scope=note] article li')
      .first()
      .evaluate((item) => {
        const text = document.createTreeWalker(item, NodeFilter.SHOW_TEXT).nextNode() as Text;
        document.getSelection()?.setBaseAndExtent(text, 0, text, Math.min(12, text.length));
      });
    await expect(page.getByRole('toolbar', { name: '标记所选文字' })).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 45_000 });
}

const tabs = ['总结', '思维导图', '字幕', '文章', '高亮'];

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const) {
  test(`SHL-08 menus and the editor’s search are free of violations, and every tab within reach (${theme}, ${width} px)`, async ({
    page,
  }) => {
    // The page is looked at five times. The menu and the card of a mark are looked at where marks are listed.
    test.setTimeout(240_000);
    await page.addInitScript((wanted) => localStorage.setItem('gleaner.theme', wanted), theme);
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await openRecording(page);
    const at = page.url();
    await selectInNote(page);
    await page.getByRole('button', { name: '标记并写批注' }).click();
    await page.getByRole('dialog', { name: '高亮' }).getByRole('button', { name: '完成' }).click();
    for (const name of tabs) {
      await openTab(page, name);
      await expect(page.getByRole('tabpanel', { name })).toBeVisible();
      // Neither what says that it is being fetched nor the blocks in its place.
      await expect(page.getByRole('tabpanel').locator('[aria-hidden].animate-pulse-soft')).toHaveCount(0);
      await expectWithinReach(page, name);
    }
    await page.goto(at);
    for (const pages of [[], ['下载'], ['换个详细程度或语言重新总结'], ['运行提示词']]) {
      await chooseAction(page, ...pages);
      await expect(page.getByRole('menu')).toBeVisible();
      await expectNoViolations(page, { where: pages.join() || '更多操作' });
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
    }
    await page.getByRole('button', { name: '编辑笔记' }).click();
    await expect(page.getByRole('textbox', { name: '笔记编辑器' })).toBeFocused();
    await page.keyboard.press('Control+f');
    await expect(page.getByRole('textbox', { name: '查找' })).toBeVisible();
    await expectNoViolations(page, { where: 'editor' });
    await expectWithinReach(page, 'editor');
  });
}

/** Whether all of it lies inside of the other, to the pixel. */
async function expectInside(part: Locator, whole: Locator): Promise<void> {
  const [inner, outer] = [await part.boundingBox(), await whole.boundingBox()];
  if (!inner || !outer) throw new Error('not drawn');
  expect(inner.x).toBeGreaterThanOrEqual(outer.x - 0.5);
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width + 0.5);
}

test('CON-08 CON-11 beside an open conversation the player keeps all its controls and the note its measure', async ({ page }) => {
  await openRecording(page);
  await page.getByRole('button', { name: '提问', exact: true }).click();
  const panel = page.getByRole('complementary', { name: '问这份内容' });
  const player = page.getByRole('region', { name: /^音频/ });
  for (const width of [1280, 1440, 1680]) {
    await page.setViewportSize({ width, height: 900 });
    // The page finds its new place step by step: what counts is where it comes to rest.
    await expect(async () => {
      for (const button of await player.getByRole('button').all()) await expectInside(button, player);
      const note = await page.getByRole('article', { name: '笔记' }).boundingBox();
      // With two columns the conversation stands below the player, with three in its own.
      expect(note?.width).toBeGreaterThanOrEqual(width === 1440 ? 440 : 480);
      const talk = await panel.boundingBox();
      if (width > 1280) expect((note?.x ?? 0) + (note?.width ?? 0)).toBeLessThanOrEqual(talk?.x ?? 0);
      else expect((talk?.x ?? 0) + (talk?.width ?? 0)).toBeLessThanOrEqual(note?.x ?? 0);
    }).toPass({ timeout: 45_000 });
  }
});

test('CON-08 under a video: chapters and marks on the bar; the picture stays while one reads, and leaves for a window of its own', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // A window of its own needs a screen: what the page asks for is enough here.
    Object.defineProperty(document, 'pictureInPictureEnabled', { get: () => true });
    HTMLVideoElement.prototype.requestPictureInPicture = function request() {
      Object.defineProperty(document, 'pictureInPictureElement', { configurable: true, get: () => this });
      this.dispatchEvent(new Event('enterpictureinpicture', { bubbles: true }));
      return Promise.reject(new Error('no screen'));
    };
  });
  await serveTone(page);
  const chapters = [0, 30, 60].map((second, index) => ({ startMs: second * 1000, title: `Part ${index + 1} of the barn` }));
  const buffer = makeMatroska({ seconds, subtitles: [{ codec: 'S_TEXT/UTF8', language: 'eng', cues }], chapters });
  await openSummarised(page, await summariseUpload(page, { name: 'barn-film.mkv', buffer }));
  await selectInNote(page);
  const stored = page.waitForResponse(/highlights\.create/);
  await page.getByRole('button', { name: '标为绿色' }).click();
  await stored;
  await page.route('**/api/trpc/**content.overview**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('"type":"audio"', '"type":"video"') });
  });
  await page.reload();
  const video = page.locator('video');
  await expect(video).toBeVisible();
  await expect(page.locator('[data-chapter-tick]')).toHaveCount(2);
  await expect(page.locator('[data-mark-tick]')).toHaveCount(1);
  const bar = page.getByRole('slider', { name: '播放位置' });
  const box = await bar.boundingBox();
  if (!box) throw new Error('no bar');
  await bar.hover({ position: { x: box.width * 0.4, y: box.height / 2 } });
  await expect(page.locator('[data-seek-label]')).toContainText('Part 2 of the barn');

  const picture = page.getByRole('button', { name: '把画面移到小窗口' });
  await picture.click();
  await expect(page.getByRole('button', { name: '把画面移回来' })).toHaveAttribute('aria-pressed', 'true');

  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(video).toBeInViewport({ ratio: 0.9 });
  }

  // Above the words it is as tall as the tabs below it reckon with: no gap, and nothing of it is covered.
  await openTab(page, '文章');
  await expect(page.getByRole('article', { name: '文章' })).toContainText('stone barn');
  await page.setViewportSize({ width: 820, height: 844 });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect
    .poll(async () => {
      const [above, tabs] = [await video.boundingBox(), await page.getByRole('tablist').boundingBox()];
      return above && tabs ? Math.round(tabs.y - above.y - above.height) : null;
    })
    .toBe(0);
});

test('CON-04 a translation is made beside the original, seen coming, kept, and taken away with it', async ({ page, model }) => {
  await serveTone(page);
  // Under a title of its own, nobody has had it translated before.
  const title = `barn talk ${crypto.randomUUID()}`;
  await openSummarised(page, await summariseUpload(page, { name: `${title}.mkv`, buffer: recording() }));
  const release = await model.hold(title);
  await page.getByRole('tab', { name: '字幕', exact: true }).click();
  const menu = page.getByRole('button', { name: '翻译字幕' });
  await menu.click();
  await page.getByRole('menuitemradio', { name: '译成中文' }).click();
  await expect(page.getByRole('status').filter({ hasText: '正在翻译：40 行里译好' })).toBeVisible();
  await release();
  const script = page.getByRole('region', { name: /^字幕，共/ });
  const first = script.getByRole('listitem').first();
  await expect(first).toContainText('第 0 句的译文');
  await expect(first).toContainText('The village kept its grain');
  await expect(page.getByText('正在翻译')).toHaveCount(0);
  await expectNoViolations(page, { where: 'translation' });

  await menu.click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: '双语字幕（SRT）' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toMatch(/00:00:00,000 --> 00:00:02,800\r?\nThe village kept its grain[^\n]*\r?\n第 0 句的译文/);

  // It stands there still on the way back, and when the page is opened anew.
  await page.getByRole('tab', { name: '总结' }).click();
  await page.getByRole('tab', { name: '字幕', exact: true }).click();
  await expect(first).toContainText('第 0 句的译文');
  await page.reload();
  await expect(first).toContainText('第 0 句的译文');
  await menu.click();
  await page.getByRole('menuitemradio', { name: '不显示译文' }).click();
  await expect(first).not.toContainText('译文');
});
