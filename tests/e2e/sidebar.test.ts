/** The tree of the sidebar and the records below it, with a library of several pages. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { becomeGuest } from '../harness/browser/guests.ts';
import { withSeededLibrary } from '../harness/browser/seeded-server.ts';
import { expectNoSidewaysScroll, expectNoViolationsInEitherScheme } from './settled.ts';

test.use({ baseURL: appUrl });

const phone = { width: 390, height: 844 };
const wide = { width: 1440, height: 900 };

async function look(page: Page, name: string): Promise<void> {
  if (process.env.GLEANER_LOOK)
    await page.screenshot({ path: `${process.env.GLEANER_LOOK}/${name}.png`, animations: 'disabled' });
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('SHL-02 a branch opens by keyboard, leads to a category, and is as it was left on the next visit', async ({ page }) => {
    await page.goto('/');
    const nav = page.getByRole('navigation', { name: '主导航' });
    await expect(nav.getByRole('link')).toHaveText(['新的总结', '总结记录', '我的提示词', '官方提示词', '高亮', '订阅', '热门']);
    await expect(nav.getByRole('link', { name: '新的总结' })).toHaveAttribute('aria-current', 'page');
    await nav.getByRole('link', { name: '总结记录' }).focus();
    await page.keyboard.press('Tab');
    const opener = nav.getByRole('button', { name: '展开“总结记录”' });
    await expect(opener).toBeFocused();
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('Enter');
    const closer = nav.getByRole('button', { name: '收起“总结记录”' });
    await expect(closer).toHaveAttribute('aria-expanded', 'true');
    const list = page.locator(`[id="${await closer.getAttribute('aria-controls')}"]`);
    await expect(list.getByRole('link')).toHaveText(['长视频', '短视频', '音频', '网页与文档', '本地文件', '智能文件夹', '标签']);
    for (let stop = 0; stop < 3; stop++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/user\/videos\?type=audio$/);
    await expect(nav.locator('[aria-current=page]')).toHaveText('音频');
    await expect(page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')).toHaveText(['总结记录', '音频']);
    await expect(page).toHaveTitle('音频 · 拾穗');

    await nav.getByRole('button', { name: '成果' }).click();
    await page.goto('/');
    await expect(list.getByRole('link', { name: '音频' })).toBeVisible();
    await expect(nav.getByRole('button', { name: '成果' })).toHaveAttribute('aria-expanded', 'false');
    await expect(nav.getByRole('link', { name: '高亮' })).toHaveCount(0);
  });

  test('SHL-02 a branch opens for the page in it, also when one comes there by another way', async ({ page }) => {
    await page.goto('/user/videos?type=local');
    const nav = page.getByRole('navigation', { name: '主导航' });
    await expect(nav.locator('[aria-current=page]')).toHaveText('本地文件');
    await nav.getByRole('button', { name: '收起“总结记录”' }).click();
    await expect(nav.getByRole('link', { name: '本地文件' })).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: /^音频/ }).click();
    await expect(nav.locator('[aria-current=page]')).toHaveText('音频');
    await nav.getByRole('button', { name: '成果' }).click();
    await page.goto('/user/outputs/highlight');
    await expect(nav.locator('[aria-current=page]')).toHaveText('高亮');
    await expect(page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')).toHaveText(['成果', '高亮']);
  });

  test('SHL-02 the rail shows the pages as icons that tell their names to pointer and keyboard', async ({ page }) => {
    await page.goto('/user/videos?type=audio');
    await page.getByRole('button', { name: '收起侧栏' }).click();
    const nav = page.getByRole('navigation', { name: '主导航' });
    await expect(nav.getByRole('link')).toHaveText(['新的总结', '总结记录', '我的提示词', '官方提示词', '高亮', '订阅', '热门']);
    await expect(nav.locator('[aria-current=page]')).toHaveText('总结记录');
    const tip = page.locator('[data-rail-tip]');
    await nav.getByRole('link', { name: '高亮' }).hover();
    await expect(tip).toHaveText('高亮');
    await look(page, 'rail');
    await page.getByRole('main').hover();
    await expect(tip).toHaveCount(0);
    await nav.getByRole('link', { name: '新的总结' }).focus();
    await page.keyboard.press('Tab');
    await expect(tip).toHaveText('全局搜索');
    const [icon, label] = [await nav.getByRole('button', { name: '全局搜索' }).boundingBox(), await tip.boundingBox()];
    expect(label?.x).toBeGreaterThanOrEqual((icon?.x ?? 0) + (icon?.width ?? 0));
    await page.keyboard.press('Escape');
    await expect(tip).toHaveCount(0);
  });

  test('SHL-02 SHL-03 in the drawer of a phone the tree leads on, and nobody is kept out', async ({ page }) => {
    await withSeededLibrary(page, 40, async () => {
      await page.setViewportSize(phone);
      await page.goto('/');
      await page.getByRole('button', { name: '打开侧栏' }).click();
      const drawer = page.getByRole('dialog', { name: '侧栏' });
      await drawer.getByRole('button', { name: '展开“总结记录”' }).click();
      await expect(drawer.getByRole('region', { name: '最近', exact: true }).getByRole('link').first()).toBeVisible();
      await expectNoViolationsInEitherScheme(page, (scheme) => look(page, `drawer-${scheme}`));
      await drawer.getByRole('link', { name: '音频' }).click();
      await expect(page).toHaveURL(/type=audio$/);
      await expect(drawer).toHaveCount(0);
      await expectNoSidewaysScroll(page);
      // On the library itself only the filters change.
      await page.getByRole('button', { name: '打开侧栏' }).click();
      await drawer.getByRole('link', { name: '长视频' }).click();
      await expect(page).toHaveURL(/type=longVideo$/);
      await expect(drawer).toHaveCount(0);
      await page.goBack();
      await page.setViewportSize(wide);
      await expect(page.getByRole('navigation', { name: '主导航' }).locator('[aria-current=page]')).toHaveText('音频');
      // The tree goes ahead of the page.
      await expect(page.getByRole('heading', { level: 1, name: '音频' })).toBeVisible();
      await expectNoViolationsInEitherScheme(page, (scheme) => look(page, `sidebar-${scheme}`));
    });
  });

  test('SHL-03 the records load as their end is seen, the open one is marked, a new one comes by itself', async ({
    page,
    site,
  }) => {
    await withSeededLibrary(page, 100, async ({ database, userId }) => {
      const named = await database.query(
        `with newest as (select id, row_number() over (order by updated_at desc, id desc) as place from contents where user_id = $1)
       update contents set title = case place when 1 then 'Titled' else '' end,
         note_excerpt = case place when 2 then 'The beginning of its note' when 1 then note_excerpt end,
         source_url = case when place = 3 then 'https://untitled.test/page' when place < 3 then source_url end
       from newest where newest.id = contents.id and place <= 4 returning contents.id, place`,
        [userId],
      );
      expect(named).toHaveLength(4);
      await page.goto('/');
      const list = page.getByRole('region', { name: '最近', exact: true });
      const rows = list.getByRole('listitem');
      await expect(rows).toHaveCount(30);
      for (const [place, title] of [
        'Titled',
        'The beginning of its note',
        'https://untitled.test/page',
        '未命名的总结',
      ].entries())
        await expect(rows.nth(place)).toHaveText(title);
      await rows.nth(29).scrollIntoViewIfNeeded();
      const scroller = page.locator('[data-sidebar-scroll]');
      await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await expect(rows.nth(59)).toBeAttached();
      await rows.nth(40).getByRole('link').click();
      await expect(page).toHaveURL(/\/content\//);
      await expect(list.locator('[aria-current=page]')).toHaveCount(1);
      await expect(rows.nth(40).getByRole('link')).toHaveAttribute('aria-current', 'page');
      await expect(rows.nth(59)).toBeAttached();
      // Another tab of the same guest summarises something.
      site.on('/new-one', { body: '<title>Just in</title><article><p>It has come in just now, and it stays.</p></article>' });
      const other = await page.context().newPage();
      await other.goto('/');
      await other.getByRole('textbox').first().fill(`${site.url}/new-one`);
      await other.getByRole('textbox').first().press('Enter');
      await expect(rows.first()).toHaveText(/new-one|Just in/);
    });
  });

  test('SHL-03 four lines stand in for records that load, and a new guest reads how the first one comes', async ({ page }) => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await becomeGuest(page, appUrl);
    await page.route(/user\.videos/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/');
    await expect(page.getByTestId('recent-skeleton')).toHaveCount(4);
    release();
    await expect(page.getByRole('region', { name: '最近', exact: true })).toContainText('粘贴一个链接');
    await expect(page.getByTestId('recent-skeleton')).toHaveCount(0);
  });
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('SHL-02 SHL-05 the tree and the header say the same in English', async ({ page }) => {
    await page.goto('/user/videos?type=online');
    const nav = page.getByRole('navigation', { name: 'Main' });
    await expect(nav.locator('[aria-current=page]')).toHaveText('Web pages and documents');
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText('LibraryWeb pages and documents');
    await nav.getByRole('button', { name: 'Collapse Library' }).click();
    await expect(nav.getByRole('button', { name: 'Expand Library' })).toBeVisible();
    await nav.getByRole('link', { name: 'My prompts' }).click();
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText('OutputsMy prompts');
  });
});
