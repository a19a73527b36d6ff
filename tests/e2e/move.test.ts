/** Chosen records are moved into collections from the library. */
import { expect, test } from '../harness/browser/e2e.ts';
import { summariseUpload } from '../harness/browser/recording.ts';
import { chanceOf, sentence } from '../harness/files/make-tracks.ts';
import { expectNoSidewaysScroll, expectNoViolations } from './settled.ts';

test.use({ locale: 'zh-CN' });

test('COL-05 COL-03 chosen records move to one of the first five collections, to any after expanding, or to a new one', async ({
  page,
}) => {
  for (const [index, title] of ['河流', '山川'].entries()) {
    const text = Array.from({ length: 8 }, () => sentence('zh', chanceOf(index + 7))).join('\n\n');
    await summariseUpload(page, { name: `${title}.txt`, buffer: Buffer.from(text) });
  }
  // Only now: the page would not be told of notes that are made without it.
  await page.goto('/');
  const section = page.getByRole('region', { name: '合集' });
  for (const name of ['一', '二', '三', '四', '五', '六']) {
    await section.getByRole('button', { name: '新建合集' }).click();
    await page.getByRole('dialog').getByLabel('合集名称').fill(`第${name}集`);
    await page.getByRole('dialog').getByRole('button', { name: '新建' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await expect(section.getByRole('link', { name: /^第/ })).toHaveText(['第六集', '第五集', '第四集']);

  await page.goto('/user/videos');
  await page.getByRole('button', { name: '选择', exact: true }).click();
  await page.getByRole('checkbox', { name: '选择“河流”' }).click();
  await page.getByRole('checkbox', { name: '选择“山川”' }).click();
  const open = page.getByRole('button', { name: '移到合集' });
  await open.click();
  const items = page.getByRole('menuitem');
  await expect(items).toHaveText(['第六集', '第五集', '第四集', '第三集', '第二集', '显示全部 6 个合集', '新建合集…']);
  await expectNoViolations(page);
  await page.getByRole('menuitem', { name: '显示全部 6 个合集' }).click();
  await page.getByRole('menuitem', { name: '第一集' }).click();
  await expect(page.getByText('2 条记录已移到“第一集”')).toBeVisible();
  // The same again says that nothing was left to do.
  await open.click();
  await expect(items.first()).toHaveText('第一集');
  await items.first().click();
  await expect(page.getByText('都已经在“第一集”里了')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await open.click();
  await page.getByRole('menuitem', { name: '新建合集…' }).click();
  await page.getByRole('dialog').getByLabel('合集名称').fill('新的一集');
  await page.getByRole('button', { name: '新建并放入' }).click();
  await expect(page.getByText('2 条记录已移到“新的一集”')).toBeVisible();
  await expectNoSidewaysScroll(page);
  const undone = page.waitForResponse(/share\.deleteCollection/);
  await page.getByRole('listitem').filter({ hasText: '已移到“新的一集”' }).getByRole('button', { name: '撤销' }).click();
  expect((await undone).ok()).toBe(true);

  // Without the server nothing is lost: the same is tried again.
  await page.route(/share\.addItemsToCollection/, (route) => route.abort());
  await open.click();
  await page.getByRole('menuitem', { name: '第五集' }).click();
  const failure = page.getByRole('listitem').filter({ hasText: '没有移到“第五集”' });
  await expect(failure).toBeVisible();
  await page.unroute(/share\.addItemsToCollection/);
  await failure.getByRole('button', { name: '重试' }).click();
  await expect(page.getByText('2 条记录已移到“第五集”')).toBeVisible();
});
