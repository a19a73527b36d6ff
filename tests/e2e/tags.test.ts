import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { call } from '../harness/browser/guests.ts';
import { openRecording } from '../harness/browser/recording.ts';
import { withSeededLibrary } from '../harness/browser/seeded-server.ts';
import { shot } from '../harness/browser/shots.ts';
import { expectNoViolationsInEitherScheme } from './settled.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

/** By keyboard too, and so after a reload. */
async function tagInHead(page: Page): Promise<void> {
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
  await shot(page, 'tags-1440');
  await expectNoViolationsInEitherScheme(page);
  await page.reload();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: '移除标签 深度-阅读' }).click();
  await expect(tags.getByText('#深度-阅读')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await shot(page, 'tags-390-dark');
  await expect(page.getByRole('button', { name: '添加标签' })).toBeInViewport();
}

/** Formats of members lead to membership. */
async function tagAndExportChosen(page: Page): Promise<void> {
  await page.goto('/user/videos?viewType=list');
  await page
    .getByRole('main')
    .getByRole('checkbox', { name: /^选择“/ })
    .first()
    .check();
  const bar = page.getByRole('region', { name: '对所选记录的操作' });
  await bar.getByRole('button', { name: '添加标签' }).click();
  await page.getByRole('textbox', { name: '新标签' }).fill('#谷仓');
  await page.keyboard.press('Enter');
  await expect(page.getByText('已给 1 篇笔记添加标签。')).toBeVisible();
  await bar.getByRole('button', { name: '导出' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Markdown' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^gleaner-md-[\d-]+\.zip$/);
  await bar.getByRole('button', { name: '导出' }).click();
  await shot(page, 'batch-menu');
  await page.getByRole('menuitem', { name: /^PDF/ }).click();
  await expect(page.getByRole('dialog', { name: '这种格式需要会员' })).toBeVisible();
  await page.getByRole('link', { name: '查看用时与授权码' }).click();
  await expect(page).toHaveURL(/section=time/);
}

test('LIB-10 LIB-11 LIB-16 a note is tagged and starred in its head, and chosen in the list it is tagged and exported', async ({
  page,
}) => {
  await openRecording(page);
  await tagInHead(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await tagAndExportChosen(page);
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

test('LIB-10 tags are renamed, merged and deleted in all notes on their page, and the last change is undone', async ({
  page,
}) => {
  await withSeededLibrary(page, 4, async ({ database, userId }) => {
    const rows = await database.query<{ id: string }>('select id from contents where user_id = $1 order by id', [userId]);
    const ids = rows.map(({ id }) => id);
    await database.query("update contents set note = 'A note.', note_tags = '{}' where user_id = $1", [userId]);
    for (const contentId of ids) await call(page, appUrl, 'userNote.addTag', { contentId, tag: 'grain' });
    for (const contentId of ids.slice(0, 2)) await call(page, appUrl, 'userNote.addTag', { contentId, tag: 'wheat' });
    await call(page, appUrl, 'userNote.addTag', { contentId: ids[2] ?? '', tag: 'Wheat' });
    await call(page, appUrl, 'userNote.setFavorite', { contentId: ids[0] ?? '', favorite: true });
    await page.goto('/user/videos?viewType=list');
    const nav = page.getByRole('navigation', { name: '主导航' });
    await nav.getByRole('button', { name: '展开“总结记录”' }).click();
    await nav.getByRole('link', { name: '标签' }).click();
    await expect(page).toHaveTitle(/标签/);
    const list = page.getByRole('list', { name: '标签', exact: true });
    const rowsOf = () => list.getByRole('listitem');
    await expect(rowsOf()).toHaveText(['#grain4 篇', '#wheat#Wheat3 篇']);

    await list.getByRole('button', { name: '重命名标签 wheat' }).click();
    const field = page.getByRole('textbox', { name: '标签 wheat 的新名称' });
    await field.fill('GRAIN');
    await expect(page.getByText('已有 #grain（4 篇），两个标签会合并。')).toBeVisible();
    await field.fill('bread');
    await field.press('Enter');
    await expect(rowsOf()).toHaveText(['#grain4 篇', '#bread3 篇']);
    const toast = page.getByRole('region', { name: /通知|Notifications/ }).getByText('#wheat 已改为 #bread，涉及 3 篇笔记。');
    await expect(toast).toBeVisible();

    await page.getByRole('searchbox', { name: '搜索标签' }).fill('GRA');
    await expect(rowsOf()).toHaveText(['#grain4 篇']);
    await expect(page).toHaveURL(/search=GRA/);
    await list.getByRole('button', { name: '把标签 grain 并入另一个' }).click();
    const dialog = page.getByRole('dialog', { name: '把 #grain 并入另一个标签' });
    await dialog.getByRole('radio', { name: '#bread' }).check();
    await expectNoViolationsInEitherScheme(page);
    await dialog.getByRole('button', { name: '合并' }).click();
    await expect(page.getByText('没有找到这样的标签')).toBeVisible();
    await page.getByRole('searchbox', { name: '搜索标签' }).fill('');
    await expect(rowsOf()).toHaveText(['#bread4 篇']);
    await list.getByRole('button', { name: '删除标签 bread' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
    await expect(page.getByText('还没有标签')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: '撤销' }).click();
    await expect(rowsOf()).toHaveText(['#bread4 篇']);
    await rowsOf().getByRole('link', { name: '#bread' }).click();
    await expect(page.getByRole('list', { name: '总结记录列表' }).getByRole('article')).toHaveCount(4);
    await expect(page.getByRole('article').first()).toContainText('#bread');
  });
});

const hard = [
  '## A <b>bold</b> & "hard" note',
  'Two  \nlines, an ![image](https://example.org/a.png), `a < b && c`, ~~gone~~, <u>no tag</u>, &nbsp; and a [link](https://example.org/?a=1&b=2).',
  '---\n\n> - [ ] open\n>   1. one\n\n| a | b |\n|:-:|--:|\n| 1 | 2<br>3 |',
  '```html\n<p>never closed\n```',
  '### \n\n## ',
].join('\n\n');

test('LIB-16 a member takes chosen notes along as an EPUB, every part of which is well-formed', async ({ page }) => {
  await withSeededLibrary(page, 2, async ({ database, userId }) => {
    await database.query(`update contents set note = $2, title = 'A & <b>' where user_id = $1`, [userId, hard]);
    await database.query(`update "user" set is_anonymous = false, email = id || '@b.example', is_lifetime = true where id = $1`, [
      userId,
    ]);
    await page.goto('/user/videos?viewType=list');
    await page
      .getByRole('main')
      .getByRole('checkbox', { name: /^选择“/ })
      .first()
      .check();
    const bar = page.getByRole('region', { name: '对所选记录的操作' });
    await bar.getByRole('button', { name: '全选' }).click();
    await bar.getByRole('button', { name: '导出' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /^EPUB/ }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^gleaner-epub-[\d-]+\.epub$/);
    const files = Object.entries(unzipSync(readFileSync(await saved.path()))).filter(([name]) =>
      /\.(?:xhtml|xml|opf)$/.test(name),
    );
    expect(files).toHaveLength(5);
    const faults = await page.evaluate(
      (parts) =>
        parts.map(([name, text]) => {
          const parsed = new DOMParser().parseFromString(text ?? '', 'application/xml');
          return `${name}: ${parsed.querySelector('parsererror')?.textContent ?? parsed.documentElement.localName}`;
        }),
      files.map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
    );
    expect(faults.toSorted()).toEqual([
      'EPUB/nav.xhtml: html',
      'EPUB/note-1.xhtml: html',
      'EPUB/note-2.xhtml: html',
      'EPUB/package.opf: package',
      'META-INF/container.xml: container',
    ]);
  });
});
