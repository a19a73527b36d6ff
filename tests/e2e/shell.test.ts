import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { expectNoViolationsInEitherScheme, expectUsableAtBothWidths } from './settled.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

async function openHome(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('textbox', { name: '粘贴链接，或拖入文件' })).toBeVisible();
}

test('SHL-01 the sidebar is 16rem wide, a 3rem rail when collapsed, and modifier+B toggles it', async ({ page }) => {
  await openHome(page);
  const sidebar = page.getByRole('complementary', { name: '侧栏' });
  await expect(sidebar).toHaveCSS('width', '256px');
  await page.keyboard.press('ControlOrMeta+b');
  await expect(sidebar).toHaveCSS('width', '48px');
  await expect(sidebar.getByRole('link', { name: '总结记录' })).toBeVisible();
  await page.getByRole('button', { name: '展开侧栏' }).click();
  await expect(sidebar).toHaveCSS('width', '256px');
});

test('SHL-01 the open state is kept in a cookie for seven days and survives a reload', async ({ page, context }) => {
  await openHome(page);
  await page.getByRole('button', { name: '收起侧栏' }).click();
  const kept = async () => (await context.cookies()).find(({ name }) => name === 'sidebar_state');
  await expect.poll(async () => (await kept())?.value).toBe('false');
  const cookie = await kept();
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(6.99);
  expect(days).toBeLessThanOrEqual(7);
  await page.reload();
  await expect(page.getByRole('complementary', { name: '侧栏' })).toHaveCSS('width', '48px');
});

test('SHL-01 below 768 px the sidebar is an 18rem drawer that closes with Escape and gives the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 767, height: 900 });
  await openHome(page);
  await expect(page.getByRole('complementary')).toHaveCount(0);
  const toggle = page.getByRole('button', { name: '打开侧栏' });
  await toggle.click();
  const drawer = page.getByRole('dialog', { name: '侧栏' });
  await expect(drawer).toHaveCSS('width', '288px');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(toggle).toBeFocused();
  await page.keyboard.press('ControlOrMeta+b');
  await drawer.getByRole('link', { name: '总结记录' }).click();
  await expect(page).toHaveURL(/\/user\/videos$/);
  await expect(drawer).toHaveCount(0);
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(page.getByRole('complementary', { name: '侧栏' })).toBeVisible();
});

test('SHL-05 the header tells where one is, the logo leads to /desktop, the active entry follows the path', async ({ page }) => {
  await openHome(page);
  const breadcrumb = page.getByRole('navigation', { name: '当前位置' });
  await expect(breadcrumb).toHaveText('新的总结');
  await expect(page).toHaveTitle('拾穗');
  const nav = page.getByRole('navigation', { name: '主导航' });
  await nav.getByRole('link', { name: '总结记录' }).click();
  await expect(breadcrumb).toHaveText('总结记录');
  await expect(page).toHaveTitle('总结记录 · 拾穗');
  await expect(nav.getByRole('link', { name: '总结记录' })).toHaveAttribute('aria-current', 'page');
  await expect(nav.getByRole('link', { name: '新的总结' })).not.toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: '拾穗' }).click();
  await expect(page).toHaveURL(/\/desktop$/);
  await expect(page.getByRole('textbox', { name: '粘贴链接，或拖入文件' })).toBeVisible();
  await expect(nav.getByRole('link', { name: '新的总结' })).toHaveAttribute('aria-current', 'page');
});

test('SHL-05 an unknown address has a page of its own inside of the shell', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: '页面不存在' })).toBeVisible();
  await page.getByRole('link', { name: '回到首页' }).click();
  await expect(page.getByRole('textbox', { name: '粘贴链接，或拖入文件' })).toBeVisible();
});

test('SHL-07 the language can be changed in the user menu, is complete at once, and is remembered', async ({ page, context }) => {
  await openHome(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.getByRole('button', { name: /用户菜单/ }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(page.getByRole('textbox', { name: 'Paste a link or drop files' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  // Languages are named in themselves; everything else is in the one that was chosen.
  await expect
    .poll(() =>
      page.evaluate(() => {
        const copy = document.body.cloneNode(true) as HTMLElement;
        for (const own of copy.querySelectorAll('option, script, noscript')) own.remove();
        return copy.textContent;
      }),
    )
    .not.toMatch(/\p{Script=Han}/u);
  await expect.poll(async () => (await context.cookies()).find(({ name }) => name === 'language')?.value).toBe('en');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Turn long content into notes you can check');
});

test.describe('with an English browser', () => {
  test.use({ locale: 'en-GB' });
  test('SHL-07 the first visit speaks the browser’s language', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('textbox', { name: 'Paste a link or drop files' })).toBeVisible();
  });
});

test('SHL-08 the theme can be changed, is remembered, and does not flash on the next visit', async ({ page }) => {
  await openHome(page);
  await page.getByRole('button', { name: /用户菜单/ }).click();
  await page.getByRole('menuitemradio', { name: '深色' }).click();
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  const background = 'getComputedStyle(document.documentElement).backgroundColor';
  // The change of colours is a motion, however short.
  await page.evaluate('Promise.all(document.getAnimations().map((motion) => motion.finished))');
  const dark = await page.evaluate<string>(background);
  // The application itself is held back: what is seen before it must be dark already.
  await page.route('**/assets/index-*.js', (route) => route.abort());
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate<string>(background)).toBe(dark);
});

test('SHL-08 without a choice the theme follows the system, also while the page is open', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openHome(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('SHL-08 the keyboard reaches the content first, every control shows its focus, and ? lists the shortcuts', async ({
  page,
}) => {
  await openHome(page);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: '跳到正文' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: '键盘快捷键' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  for (let stop = 0; stop < 12; stop++) {
    await page.keyboard.press('Tab');
    // The field shows its focus on the box around it.
    const outline = `(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return 'none';
      if (element.tagName === 'TEXTAREA') return 'box';
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle + ' ' + outlineWidth;
    })()`;
    // Not in the frame in which it comes.
    await expect.poll(() => page.evaluate<string>(outline)).toMatch(/^(?:solid 2px|box|none)$/);
  }
});

test('SHL-08 an unknown address, the drawer and the menu have no fault, in light and dark', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectUsableAtBothWidths(page, 'unknown-address');
  await page.getByRole('button', { name: '打开侧栏' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolationsInEitherScheme(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /用户菜单/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNoViolationsInEitherScheme(page);
});
