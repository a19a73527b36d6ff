/** The content page as a place to study: panes that leave each other alone, an outline, and a phone that belongs to the note. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl, appWithModelUrl } from '../harness/browser/e2e-ports.ts';
import { openRecording, openSummarised, summariseUpload } from '../harness/browser/recording.ts';
import { expectNoSidewaysScroll, expectNoViolationsInEitherScheme } from './settled.ts';
import { countShifts, shifted } from './stillness.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

type Box = { x: number; y: number; width: number; height: number };

async function boxOf(part: Locator): Promise<Box> {
  const box = await part.boundingBox();
  if (!box) throw new Error('not drawn');
  return box;
}

const note = (page: Page) => page.getByRole('article', { name: /^(?:笔记|Note)$/ });
const player = (page: Page) => page.getByRole('region', { name: /^(?:音频|Audio)/ });
const chips = (page: Page) =>
  note(page)
    .getByRole('button')
    .filter({ hasText: /^\d\d:\d\d$/ });
const openSide = (page: Page) => page.getByRole('button', { name: '打开旁边的栏' });

/** A text of many headings. */
function longText(): string {
  const part = (index: number) =>
    `## 第 ${index} 章 窑的来历\n\n${Array.from({ length: 6 }, (_, line) => `第 ${index} 章第 ${line} 段讲窑工在第 ${index * 7 + line} 年怎样搬运陶土，怎样看火，又怎样把 ${index + line} 车瓷器送到河边。`).join('\n\n')}`;
  return Array.from({ length: 12 }, (_, index) => part(index + 1)).join('\n\n');
}

async function openText(page: Page, text: string, name = 'yao.md'): Promise<void> {
  await openSummarised(page, await summariseUpload(page, { name, buffer: Buffer.from(text) }));
}

