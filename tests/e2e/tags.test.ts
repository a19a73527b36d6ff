import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { openRecording } from '../harness/browser/recording.ts';
import { expectNoViolationsInEitherScheme } from './settled.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

test('LIB-10 LIB-11 a note is tagged and starred in its head, by keyboard too, and is so after a reload', async ({ page }) => {
  await openRecording(page);
  const tags = page.getByRole('list', { name: '标签' });
  const before = await tags.getByRole('listitem').count();
  await page.getByRole('button', { name: '添加标签' }).click();
  const field = page.getByRole('textbox', { name: '新标签' });
  await field.fill('不要');
  await field.press('Escape');
  await expect(page.getByRole('button', { name: '添加标签' })).toBeFocused();
  await page.keyboard.press('Enter');
  await field.press('Enter');
  await field.fill('  #深度 阅读');
  await field.press('Enter');
  await expect(field).toHaveValue('');
  await expect(tags.getByText('#深度-阅读')).toBeVisible();
  await expect(tags.getByRole('listitem')).toHaveCount(before + 1);
  await field.press('Escape');
  const star = page.getByRole('button', { name: '收藏' });
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await star.press('Enter');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('之后手动修改')).toHaveCount(0);
  await expect(tags).not.toContainText('favorited');
  await expect(page.getByRole('article', { name: '笔记' })).not.toContainText('favorited');
  await page.screenshot({ path: 'test-results/tags-1440.png' });
  await expectNoViolationsInEitherScheme(page);
  await page.reload();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: '移除标签 深度-阅读' }).click();
  await expect(tags.getByText('#深度-阅读')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: 'test-results/tags-390-dark.png' });
  await expect(page.getByRole('button', { name: '添加标签' })).toBeInViewport();
});

test('LIB-10 LIB-16 chosen records get a tag and are exported; formats of members lead to membership', async ({ page }) => {
  await openRecording(page);
  await page.goto('/user/videos?viewType=list');
  await page.getByRole('checkbox').first().check();
  const bar = page.getByRole('region', { name: '对所选记录的操作' });
  await bar.getByRole('button', { name: '添加标签' }).click();
  await page.getByRole('textbox', { name: '新标签' }).fill('#谷仓');
  await page.keyboard.press('Enter');
  await expect(page.getByText('已给 1 篇笔记添加标签。')).toBeVisible();
  await bar.getByRole('button', { name: '导出' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Markdown' }).click();
  expect((await saving).suggestedFilename()).toBe('gleaner-md.zip');
  await bar.getByRole('button', { name: '导出' }).click();
  await page.screenshot({ path: 'test-results/batch-menu.png' });
  await page.getByRole('menuitem', { name: /^PDF/ }).click();
  await expect(page.getByRole('dialog', { name: '这种格式需要会员' })).toBeVisible();
  await page.getByRole('link', { name: '查看用时与授权码' }).click();
  await expect(page).toHaveURL(/section=time/);
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('LIB-10 LIB-11 a tag and a star that could not be stored are taken back, and it is said', async ({ page }) => {
    await openRecording(page);
    await page.route(/userNote\.(?:addTag|setFavorite)/, (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.getByRole('button', { name: 'Add tag' }).click();
    await page.getByRole('textbox', { name: 'New tag' }).fill('bread');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Couldn’t change the tag.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Tags' }).getByText('#bread')).toHaveCount(0);
    const star = page.getByRole('button', { name: 'Favorite' });
    await star.click();
    await expect(page.getByText('Couldn’t change the favorite.')).toBeVisible();
    await expect(star).toHaveAttribute('aria-pressed', 'false');
  });
});
