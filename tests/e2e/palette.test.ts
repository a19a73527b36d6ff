/** The search over everything and its commands, by keyboard. */
import type { Page } from '@playwright/test';
import { makeSearchable } from '#features/library/server/search-index.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { call } from '../harness/browser/guests.ts';
import { withSeededLibrary } from '../harness/browser/seeded-server.ts';
import { expectNoSidewaysScroll, expectNoViolationsInEitherScheme } from './settled.ts';

test.use({ baseURL: appUrl });

async function look(page: Page, name: string): Promise<void> {
  if (process.env.GLEANER_LOOK)
    await page.screenshot({ path: `${process.env.GLEANER_LOOK}/${name}.png`, animations: 'disabled' });
}

/** A guest with twelve contents, of which the newest have these titles. */
const withTitles = (page: Page, titles: readonly string[], use: () => Promise<void>) =>
  withSeededLibrary(page, 12, async ({ database, userId }) => {
    for (const [place, title] of titles.entries())
      await database.query(
        'update contents set title = $3 where id = (select id from contents where user_id = $1 order by updated_at desc, id desc offset $2 limit 1)',
        [userId, place, title],
      );
    // The search answers without what is not indexed in time.
    await makeSearchable(database.db, userId);
    await page.goto('/');
    await expect(page.getByRole('link', { name: titles[0] ?? '' }).first()).toBeVisible();
    await use();
  });

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('SHL-04 modifier+K opens the search, which runs commands and gives the focus back', async ({ page }) => {
    const network = Promise.withResolvers<void>();
    await page.route(/\/assets\/palette-/, async (route) => {
      await network.promise;
      await route.continue();
    });
    await page.goto('/user/videos');
    const opener = page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: '全局搜索' });
    await opener.focus();
    await page.keyboard.press('ControlOrMeta+k');
    // What is typed before the search has loaded is not lost.
    await page.keyboard.type('earlier');
    await page.keyboard.press('Backspace');
    network.resolve();
    const dialog = page.getByRole('dialog', { name: '全局搜索' });
    const field = dialog.getByRole('combobox');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('earlie');
    await field.fill('深色');
    await expect(dialog.getByRole('option')).toHaveText(['外观：深色']);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(opener).toBeFocused();

    await page.keyboard.press('Enter');
    await field.fill('官方');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/user\/prompts\/public$/);
    await expect(page.locator('#main')).toBeFocused();

    await page.keyboard.press('ControlOrMeta+k');
    await field.fill('english');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Official prompts');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog', { name: 'Search everything' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('SHL-04 modifier+J leads to the field for a new summary from everywhere, and keeps what is in it', async ({ page }) => {
    await page.goto('/user/videos');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+j');
    const field = page.getByRole('textbox', { name: '粘贴链接，或拖入文件' });
    await expect(field).toBeFocused();
    await field.fill('half a thought');
    await page.getByRole('button', { name: '收起侧栏' }).focus();
    await page.keyboard.press('ControlOrMeta+j');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('half a thought');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('combobox').fill('新的总结');
    await page.keyboard.press('Enter');
    await expect(field).toBeFocused();
    await page.getByRole('button', { name: '收起侧栏' }).focus();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: '键盘快捷键' });
    for (const text of ['搜索全部内容和命令', '新的总结']) await expect(help.getByText(text, { exact: true })).toBeVisible();
  });

  test('SHL-04 own contents and collections are found with their words lit, and what was opened is offered again', async ({
    page,
  }) => {
    await withTitles(page, ['The <b>oven</b> of Lorn', 'A mill'], async () => {
      await call(page, appUrl, 'share.createCollection', { name: '烤炉 oven' });
      await page.reload();
      await expect(page.getByRole('region', { name: '合集' })).toContainText('oven');
      await page.keyboard.press('ControlOrMeta+k');
      const dialog = page.getByRole('dialog', { name: '全局搜索' });
      const field = dialog.getByRole('combobox');
      await field.fill('OVEN');
      const rows = dialog.getByRole('group', { name: '我的内容' }).getByRole('option');
      await expect(rows).toHaveCount(1);
      await expect(rows).toHaveAttribute('aria-selected', 'true');
      await expect(rows).toContainText('The <b>oven</b> of Lorn');
      await expect(rows.locator('mark').first()).toHaveText('oven');
      await expect(dialog.getByRole('group', { name: '合集' }).getByRole('option')).toHaveText(['烤炉 oven']);
      await expect(dialog.getByRole('status')).toHaveText('找到 2 条结果');
      await expectNoViolationsInEitherScheme(page, (scheme) => look(page, `palette-${scheme}`));
      await page.setViewportSize({ width: 390, height: 844 });
      await expectNoSidewaysScroll(page);
      await look(page, 'palette-phone');
      await page.setViewportSize({ width: 1440, height: 900 });
      await field.fill('nothing of this kind');
      await expect(dialog.getByRole('status')).toHaveText('没有找到“nothing of this kind”');
      await field.fill('oven');
      await expect(rows).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/content\//);
      await page.keyboard.press('ControlOrMeta+k');
      await expect(dialog.getByRole('group', { name: '最近打开' }).getByRole('option')).toHaveText(['The <b>oven</b> of Lorn']);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    });
  });

  test('SHL-04 folders and tags are found by name, and where nothing is, public collections are searched', async ({ page }) => {
    await withTitles(page, ['An oven', 'A mill'], async () => {
      await call(page, appUrl, 'smartFolder.create', { name: '面包 folder', tags: ['seed'], match_type: 'all', rules: {} });
      await page.keyboard.press('ControlOrMeta+k');
      const dialog = page.getByRole('dialog', { name: '全局搜索' });
      const field = dialog.getByRole('combobox');
      await field.fill('麵包');
      await expect(dialog.getByRole('group', { name: '智能文件夹' }).getByRole('option')).toHaveText(['面包 folder']);
      await field.fill('seed');
      await dialog.getByRole('group', { name: '标签' }).getByRole('option').click();
      await expect(page).toHaveURL(/\/user\/videos\?tag=seed$/);
      await page.keyboard.press('ControlOrMeta+k');
      await field.fill('nowhere at all');
      const wider = dialog.getByRole('option', { name: '在公开合集中搜索“nowhere at all”' });
      await expect(wider).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/user\/collections\?tab=public&search=nowhere(?:\+|%20)at(?:\+|%20)all$/);
    });
  });

  test('SHL-04 what is said in a transcript opens at its second, and a late answer replaces no newer one', async ({ page }) => {
    await withTitles(page, ['An oven', 'A mill'], async () => {
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/library\.find/, async (route) => {
        if (route.request().postData()?.includes('"oven"')) await held;
        await route.continue();
      });
      await page.keyboard.press('ControlOrMeta+k');
      const dialog = page.getByRole('dialog', { name: '全局搜索' });
      const field = dialog.getByRole('combobox');
      const rows = dialog.getByRole('group', { name: '我的内容' }).getByRole('option');
      const asked = page.waitForRequest(/library\.find/);
      await field.fill('oven');
      await asked;
      await field.fill('mill');
      await expect(rows).toHaveText(['A mill']);
      release();
      await expect(rows).toHaveText(['A mill']);
      await field.fill('Line 1 says what the keeper');
      await expect(rows.first()).toContainText('00:04 处');
      await expect(rows.first().locator('mark').first()).not.toBeEmpty();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/content\/[\da-f-]+\?t=4$/);
    });
  });
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('SHL-04 the search speaks English, and its drawer on a phone makes way for it', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    await page.getByRole('dialog', { name: 'Sidebar' }).getByRole('button', { name: 'Search everything' }).click();
    const dialog = page.getByRole('dialog', { name: 'Search everything' });
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await dialog.getByRole('combobox').fill('prompts my');
    // Nothing in the library: the wider search is offered below.
    const options = dialog.getByRole('option');
    await expect(options).toHaveCount(2);
    await expect(options.filter({ hasText: 'Go to My prompts' })).toHaveAttribute('aria-selected', 'true');
    await expectNoViolationsInEitherScheme(page);
    await options.filter({ hasText: 'Go to My prompts' }).click();
    await expect(page).toHaveURL(/\/user\/prompts\/custom$/);
  });
});
