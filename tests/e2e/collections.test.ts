/** Collections in the browser: the button of a content, its list, a collection's page, the sidebar. */
import type { Page } from '@playwright/test';
import { chooseAction, expectAction } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { openSummarised, summariseLink } from '../harness/browser/recording.ts';
import type { Site } from '../harness/sites/site.ts';
import { expectNoSidewaysScroll, expectNoViolations } from './settled.ts';

/** Shoots the page where somebody asked for pictures to look at. */
async function look(page: Page, name: string): Promise<void> {
  if (process.env.GLEANER_LOOK)
    await page.screenshot({ path: `${process.env.GLEANER_LOOK}/${name}.png`, animations: 'disabled' });
}

function article(title: string): string {
  const text = `<p>${title} keeps its heat for eleven hours, and the village of Lorn built nine more of them before winter came back.</p>`;
  return `<!doctype html><html lang="en"><head><title>${title}</title><meta property="og:title" content="${title}"></head><body><article><h1>${title}</h1>${text.repeat(8)}</article></body></html>`;
}

async function openArticle(page: Page, site: Site, path: string, title: string): Promise<void> {
  site.on(path, { body: article(title) });
  await openSummarised(page, await summariseLink(page, `${site.url}${path}`));
}

/** Takes back what a message says was done, and waits until the server has heard of it. Older messages may still offer theirs. */
async function undo(page: Page, done: string): Promise<void> {
  const heard = page.waitForResponse(/share\.addItemsToCollection/);
  await page.getByRole('listitem').filter({ hasText: done }).getByRole('button', { name: '撤销' }).click();
  await heard;
}

