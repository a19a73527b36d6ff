/** The library: its views, filters, pages and what is done to many records at once. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { fillLibrary } from '../harness/browser/fill-library.ts';
import { call } from '../harness/browser/guests.ts';
import { openRecording, summariseUpload } from '../harness/browser/recording.ts';
import { chanceOf, sentence } from '../harness/files/make-tracks.ts';
import { expectNoSidewaysScroll, expectNoViolations, expectNoViolationsInEitherScheme } from './settled.ts';

const names = ['甲之书', '乙之书', '丙之书', '丁之书', '戊之书', '己之书'];

const listOf = (page: Page) => page.getByRole('list', { name: /^(?:总结记录列表|Items in your library)$/ });
const titlesIn = (page: Page) => listOf(page).getByRole('listitem').getByRole('heading');

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('LIB-01 LIB-02 the library shows the same records as list, gallery, masonry and table, and remembers the view', async ({
    page,
  }) => {
    await fillLibrary(page, names.slice(0, 3));
    await page.goto('/user/videos');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('总结记录');
    const newestFirst = ['丙之书', '乙之书', '甲之书'];
    await expect(titlesIn(page)).toHaveText(newestFirst);
    const views = page.getByRole('radiogroup', { name: '显示方式' });
    const place = await views.boundingBox();
    for (const [view, type] of [
      ['画廊', 'gallery'],
      ['瀑布流', 'masonry'],
    ] as const) {
      await views.getByRole('radio', { name: view }).click();
      await expect(page).toHaveURL(new RegExp(`viewType=${type}$`));
      await expect(titlesIn(page)).toHaveText(newestFirst);
      await expectNoViolationsInEitherScheme(page);
    }
    await views.getByRole('radio', { name: '表格' }).click();
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(4);
    await expect(rows.nth(1).getByRole('link', { name: '丙之书' })).toBeVisible();
    // Under the pointer for the next press.
    expect((await views.boundingBox())?.x).toBe(place?.x);
    await expectNoViolationsInEitherScheme(page);
    // The address says nothing now: what was chosen last holds.
    await page.goto('/user/videos');
    await expect(page.getByRole('table')).toBeVisible();
    await page.goto('/user/videos?type=local');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('总结记录（本地文件）');
  });

  test('LIB-02 on a phone the library begins as a gallery', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await fillLibrary(page, names.slice(0, 2));
    await page.goto('/user/videos');
    await expect(titlesIn(page)).toHaveText(['乙之书', '甲之书']);
    const [first, second] = await Promise.all([0, 1].map((index) => listOf(page).getByRole('listitem').nth(index).boundingBox()));
    // Side by side, in the upper part of the screen.
    expect(first?.y).toBe(second?.y);
    expect(first?.y).toBeLessThan(0.4 * 844);
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);

    await page.getByRole('button', { name: '搜索标题、笔记和简介' }).click();
    await expect(page.getByRole('searchbox')).toBeFocused();
    const more = page.getByRole('button', { name: '筛选与显示' });
    await more.click();
    const sheet = page.getByRole('dialog', { name: '筛选与显示' });
    await expect(sheet.getByRole('region', { name: '用时' })).toBeVisible();
    await expect(sheet.getByRole('radio', { name: '画廊' })).toBeChecked();
    await sheet.getByRole('combobox', { name: '排序' }).selectOption({ label: '按标题降序' });
    await expectNoViolations(page);
    await sheet.getByRole('link', { name: '本地文件，2 篇' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL(/type=local/);
    await expect(titlesIn(page)).toHaveText(['甲之书', '乙之书']);
    await page.getByRole('link', { name: '去掉筛选条件按标题降序' }).click();
    await expect(titlesIn(page)).toHaveText(['乙之书', '甲之书']);
  });

  test('LIB-09 LIB-17 columns of the table are hidden, sorted and resized by keyboard; a title is edited, an article saved', async ({
    page,
  }) => {
    await fillLibrary(page, ['b', 'a', 'c']);
    await page.goto('/user/videos?viewType=table');
    const table = page.getByRole('table');
    const titles = table.getByRole('row').getByRole('link');
    await expect(titles).toHaveText(['c', 'a', 'b']);
    await table.getByRole('button', { name: '标题', exact: true }).click();
    await expect(table.getByRole('columnheader', { name: '标题' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(titles).toHaveText(['a', 'b', 'c']);
    await expect(page).toHaveURL(/sort=title-asc/);
    await expect(table.getByRole('button', { name: '标题', exact: true })).toBeFocused();
    await page.reload();
    await expect(titles).toHaveText(['a', 'b', 'c']);

    const handle = page.getByRole('separator', { name: '调整“标题”列的宽度' });
    const width = Number(await handle.getAttribute('aria-valuenow'));
    await handle.focus();
    await page.keyboard.press('ArrowRight');
    await expect(handle).toHaveAttribute('aria-valuenow', String(width + 16));

    await page.getByRole('button', { name: '显示的列' }).click();
    await expect(page.getByRole('menuitemcheckbox', { name: '选择' })).toHaveCount(0);
    await expect(page.getByRole('menuitemcheckbox', { name: '操作' })).toHaveCount(0);
    await page.getByRole('menuitemcheckbox', { name: '笔记' }).click();
    await page.keyboard.press('Escape');
    await expect(table.getByRole('columnheader', { name: '笔记' })).toHaveCount(0);

    const menu = page.getByRole('button', { name: '对“b”的操作' });
    await menu.click();
    const saving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: '下载文章（Markdown）' }).click();
    expect((await saving).suggestedFilename()).toBe('b.md');
    await menu.click();
    await page.getByRole('menuitem', { name: '下载字幕（SRT）' }).click();
    await expect(page.getByText('没有下载成功。')).toBeVisible();

    await page.getByRole('button', { name: '修改标题：b' }).click();
    await page.getByRole('textbox', { name: '“b”的新标题' }).fill('  河边的磨坊 ');
    await page.keyboard.press('Enter');
    await expect(table.getByRole('link', { name: '河边的磨坊' })).toBeVisible();
    await page.getByRole('button', { name: '修改标题：a' }).click();
    await page.getByRole('textbox', { name: '“a”的新标题' }).fill('不要');
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(table.getByRole('columnheader', { name: '笔记' })).toHaveCount(0);
    await expect(titles).toHaveText(['a', 'c', '河边的磨坊']);
  });

  test('LIB-04 LIB-06 a page too far leads to the last one, and an address that makes no sense is told', async ({ page }) => {
    await fillLibrary(page, names.slice(0, 2));
    await page.goto('/user/videos?jumpPage=7&viewType=list&highlighted=maybe');
    await expect(page.getByText('没有第 7 页，已转到最后一页（第 1 页）。')).toBeVisible();
    await expect(page.getByText('地址里有无法识别的内容，已忽略：highlighted')).toBeVisible();
    await expect(page).toHaveURL(/\/user\/videos\?viewType=list&jumpToPage=1$/);
    await expect(page.getByText('第 1 页，共 1 页')).toBeVisible();
    await page.getByRole('button', { name: '退出分页' }).click();
    await expect(page).toHaveURL(/\/user\/videos\?viewType=list$/);
    await expect(titlesIn(page)).toHaveText(['乙之书', '甲之书']);
    // What is not longer than a page has no other one.
    await expect(page.getByRole('navigation', { name: '分页' })).toHaveCount(0);
  });

  test('LIB-07 LIB-08 the library is searched as one types, in titles and notes; where nothing is found the wider search is offered', async ({
    page,
  }) => {
    await fillLibrary(page, ['河边的磨坊', '山上的钟楼']);
    await page.goto('/user/videos?viewType=list');
    const field = page.getByRole('searchbox', { name: '搜索标题、笔记和简介' });
    // Enter chooses a word of the input method, whose letters so far are not searched.
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(frame.url()));
    const keys = await page.context().newCDPSession(page);
    await field.focus();
    await keys.send('Input.imeSetComposition', { text: 'mo', selectionStart: 2, selectionEnd: 2 });
    await page.keyboard.press('Enter');
    await keys.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
    await field.fill('  磨坊 ');
    await expect(page).toHaveURL(/search=%E7%A3%A8%E5%9D%8A/);
    await expect(titlesIn(page)).toHaveText(['河边的磨坊']);
    await expect(page).toHaveURL(/search=%E7%A3%A8%E5%9D%8A/);
    expect(visited.filter((url) => url.includes('search=mo'))).toEqual([]);
    await page.getByRole('checkbox', { name: '也搜索字幕' }).check();
    await expect(page).toHaveURL(/transcripts=true/);
    await page.reload();
    await expect(field).toHaveValue('磨坊');
    await expect(page.getByRole('checkbox', { name: '也搜索字幕' })).toBeChecked();
    await expect(titlesIn(page)).toHaveText(['河边的磨坊']);
    await field.fill('茶');
    await expect(page.getByText(/^单个汉字只在最近的 5,000 篇笔记中查找/)).toBeVisible();
    await field.fill('没有这样的词');
    await expect(page.getByText('没有找到“没有这样的词”')).toBeVisible();
    await page.getByRole('button', { name: '搜索全部内容' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('main').getByRole('link', { name: '查看全部' }).click();
    await expect(field).toHaveValue('');
    await expect(titlesIn(page)).toHaveText(['山上的钟楼', '河边的磨坊']);
  });

  test('LIB-07 what is found in a note is lit on its card and row, and leads to the second that it is about', async ({
    page,
  }) => {
    await openRecording(page);
    const contentId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { origin } = new URL(page.url());
    const { note } = await call<{ note: string }>(page, origin, 'content.overview', { contentId });
    const [, words = '', second = ''] = /^[-*] (\S+ \S+ \S+).*\]\(#t=(\d+)/m.exec(note) ?? [];
    expect(words).not.toBe('');
    for (const view of ['gallery', 'masonry', 'list', 'table']) {
      await page.goto(`/user/videos?viewType=${view}&search=${encodeURIComponent(words)}`);
      const place = page
        .getByRole('main')
        .getByRole('link')
        .filter({ has: page.locator('mark') });
      await expect(place.locator('mark').first()).toBeVisible();
      await expect(place).toHaveAttribute('href', `/content/${contentId}?t=${second}`);
      if (view === 'gallery') await expectNoViolations(page);
      if (view !== 'table') continue;
      await place.click();
      await expect(page).toHaveURL(new RegExp(`${contentId}\\?t=${second}$`));
      // From the page’s tabs, Back leads to the list, and not to that second again.
      await page.getByRole('tab', { name: '字幕' }).click();
      await expect(page).toHaveURL(/tab=subtitle$/);
      await page.goBack();
      await expect(page).toHaveURL(/viewType=table/);
    }
  });

  test('LIB-22 todos are ticked from the list, and one that was ticked by mistake is taken back', async ({ page }) => {
    const contentId = await summariseUpload(page, {
      name: '清单.txt',
      buffer: Buffer.from(`${sentence('zh', chanceOf(3)).repeat(30)}`),
    });
    const before = await call<{ note: string; noteVersionId: string }>(page, appUrl, 'content.overview', { contentId });
    const note = `${before.note}\n\n- [ ] 烤**面包**\n- [x] 吃面包`;
    await call(page, appUrl, 'content.saveNote', { contentId, baseVersionId: before.noteVersionId, note });
    const noteNow = async () => (await call<{ note: string }>(page, appUrl, 'content.overview', { contentId })).note;
    await page.goto('/user/videos?viewType=list&todo=true');
    await page.getByRole('button', { name: '待办：清单' }).click();
    const dialog = page.getByRole('dialog', { name: '待办事项' });
    await expect(dialog.getByRole('checkbox', { name: '吃面包' })).toBeChecked();
    await dialog.getByRole('checkbox', { name: '烤面包' }).check();
    await expectNoViolations(page);
    await expect.poll(noteNow).toBe(note.replace('- [ ]', '- [x]'));
    await page.keyboard.press('Escape');
    await expect(page.getByText('没有待办')).toBeVisible();
    await page.getByRole('button', { name: '撤销' }).click();
    await expect.poll(noteNow).toBe(note);
    await expect(titlesIn(page)).toHaveText(['清单']);
  });

  test('LIB-04 who has paid is celebrated for a moment, and without motion where that is unwanted', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/user/videos?pay=success&viewType=list');
    await expect(page.getByTestId('confetti')).toBeVisible();
    await expect(page).toHaveURL(/\/user\/videos\?viewType=list$/);
    await expect(page.getByTestId('confetti')).toHaveCount(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/user/videos?pay=success&viewType=list');
    await expect(page).toHaveURL(/\/user\/videos\?viewType=list$/);
    await expect(page.getByTestId('confetti')).toHaveCount(0);
  });

  test('LIB-14 the calendar of notes opens by its legend, and a day says its date and count', async ({ page }) => {
    await fillLibrary(page, names.slice(0, 2));
    await page.goto('/user/videos?viewType=list');
    const legend = page.getByRole('button', { name: '笔记日历' });
    await legend.click();
    const calendar = page.getByRole('table', { name: '近一年每天的笔记数' });
    const today = calendar.getByRole('button', { name: /：2 篇笔记$/ });
    await expect(today).toHaveAttribute('data-level', '1');
    await expectNoViolationsInEitherScheme(page);
    await today.click();
    await expect(page.getByRole('region', { name: /通知/ }).getByText(/：2 篇笔记$/)).toBeVisible();
    await today.press('ArrowUp');
    await expect(calendar.locator(':focus')).toHaveAccessibleName(/：0 篇笔记$/);
    await page.goto('/user/videos?viewType=list&type=local');
    await expect(titlesIn(page)).toHaveText(['乙之书', '甲之书']);
    await expect(legend).toHaveCount(0);
    await page.goto('/user/videos');
    await expect(calendar).toBeVisible();
    await legend.click();
    await expect(calendar).toHaveCount(0);
  });

  test('LIB-15 chosen records are deleted one after the other, after a question that names five', async ({ page }) => {
    await fillLibrary(page, names);
    await page.goto('/user/videos?viewType=list');
    await page.getByRole('button', { name: '选择', exact: true }).click();
    await page.getByRole('checkbox', { name: '选择“己之书”' }).click();
    await page.getByRole('checkbox', { name: '选择“甲之书”' }).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: '对所选记录的操作' });
    await expect(bar).toContainText('已选 6 条');
    await bar.getByRole('button', { name: '删除' }).click();
    const dialog = page.getByRole('alertdialog', { name: '删除 6 条记录？' });
    await expect(dialog.getByRole('listitem')).toHaveText(['己之书', '戊之书', '丁之书', '丙之书', '乙之书']);
    await expect(dialog).toContainText('还有 1 条。');
    await dialog.getByRole('button', { name: '删除' }).click();
    // The server goes on while other pages are open, and each of them tells the end.
    await expect(page.getByText(/^正在删除：/)).toBeVisible();
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '热门' }).click();
    await expect(page.getByText('已删除 6 条记录。')).toBeVisible();
    await expect(page.getByText(/^正在删除：/)).toHaveCount(0);
    await page.goto('/user/videos?viewType=list');
    await expect(page.getByText('还没有总结记录')).toBeVisible();
    await expect(bar).toHaveCount(0);
  });
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('LIB-03 LIB-19 each filter says in its own words that nothing is there', async ({ page }) => {
    await fillLibrary(page, ['Only one']);
    await page.goto('/user/videos?viewType=list');
    const filters = page.getByRole('navigation', { name: 'Filters' });
    for (const [tab, empty] of [
      ['Highlighted', 'No items with highlights yet'],
      ['Favorites', 'No favorites yet'],
      ['To-dos', 'No open to-dos'],
    ] as const) {
      await filters.getByRole('link', { name: tab }).click();
      await expect(page.getByText(empty)).toBeVisible();
      await expect(filters.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
    }
    await filters.getByRole('link', { name: 'Not in a collection' }).click();
    await expect(titlesIn(page)).toHaveText(['Only one']);
    await page.goto('/user/videos?tag=river');
    await expect(page.getByText('No items tagged #river')).toBeVisible();
    await page.getByRole('link', { name: 'Remove filter #river' }).click();
    await expect(titlesIn(page)).toHaveText(['Only one']);
    // English words are longer than a phone's row.
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.goto('/user/videos?smartFolder=0b1d5c3e-9a51-4c1f-8a55-0d8f3e6a7b21');
    await expect(page.getByRole('alert')).toBeVisible();
  });
});
