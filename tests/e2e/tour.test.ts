/** The welcome and the tour through the home page. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { expectNoViolationsInEitherScheme } from './settled.ts';

test.use({ baseURL: appUrl, newcomers: true });

const phone = { width: 390, height: 844 };

async function look(page: Page, name: string): Promise<void> {
  if (process.env.GLEANER_LOOK)
    await page.screenshot({ path: `${process.env.GLEANER_LOOK}/${name}.png`, animations: 'disabled' });
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('SHL-06 a new guest is welcomed once after a second, not on desktop pages nor over an item, and may skip', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto('/desktop');
    const field = page.getByRole('textbox', { name: '粘贴链接，或拖入文件' });
    await expect(field).toBeVisible();
    await expect(page.getByRole('button', { name: /访客/ })).toBeVisible();
    await page.clock.runFor(5_000);
    const welcome = page.getByRole('dialog', { name: '欢迎使用拾穗' });
    await expect(welcome).toHaveCount(0);
    await page.goto(`/content/${crypto.randomUUID()}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.clock.runFor(5_000);
    await expect(welcome).toHaveCount(0);
    const asked = page.waitForResponse(/account\.me/);
    await page.goto('/');
    await asked;
    await expect(welcome).toHaveCount(0);
    // Nor over what somebody types. At once: the clock goes on by itself, too.
    await field.fill('https://');
    await page.clock.runFor(5_000);
    await expect(welcome).toHaveCount(0);
    await field.fill('');
    await page.clock.runFor(1_200);
    await expect(welcome).toBeVisible();
    await expectNoViolationsInEitherScheme(page, (scheme) => look(page, `welcome-${scheme}`));
    // Somebody goes on to read: it waits.
    await page.evaluate((id) => history.pushState({}, '', `/content/${id}`), crypto.randomUUID());
    await expect(welcome).toHaveCount(0);
    await expect(field).toHaveCount(0);
    await page.evaluate(() => history.back());
    await expect(welcome).toBeVisible();
    await welcome.getByRole('button', { name: '跳过' }).click();
    await expect(welcome).toHaveCount(0);
    await page.reload();
    await expect(field).toBeVisible();
    await expect(page.getByRole('region', { name: '最近', exact: true })).toContainText('粘贴一个链接');
    await page.clock.runFor(5_000);
    await expect(welcome).toHaveCount(0);
  });

  test('SHL-06 the tour goes through five parts by keyboard, forth and back, and ends as completed', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('dialog', { name: '欢迎使用拾穗' }).getByRole('button', { name: '开始' }).press('Enter');
    const popup = page.getByRole('dialog');
    const titles = ['粘贴链接或文字', '上传本地文件', '选好，开始总结', '去各个页面', '合集与最近的内容'];
    const parts = ['input', 'upload', 'action', 'main-nav', 'secondary-nav'];
    for (const [step, title] of titles.entries()) {
      await expect(popup).toHaveAccessibleName(title);
      await expect(popup).toContainText(`${step + 1} / 5`);
      const next = popup.getByRole('button', { name: step === 4 ? '完成' : '下一步' });
      await expect(next).toBeFocused();
      const box = await popup.boundingBox();
      expect([box?.width, box?.height]).toEqual([300, 200]);
      const part = await page.locator(`[data-tour="${parts[step]}"]`).boundingBox();
      if (!box || !part) throw new Error('not drawn');
      const gap = step < 3 ? box.y - (part.y + part.height) : box.x - (part.x + part.width);
      expect(gap).toBeCloseTo(16, 0);
      await look(page, `tour-${step}`);
      if (step === 1) {
        await popup.getByRole('button', { name: '上一步' }).press('Enter');
        await expect(popup).toHaveAccessibleName(titles[0] ?? '');
        await popup.getByRole('button', { name: '下一步' }).press('Enter');
        await expect(popup).toHaveAccessibleName(title);
        await expectNoViolationsInEitherScheme(page, (scheme) => look(page, `tour-${scheme}`));
      }
      if (step < 4) await popup.getByRole('button', { name: '下一步' }).press('Enter');
    }
    await popup.getByRole('button', { name: '完成' }).press('Enter');
    await expect(popup).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('gleaner.tour.v1.guest'))).toBe('completed');
  });

  test('SHL-06 Escape ends the tour, the help starts it again from any page, on a phone without the sidebar', async ({
    page,
  }) => {
    await page.setViewportSize(phone);
    await page.goto('/user/videos');
    await page.getByRole('dialog', { name: '欢迎使用拾穗' }).getByRole('button', { name: '跳过' }).click();
    await page.getByRole('button', { name: '打开侧栏' }).focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: '键盘快捷键' }).getByRole('button', { name: '新手引导' }).click();
    const popup = page.getByRole('dialog');
    await expect(page).toHaveURL('/');
    await expect(popup).toHaveAccessibleName('粘贴链接或文字');
    await expect(popup).toContainText('1 / 3');
    await look(page, 'tour-phone');
    await page.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('gleaner.tour.v1.guest'))).toBe('shown');
    // Everything can be pressed again.
    const opener = page.getByRole('button', { name: '打开侧栏' });
    await opener.focus();
    await page.keyboard.press('?');
    await page.getByRole('button', { name: '新手引导' }).press('Enter');
    await popup.getByRole('button', { name: '下一步' }).click();
    await expect(popup).toHaveAccessibleName('上传本地文件');
    await popup.getByRole('button', { name: '跳过' }).click();
    await expect(popup).toHaveCount(0);
    await expect(opener).toBeFocused();
  });
});

test.describe('by touch', () => {
  test.use({ locale: 'zh-CN', viewport: phone, hasTouch: true, isMobile: true });

  test('SHL-06 the welcome of a phone says where the tour is, which begins there without the drawer', async ({ page }) => {
    await page.goto('/');
    const welcome = page.getByRole('dialog', { name: '欢迎使用拾穗' });
    await expect(welcome).toContainText('新手引导');
    await expect(welcome).not.toContainText('键盘');
    await welcome.getByRole('button', { name: '跳过' }).tap();
    await page.getByRole('button', { name: '打开侧栏' }).tap();
    await page.getByRole('button', { name: /访客/ }).tap();
    await expect(page.getByRole('menuitem', { name: '键盘快捷键' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: '新手引导' }).tap();
    await expect(page.getByRole('dialog')).toHaveAccessibleName('粘贴链接或文字');
  });
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('SHL-06 the welcome and the tour speak English, and the search starts it too', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('dialog', { name: 'Welcome to Gleaner' }).getByRole('button', { name: 'Skip' }).click();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('combobox').fill('tour');
    await page.keyboard.press('Enter');
    const popup = page.getByRole('dialog');
    await expect(popup).toHaveAccessibleName('Paste links or text');
    for (const name of ['Back', 'Next', 'Skip'])
      await expect(popup.getByRole('button', { name, includeHidden: true })).toHaveCount(1);
  });
});