test('CON-08 three panes, without a violation: opening, changing and closing one leaves the others where they are, and the player plays on', async ({
  page,
}) => {
  await openRecording(page);
  await page.locator('audio').evaluate((audio: HTMLAudioElement) => {
    audio.dataset.same = 'yes';
    audio.currentTime = 42;
  });
  const before = await boxOf(player(page));
  const column = await boxOf(note(page));
  await openSide(page).click();
  const script = page.getByRole('region', { name: /^字幕，共/ });
  await expect(script).toBeVisible();
  expect(await boxOf(player(page))).toEqual(before);
  const narrowed = await boxOf(note(page));
  expect(narrowed.x).toBe(column.x);
  expect(narrowed.width).toBeGreaterThanOrEqual(380);
  const beside = await boxOf(script);
  expect(beside.x).toBeGreaterThan(narrowed.x + narrowed.width);
  expect(beside.y + beside.height).toBeLessThanOrEqual(900);
  await test.step('in both themes the page is free of violations', async () => {
    await expectNoSidewaysScroll(page);
    await expectNoViolationsInEitherScheme(page);
  });

  const side = page.getByRole('group', { name: '旁边的栏' });
  await side.getByRole('button', { name: '高亮' }).click();
  await expect(script).toHaveCount(0);
  expect(await boxOf(note(page))).toEqual(narrowed);
  await page.setViewportSize({ width: 1100, height: 900 });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await side.getByRole('button', { name: '关闭旁边的栏' }).click();
  await expect(side).toHaveCount(0);
  await expect.poll(() => boxOf(player(page))).toEqual(before);
  expect(await boxOf(note(page))).toEqual(column);
  const audio = page.locator('audio[data-same=yes]');
  expect(await audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBe(42);

  // Put away and brought back, it is at the same moment, too.
  await page.getByRole('button', { name: '隐藏播放器' }).click();
  await expect(player(page)).toHaveCount(0);
  await page.getByRole('button', { name: '显示播放器' }).click();
  expect(await audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBe(42);
});

test('CON-08 a place opens in the script beside the note, and what the middle shows does not stand there twice', async ({
  page,
}) => {
  await openRecording(page);
  await openSide(page).click();
  await page.getByRole('button', { name: '隐藏播放器' }).click();
  await chips(page).last().click();
  await expect(page.getByRole('region', { name: /^字幕，共/ }).locator('[aria-current=time]')).toBeInViewport();
  await expect(page).not.toHaveURL(/tab=subtitle/);
  await page.getByRole('tab', { name: '字幕' }).click();
  await expect(page.getByRole('region', { name: /^字幕，共/ })).toHaveCount(1);
  await page.getByRole('button', { name: '中间显示笔记' }).click();
  await expect(note(page)).toBeVisible();
  await expect(page.getByRole('region', { name: /^字幕，共/ })).toHaveCount(1);
});

/** The separators of the panes beside the middle, moved: the first is left at 22 percent, the second at 34. */
async function setWidths(page: Page, source: Locator, side: Locator): Promise<void> {
  const width = async () => (await boxOf(player(page))).width;
  const usual = await width();
  await expect(source).toHaveAttribute('aria-valuenow', '30');
  await source.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(source).toHaveAttribute('aria-valuenow', '34');
  expect(await width()).toBeGreaterThan(usual + 20);
  await page.keyboard.press('End');
  await expect(source).toHaveAttribute('aria-valuenow', (await source.getAttribute('aria-valuemax')) ?? '');
  await page.keyboard.press('Home');
  await expect(source).toHaveAttribute('aria-valuenow', (await source.getAttribute('aria-valuemin')) ?? '');
  // The arrow moves what one sees: the left edge of the side pane.
  await side.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(side).toHaveAttribute('aria-valuenow', '29');

  const at = await boxOf(side);
  await page.mouse.move(at.x + at.width / 2, 400);
  await page.mouse.down();
  await page.mouse.move(at.x + at.width / 2 - 60, 420, { steps: 4 });
  await page.mouse.up();
  await expect(side).toHaveAttribute('aria-valuenow', '34');
}

/** What stands for the page until the content is there has its columns. */
async function reloadStandingStill(page: Page): Promise<void> {
  const columns = () =>
    page.locator('#source-pane').evaluate((pane) => getComputedStyle(pane.parentElement as Element).gridTemplateColumns);
  const usual = await columns();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/trpc/**content.overview**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByText('正在打开内容')).toBeAttached();
  expect(await columns()).toBe(usual);
  held.resolve();
  await expect(note(page)).toBeVisible();
  await expect(page.getByRole('region', { name: /^字幕，共/ })).toBeVisible();
  expect(await columns()).toBe(usual);
  expect((await shifted(page)).sum).toBeLessThanOrEqual(0.02);
}

test('CON-08 widths are set by keys and by the pointer; they and what is open are there after a reload, which stands still', async ({
  page,
}) => {
  await countShifts(page);
  await openRecording(page);
  await openSide(page).click();
  const source = page.getByRole('separator', { name: '来源栏的宽度' });
  const side = page.getByRole('separator', { name: '旁边一栏的宽度' });
  await test.step('widths are set', () => setWidths(page, source, side));
  await test.step('the route shifts by at most 0.02, and the skeleton has the same columns', () => reloadStandingStill(page));
  await expect(side).toHaveAttribute('aria-valuenow', '34');
  await expect(source).toHaveAttribute('aria-valuenow', '22');
  await source.dblclick();
  await expect(source).toHaveAttribute('aria-valuenow', '30');

  await test.step('an open conversation leaves the focus where it is', async () => {
    await page.getByRole('button', { name: '查找', exact: true }).first().click();
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.reload();
    await expect(page.getByRole('searchbox')).toBeVisible();
    await expect(page.getByRole('searchbox')).not.toBeFocused();
  });
});

test('CON-08 the outline follows what one reads and what is played, by pointer and by keys', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await countShifts(page);
  await openText(page, longText());
  await page.getByRole('tab', { name: '文章' }).click();
  const outline = page.getByRole('navigation', { name: '目录' });
  await expect(outline.getByRole('button')).toHaveCount(12);
  const here = outline.locator('[aria-current=location]');
  await outline.getByRole('button', { name: '第 7 章' }).press('Enter');
  await expect(here).toHaveText(/第 7 章/);
  const heading = page.getByRole('heading', { name: '第 7 章' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await page.mouse.move(700, 500);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(here).not.toHaveText(/第 7 章/);
  const at = page.url();

  // Without room it is a button, in the same place whether there are headings or not.
  await page.setViewportSize({ width: 1000, height: 700 });
  await expect(outline).toHaveCount(0);
  await page.getByRole('button', { name: '目录' }).click();
  await outline.getByRole('button', { name: '第 3 章' }).click();
  await expect(outline).toHaveCount(0);
  await expect(page.getByRole('heading', { name: '第 3 章' })).toBeInViewport();
  for (const width of [1440, 1000]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(at);
    await expect(page.getByRole('article', { name: '文章' })).toBeVisible();
    await expect(width === 1440 ? outline : page.getByRole('button', { name: '目录' })).toBeVisible();
    expect((await shifted(page)).sum).toBeLessThanOrEqual(0.02);
  }
});

test.describe('with a model', () => {
  test.use({ baseURL: appWithModelUrl });

  test('CON-08 what is played is marked in the outline of the note', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 420 });
    await openRecording(page);
    await page.getByRole('button', { name: '目录' }).click();
    const outline = page.getByRole('navigation', { name: '目录' });
    await expect(outline.getByRole('button').nth(1)).toBeVisible();
    await page.keyboard.press('Escape');
    await chips(page).last().click();
    await expect(page.locator('[data-lit]')).toHaveCount(1);
    await page.getByRole('button', { name: '目录' }).click();
    await expect(outline.getByRole('img', { name: '正在播放' })).toHaveCount(1);
  });
});

test.describe('on a phone, in English', () => {
  test.use({ locale: 'en-US', viewport: { width: 390, height: 844 }, hasTouch: true, baseURL: appWithModelUrl });

  test('CON-08 the note begins above a third and keeps four fifths; the player is one line; all is in reach of a thumb', async ({
    page,
  }) => {
    await openRecording(page);
    expect((await boxOf(note(page))).y).toBeLessThan(844 / 3);
    // Nothing of it lies over what says where its words are from.
    const [origin, first] = [
      await boxOf(page.getByText(/^Subtitles: /)),
      await boxOf(page.getByRole('button', { name: 'Edit note' })),
    ];
    expect(first.y).toBeGreaterThanOrEqual(origin.y + origin.height);
    const line = page.locator('[data-player]');
    expect((await boxOf(line)).height).toBeLessThanOrEqual(64);
    await page.evaluate(() => window.scrollTo(0, 600));
    /** The share of the screen's height, down its middle, that belongs to the note. */
    const share = () =>
      page.evaluate(() => {
        const rows = Array.from({ length: innerHeight }, (_, y) => document.elementFromPoint(innerWidth / 2, y));
        return rows.filter((element) => element?.closest('[role=tabpanel]')).length / innerHeight;
      });
    await expect.poll(share).toBeGreaterThanOrEqual(0.8);

    const bar = page.getByRole('navigation', { name: 'On this page' });
    // What the bar has is nowhere else.
    await expect(page.getByRole('tab')).toHaveCount(0);
    for (const button of [...(await bar.getByRole('button').all()), ...(await line.getByRole('button').all())]) {
      const { width, height } = await boxOf(button);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(40);
    }
    await line.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(line.getByRole('button', { name: 'Pause' })).toBeVisible();
    await line.getByRole('button', { name: 'Expand player' }).click();
    await expect(player(page)).toBeInViewport();
    await line.getByRole('button', { name: 'Shrink player' }).click();
    expect((await boxOf(line)).height).toBeLessThanOrEqual(64);
    await line.getByRole('button', { name: 'Pause' }).click();

    await bar.getByRole('button', { name: 'Transcript' }).click();
    await expect(page.getByRole('region', { name: /^Transcript, / })).toBeInViewport();
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Highlights' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Highlights' })).toBeVisible();
    await bar.getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('menuitem', { name: 'Highlights' })).toHaveAttribute('aria-current', 'page');
    await page.getByRole('menuitem', { name: 'Hide player' }).click();
    await expect(line).toBeHidden();
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Show player' }).click();
    await expect(line).toBeVisible();
    await bar.getByRole('button', { name: 'Ask' }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByRole('textbox')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await bar.getByRole('button', { name: 'Note' }).click();
    await expect(note(page)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectNoViolationsInEitherScheme(page);
  });
});
