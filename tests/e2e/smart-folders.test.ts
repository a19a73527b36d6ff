/** Smart folders in the browser: made from tags and rules, opened, changed, deleted and brought back. */
import { expect, test } from '../harness/browser/e2e.ts';
import { fillLibrary } from '../harness/browser/fill-library.ts';
import { expectNoSidewaysScroll, expectNoViolations, expectNoViolationsInEitherScheme } from './settled.ts';

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('COL-06 a folder is made with rules, counts at once, opens in the library and comes back when it was deleted', async ({
    page,
  }) => {
    await fillLibrary(page, ['河流', '山川']);
    await page.goto('/user/smart-folders');
    await expect(page).toHaveTitle(/智能文件夹/);
    await expect(page.getByText('还没有智能文件夹')).toBeVisible();
    await expectNoViolationsInEitherScheme(page);
    await page.getByRole('button', { name: '新建智能文件夹' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('名称')).toBeFocused();
    await dialog.getByLabel('名称').fill('关于河流');
    await expect(dialog.getByRole('status')).toHaveText('至少写一个标签，或者添加一条规则。');
    await expect(dialog.getByRole('button', { name: '保存' })).toBeDisabled();
    await dialog.getByRole('button', { name: '添加规则' }).click();
    await page.getByRole('menuitem', { name: '类型' }).click();
    await dialog.getByRole('button', { name: '本地文件' }).click();
    await expect(dialog.getByRole('status')).toHaveText('现在有 2 条记录符合');
    await dialog.getByRole('button', { name: '添加规则' }).click();
    await page.getByRole('menuitem', { name: '包含文字' }).click();
    await dialog.getByRole('textbox', { name: '包含文字' }).fill('河流');
    await expect(dialog.getByRole('status')).toHaveText('现在有 1 条记录符合');
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: '保存' }).click();
    const list = page.getByRole('list', { name: '我的智能文件夹' });
    await expect(list.getByRole('heading')).toHaveText(['关于河流']);
    await expect(list).toContainText('1 条记录 · 全部符合');
    await expect(list).toContainText('类型：本地文件');
    await expectNoViolationsInEitherScheme(page);

    await list.getByRole('link', { name: '关于河流' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('智能文件夹（关于河流）');
    const records = page.getByRole('list', { name: '总结记录列表' });
    await expect(records.getByRole('heading')).toHaveText(['河流']);
    const nav = page.getByRole('navigation', { name: '主导航' });
    const line = nav.getByRole('link', { name: '关于河流' });
    await expect(line).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('link', { name: '去掉筛选条件关于河流' })).toBeVisible();

    await nav.getByRole('link', { name: '智能文件夹', exact: true }).click();
    await list.getByRole('button', { name: '修改“关于河流”' }).click();
    await expect(dialog.getByRole('textbox', { name: '包含文字' })).toHaveValue('河流');
    await dialog.getByRole('button', { name: '去掉规则“包含文字”' }).click();
    // A tag may begin like one that is suggested.
    const tags = await page.request.get('/api/trpc/user.tags', { headers: { 'x-gleaner': '1' } });
    const [known] = ((await tags.json()) as { result: { data: { tags: { tag: string }[] } } }).result.data.tags;
    await dialog.getByLabel('标签').pressSequentially(`${known?.tag}呀`);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `去掉 #${known?.tag}呀` }).click();
    await dialog.getByLabel('标签').fill('还没有的');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('怎样算符合').selectOption('符合任意一条');
    await dialog.getByRole('button', { name: '保存' }).click();
    await expect(list).toContainText('2 条记录 · 符合任意一条');
    await expect(list).toContainText('#还没有的');

    await list.getByRole('button', { name: '删除“关于河流”' }).click();
    await expect(page.getByText('还没有智能文件夹')).toBeVisible();
    await expect(line).toBeHidden();
    await page.getByRole('button', { name: '撤销' }).click();
    await expect(list.getByRole('heading')).toHaveText(['关于河流']);
    await expect(list).toContainText('2 条记录 · 符合任意一条');
  });
});

test.describe('in English', () => {
  test.use({ locale: 'en-GB' });

  test('COL-06 a folder by tags alone is made with the keyboard on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/user/smart-folders');
    await page.getByRole('button', { name: 'New smart folder' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await page.keyboard.type(`A ${'very '.repeat(16)}long name`);
    await page.keyboard.press('Tab');
    await page.keyboard.type('paper,review');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['#paper', '#review']);
    await page.keyboard.press('Backspace');
    await expect(dialog.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['#paper']);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'My smart folders' })).toContainText('0 items');
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);
  });
});
