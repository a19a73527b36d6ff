/** The parts of a content's page other than what is read: its actions, its bar of coverage, its tabs. */
import type { Locator, Page } from '@playwright/test';
import { chooseAction } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl, appWithModelUrl } from '../harness/browser/e2e-ports.ts';
import { openRecording, openSummarised, spoken, summariseLink } from '../harness/browser/recording.ts';

test.use({ baseURL: appWithModelUrl, locale: 'zh-CN', viewport: { width: 1440, height: 900 } });

const actionsOf = (page: Page): Locator => page.getByRole('group', { name: '对这篇笔记的操作' });

/** Name and left edge of each button of the row. */
async function rowOf(page: Page): Promise<string[]> {
  const buttons = await actionsOf(page).getByRole('button').all();
  return Promise.all(
    buttons.map(async (button) => {
      const box = await button.boundingBox();
      return `${await button.textContent()} ${Math.round(box?.x ?? -1)} ${Math.round(box?.y ?? -1)}`;
    }),
  );
}

test('CON-08 the row of actions has one place: neither asking nor a new run moves what is under the pointer', async ({
  page,
  model,
}) => {
  await openRecording(page);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const before = await rowOf(page);
    // Asking is in the bar below on a phone.
    expect(before).toHaveLength(width === 1440 ? 3 : 2);
    // One line.
    expect(new Set(before.map((button) => button.split(' ').at(-1))).size).toBe(1);
    await page.getByRole('button', { name: '提问', exact: true }).click();
    if (width === 1440) {
      await expect(page.getByRole('complementary', { name: '问这份内容' })).toBeVisible();
      expect(await rowOf(page)).toEqual(before);
      // A second press at the same point closes what the first one opened.
      await page.mouse.down();
      await page.mouse.up();
      await expect(page.getByRole('complementary', { name: '问这份内容' })).toHaveCount(0);
    } else {
      await page.getByRole('dialog', { name: '问这份内容' }).getByRole('button', { name: '关闭' }).click();
    }
    expect(await rowOf(page)).toEqual(before);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const before = await rowOf(page);
  const release = await model.hold('barn-talk');
  await chooseAction(page, '再次总结');
  await expect(page.getByRole('region', { name: '正在重写笔记' })).toBeVisible();
  expect(await rowOf(page)).toEqual(before);
  await page.getByRole('button', { name: '更多操作' }).click();
  await expect(page.getByRole('menuitem', { name: '再次总结', exact: true })).toBeDisabled();
  await page.keyboard.press('Escape');
  await release();
  await expect(page.getByRole('region', { name: '正在重写笔记' })).toHaveCount(0);
  expect(await rowOf(page)).toEqual(before);
});

async function openPagesByKeys(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: '更多操作' });
  await more.focus();
  await page.keyboard.press('Enter');
  const download = page.getByRole('menuitem', { name: '下载', exact: true });
  await expect(page.getByRole('menuitem', { name: '再次总结', exact: true })).toBeFocused();
  // The menu moves the focus after a turn of the event loop: each key waits for the one before.
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem').last()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(download).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('menuitem', { name: /SRT/ })).toBeVisible();
  await expect(page.getByRole('menu').getByRole('menuitem').nth(1)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(download).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
}

async function measureMotion(page: Page): Promise<void> {
  const durationOf = (part: Locator) =>
    part.evaluate((element) => Number.parseFloat(getComputedStyle(element).animationDuration));
  for (const [reducedMotion, least, most] of [
    ['no-preference', 0.12, 0.2],
    ['reduce', 0, 0.001],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.getByRole('button', { name: '更多操作' }).click();
    const menu = page.getByRole('menu');
    expect(await durationOf(menu)).toBeGreaterThanOrEqual(least);
    expect(await durationOf(menu)).toBeLessThanOrEqual(most);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await page.getByRole('tab', { name: '高亮' }).click();
    const panel = page.getByRole('tabpanel', { name: '高亮' });
    await expect(panel).toBeVisible();
    expect(await durationOf(panel)).toBeGreaterThanOrEqual(least);
    expect(await durationOf(panel)).toBeLessThanOrEqual(most);
    await page.getByRole('tab', { name: '总结' }).click();
  }
}

test.describe('without a model', () => {
  test.use({ baseURL: appUrl });

  test('CON-08 SHL-08 the menu of actions opens its pages by keys, and what opens moves for 120 to 200 ms or not at all', async ({
    page,
  }) => {
    await openRecording(page);
    await test.step('pages of the menu open and close by keys', () => openPagesByKeys(page));
    await test.step('what opens moves shortly, and not at all where motion is not wanted', () => measureMotion(page));
  });

  test('CON-01 a web page has no tab for subtitles, and a link to it shows the note', async ({ page, site }) => {
    const text = Array.from({ length: 12 }, (_, index) => `<p>Paragraph ${index + 1}. ${spoken.join('. ')}.</p>`).join('');
    site.on('/no-subtitles', { body: `<!doctype html><title>The barn</title><article><h1>The barn</h1>${text}</article>` });
    await openSummarised(page, await summariseLink(page, `${site.url}/no-subtitles`));
    await expect(page.getByRole('tab')).toHaveText(['总结', '思维导图', '文章', '高亮']);
    await page.goto(`${new URL(page.url()).pathname}?tab=subtitle`);
    await expect(page.getByRole('tab', { name: '总结' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('article', { name: '笔记' })).toBeVisible();
  });
});