/** What stands below the collections is at its place before they are there. */
async function expectStillSidebar(page: Page): Promise<void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/share\.listUserCollections/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  const below = page.getByRole('heading', { level: 2, name: '最近' });
  const loading = page.getByRole('region', { name: '合集' }).getByRole('status');
  await expect(loading).toBeAttached();
  const before = await below.boundingBox();
  release();
  await expect(loading).toHaveCount(0);
  await expect.poll(async () => (await below.boundingBox())?.y).toBe(before?.y);
  await page.unroute(/share\.listUserCollections/);
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('CON-12 COL-03 the button names the collection, cut after twelve characters, or says how many', async ({ page, site }) => {
    await openArticle(page, site, '/shelf-zh', 'The Shelved Oven');
    const list = page.getByRole('dialog', { name: '合集' });
    await chooseAction(page, '加入合集');
    await expect(list.getByText('还没有合集')).toBeVisible();
    await expectNoViolations(page);
    await look(page, 'zh-empty');
    // There is nothing to choose: the name's field has the focus.
    await expect(list.getByRole('textbox', { name: '合集名称' })).toBeFocused();
    await page.keyboard.type('机器学习入门与实践笔记全集');
    await page.keyboard.press('Enter');
    await expect(page.getByText('已新建“机器学习入门与实践笔记全集”')).toBeVisible();
    await expect(list.getByRole('checkbox', { name: '机器学习入门与实践笔记全集' })).toBeChecked();
    await expect(list.getByRole('button', { name: '新建合集' })).toBeFocused();
    await page.keyboard.press('Escape');
    const more = page.getByRole('button', { name: '更多操作' });
    await expect(more).toBeFocused();
    await page.keyboard.press('Enter');
    const named = page.getByRole('menuitem', { name: '合集：机器学习入门与实践笔记全集' });
    await expect(named).toHaveText('合集：机器学习入门与实践笔记全…');
    await named.click();

    for (const name of ['厨房', '历史', '冬天', '村庄', '炉子']) {
      await list.getByRole('button', { name: '新建合集' }).click();
      await list.getByRole('textbox', { name: '合集名称' }).fill(name);
      await page.keyboard.press('Enter');
      await expect(list.getByRole('checkbox', { name, exact: true })).toBeChecked();
    }
    await look(page, 'zh-six');
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    await expect(more).toBeFocused();

    // Five are shown before the rest is asked for, and with more there is a search.
    await chooseAction(page, '6 个合集');
    await expect(list.getByRole('checkbox')).toHaveCount(5);
    const search = list.getByRole('searchbox');
    await expect(search).toBeFocused();
    await expectNoViolations(page);
    await look(page, 'zh-list');
    await search.fill('厨');
    await expect(list.getByRole('checkbox')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    // What is seen at once comes first: the message that offers the way back does not stand for long.
    await expect(list.getByRole('checkbox', { name: '厨房' })).not.toBeChecked();
    await undo(page, '已移出“厨房”');
    await expectAction(page, '6 个合集');
    // Until it is known which collections those are, none is claimed to be missing.
    await page.addInitScript(() => {
      const claims = () => document.body?.textContent?.includes('加入合集') === true && Object.assign(window, { claimed: true });
      new MutationObserver(claims).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await page.reload();
    await chooseAction(page, '6 个合集');
    expect(await page.evaluate(() => 'claimed' in window)).toBe(false);
    await list.getByRole('button', { name: '显示全部 6 个' }).click();
    await expect(list.getByRole('checkbox', { checked: true })).toHaveCount(6);
    await expect(list.getByRole('checkbox').nth(5)).toBeFocused();
  });

  test('CON-12 COL-03 what is refused is taken back and can be tried again; what is there already is said', async ({
    page,
    site,
  }) => {
    await openArticle(page, site, '/shelf-refused', 'The Refused Oven');
    const list = page.getByRole('dialog', { name: '合集' });
    await chooseAction(page, '加入合集');
    await list.getByRole('textbox', { name: '合集名称' }).fill('试验');
    await page.keyboard.press('Enter');
    const box = list.getByRole('checkbox', { name: '试验' });
    await expect(box).toBeChecked();
    await box.click();
    await expect(page.getByText('已移出“试验”')).toBeVisible();
    await expect(box).not.toBeChecked();
    await page.route(/share\.addItemsToCollection/, (route) => route.abort());
    await box.click();
    await expect(page.getByText('没有加入“试验”。')).toBeVisible();
    await expect(box).not.toBeChecked();
    await look(page, 'zh-refused');
    await page.unroute(/share\.addItemsToCollection/);
    const stored = page.waitForResponse(/share\.addItemsToCollection/);
    await page.getByRole('listitem').filter({ hasText: '没有加入“试验”' }).getByRole('button', { name: '再试一次' }).click();
    await expectAction(page, '合集：试验');
    // It is shown before the server knows it, and what is done elsewhere has to come after it.
    await stored;

    // Put in elsewhere while this page did not know it.
    const contentId = new URL(page.url()).pathname.split('/').at(-1);
    const collections = await page.evaluate(async () => {
      const response = await fetch('/api/trpc/share.listUserCollections', { headers: { 'x-gleaner': '1' } });
      return ((await response.json()) as { result: { data: { id: string }[] } }).result.data;
    });
    const elsewhere = (name: string) =>
      page.evaluate(
        async ([call, body]) => {
          const headers = { 'x-gleaner': '1', 'content-type': 'application/json' };
          await fetch(`/api/trpc/share.${call}`, { method: 'POST', headers, body });
        },
        [name, JSON.stringify({ collectionId: collections[0]?.id, contentIds: [contentId] })] as const,
      );
    await elsewhere('removeItemsFromCollection');
    await page.reload();
    await chooseAction(page, '加入合集');
    await expect(box).not.toBeChecked();
    await elsewhere('addItemsToCollection');
    await box.click();
    await expect(page.getByText('已经在“试验”里了')).toBeVisible();
    await expect(box).toBeChecked();
  });

  test('COL-01 a collection has a page: its contents, a new name, taking out with a way back, deleting', async ({
    page,
    site,
  }) => {
    await openArticle(page, site, '/shelf-page', 'The Listed Oven');
    await chooseAction(page, '加入合集');
    await page.getByRole('textbox', { name: '合集名称' }).fill('炉子与面包');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: '打开合集“炉子与面包”' }).click();
    await expect(page).toHaveURL(/\/user\/collections\/%E7%82%89.*-[a-z2-9]{7}$/);
    await expect(page).toHaveTitle(/炉子与面包/);
    await expect(page.getByRole('heading', { level: 1, name: '炉子与面包' })).toBeVisible();
    await expect(page.getByText('共 1 项')).toBeVisible();
    const item = page.getByRole('list', { name: '“炉子与面包”里的内容' }).getByRole('link', { name: 'The Listed Oven' });
    await expect(item).toBeVisible();
    const sidebar = page.getByRole('region', { name: '合集' });
    await expect(sidebar.getByRole('link', { name: '炉子与面包' })).toHaveAttribute('aria-current', 'page');
    await expectNoViolations(page);
    await look(page, 'zh-page');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await look(page, 'zh-page-390');
    await page.setViewportSize({ width: 1440, height: 900 });

    const menu = page.getByRole('button', { name: '“The Listed Oven”的操作' });
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: '移出合集' }).press('Enter');
    await expect(page.getByText('合集还是空的')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: '炉子与面包' })).toBeFocused();
    await undo(page, '已移出');
    await expect(item).toBeVisible();

    await page.getByRole('button', { name: '合集详情' }).click();
    const sheet = page.getByRole('dialog', { name: '合集详情' });
    await sheet.getByRole('textbox', { name: '合集名称' }).fill('面包');
    await sheet.getByRole('textbox', { name: '简介' }).fill('冬天里烤的\n和读的');
    await expectNoViolations(page);
    await look(page, 'zh-sheet');
    await sheet.getByRole('button', { name: '保存' }).click();
    await expect(page.getByText('已保存“面包”')).toBeVisible();
    // The former address leads to the new one.
    await expect(page).toHaveURL(/\/user\/collections\/%E9%9D%A2%E5%8C%85-[a-z2-9]{7}$/);
    await expect(sheet.getByRole('link', { name: '注册后公开' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1, name: '面包', exact: true })).toBeVisible();
    await expect(page.getByText('冬天里烤的')).toBeVisible();
    await expect(sidebar.getByRole('link', { name: '面包', exact: true })).toBeVisible();

    await sidebar.getByRole('button', { name: '新建合集' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: '合集名称' }).fill('另一个');
    await page.keyboard.press('Enter');
    await expect(sidebar.getByRole('link', { name: '另一个' })).toBeVisible();
    await expectStillSidebar(page);

    // Deleting needs no question: it can be taken back.
    await page.getByRole('button', { name: '合集详情' }).click();
    await sheet.getByRole('button', { name: '删除合集' }).click();
    await expect(page).toHaveURL(/\/user\/collections$/);
    await expect(sidebar.getByRole('link')).toHaveText(['合集', '另一个']);
    await page.getByRole('listitem').filter({ hasText: '已删除合集“面包”' }).getByRole('button', { name: '撤销' }).click();
    const own = page.getByRole('list', { name: '我的合集' });
    await expect(own.getByRole('listitem')).toHaveCount(2);
    await expectNoViolations(page);
    await look(page, 'zh-own');
    await own.getByRole('link', { name: '面包' }).click();
    const restored = page.getByRole('list', { name: '“面包”里的内容' });
    await expect(restored.getByRole('link', { name: 'The Listed Oven' })).toBeVisible();
    await page.goto('/user/collections/no-such-shelf');
    await expect(page.getByRole('heading', { name: '没有这个合集' })).toBeVisible();
    await expectNoViolations(page);
  });
});

test.describe('in English', () => {
  test.use({ locale: 'en-US', colorScheme: 'dark' });

  test('CON-12 on a phone in the dark: added, named, found again', async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openArticle(page, site, '/shelf-en', 'The Pocket Oven');
    await expectNoSidewaysScroll(page);
    const list = page.getByRole('dialog', { name: 'Collections' });
    await chooseAction(page, 'Add to collection');
    await list.getByRole('textbox', { name: 'Collection name' }).fill('Bread and the ovens of the valley');
    await list.getByRole('button', { name: 'Create and add' }).click();
    await expect(list.getByRole('checkbox')).toBeChecked();
    await expect(list.getByText('1 item')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);
    await look(page, 'en-390-dark');
    await list.getByRole('link', { name: /^Open collection/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Bread and the ovens of the valley' })).toBeVisible();
    await expect(page.getByText('1 item', { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);
    await look(page, 'en-page-390-dark');
  });
});
