/** Records are dragged onto collections, tags and the star: with a mouse, a finger and keys. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { withSeededLibrary } from '../harness/browser/seeded-server.ts';
import { expectNoViolations } from './settled.ts';

type Call = <Answer>(path: string, input?: unknown) => Promise<Answer>;

/** Calls of the page's own user. */
function caller(page: Page, url: string): Call {
  return async <Answer>(path: string, input?: unknown) => {
    const asks = /^share\.(?:list|get)|^user\./.test(path);
    const address = `${url}/api/trpc/${path}`;
    const headers = { 'x-gleaner': '1' };
    const response = asks
      ? await page.request.get(input === undefined ? address : `${address}?input=${encodeURIComponent(JSON.stringify(input))}`, {
          headers,
        })
      : await page.request.post(address, { headers, data: input });
    expect(response.ok(), `${path} ${await response.text()}`).toBe(true);
    return ((await response.json()) as { result: { data: Answer } }).result.data;
  };
}

type Library = {
  url: string;
  call: Call;
  collections: Map<string, string>;
  itemsOf: (name: string) => Promise<string[]>;
};

/** A library of `contents` with collections, the last one first in the sidebar. */
async function withLibrary(page: Page, contents: number, names: readonly string[], use: (library: Library) => Promise<void>) {
  await withSeededLibrary(page, contents, async ({ url }) => {
    const call = caller(page, url);
    const collections = new Map<string, string>();
    for (const name of names) {
      const { collection } = await call<{ collection: { id: string } }>('share.createCollection', { name });
      collections.set(name, collection.id);
    }
    const itemsOf = async (name: string) => {
      const id = collections.get(name) ?? name;
      const { items } = await call<{ items: { title: string }[] }>('share.getCollectionDetails', { id });
      return items.map(({ title }) => title);
    };
    await use({ url, call, collections, itemsOf });
  });
}

async function centreOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not drawn');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const chip = (page: Page) => page.locator('[data-drag-chip]');
const record = (page: Page, title: string) => page.getByRole('main').locator('[data-drag]').filter({ hasText: title });
const place = (page: Page, name: string) => page.locator(`[data-drop-name="${name}"]:visible`);
const message = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

/** By mouse: taken hold of, with the pointer where it came to lie. */
async function lift(page: Page, source: Locator): Promise<{ x: number; y: number }> {
  const from = await centreOf(source);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  // A hand goes on moving while what begins a drag is loaded.
  let step = 0;
  await expect(async () => {
    step = 1 - step;
    await page.mouse.move(from.x + 8 + step, from.y + 8);
    await expect(chip(page)).toBeVisible({ timeout: 300 });
  }).toPass({ intervals: [50] });
  return from;
}

async function carryTo(page: Page, name: string): Promise<void> {
  const to = await centreOf(place(page, name));
  await page.mouse.move(to.x, to.y, { steps: 3 });
}

async function dropAt(page: Page, source: Locator, name: string): Promise<void> {
  await lift(page, source);
  await carryTo(page, name);
  await page.mouse.up();
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });

  test('COL-04 a record is dragged after 6 px onto any collection, and a failed move is tried again', async ({ page }) => {
    await withLibrary(page, 4, ['甲', '乙', '丙', '丁', '戊'], async ({ url, call, collections, itemsOf }) => {
      await page.goto(`${url}/user/videos?viewType=list`);
      const source = record(page, 'Recording 2').getByRole('link').first();
      const lines = page.getByRole('region', { name: '合集' }).getByRole('listitem');
      await expect(lines).toHaveText(['戊', '丁', '丙']);
      await source.hover();

      // A hand that trembles presses the link.
      const still = await centreOf(source);
      await page.mouse.down();
      await page.mouse.move(still.x + 5, still.y);
      await page.mouse.up();
      await expect(page).toHaveURL(/\/content\//);
      await page.goBack();
      await expect(source).toBeVisible();

      // All collections are open, and those that were there stay where they were.
      const third = await centreOf(lines.filter({ hasText: '丙' }));
      const from = await lift(page, source);
      await expect(lines).toHaveText(['戊', '丁', '丙', '乙', '甲']);
      expect(await centreOf(lines.filter({ hasText: '丙' }))).toEqual(third);
      await expect(chip(page)).toHaveText('Recording 2');
      await expect(page.getByText('已拿起“Recording 2”。')).toBeAttached();
      await expect(record(page, 'Recording 2')).toHaveAttribute('data-dragging');
      await carryTo(page, '合集“丙”');
      await expect(page.getByText('放到：合集“丙”')).toBeAttached();
      await expectNoViolations(page);
      // Back where it came from nothing happens: not even the link is pressed.
      await page.mouse.move(from.x, from.y);
      await page.mouse.up();
      await expect(chip(page)).toBeHidden();
      await expect(lines).toHaveText(['戊', '丁', '丙']);
      await lift(page, source);
      await carryTo(page, '合集“丙”');
      await page.keyboard.press('Escape');
      await expect(chip(page)).toBeHidden();
      await page.mouse.up();
      await expect(page).toHaveURL(/\/user\/videos/);
      expect(await itemsOf('丙')).toEqual([]);

      await page.route(/share\.addItemsToCollection/, (route) => route.abort());
      await dropAt(page, source, '合集“甲”');
      const failure = message(page, '没有移到“甲”');
      await expect(failure).toBeVisible();
      await page.unroute(/share\.addItemsToCollection/);
      await failure.getByRole('button', { name: '重试' }).click();
      const moved = message(page, '1 条记录已移到“甲”');
      await expect(moved).toBeVisible();
      expect(await Promise.all(['甲', '乙', '丙', '丁', '戊'].map(itemsOf))).toEqual([['Recording 2'], [], [], [], []]);
      await moved.getByRole('button', { name: '撤销' }).click();
      await expect.poll(() => itemsOf('甲')).toEqual([]);

      // Deleted elsewhere while it is carried there: said, and no place to go any more.
      await lift(page, source);
      await call('share.deleteCollection', { id: collections.get('丙') });
      await carryTo(page, '合集“丙”');
      await page.mouse.up();
      const gone = message(page, '没有移到“丙”：合集或选中的记录已经被删除。');
      await expect(gone.getByRole('button', { name: '重试' })).toHaveCount(0);
      await expect(gone).toBeVisible();
      await expect(lines).toHaveText(['甲', '戊', '丁']);
    });
  });

  test('COL-04 chosen records are dragged together: onto a new collection, a tag and the star', async ({ page }) => {
    await withLibrary(page, 6, ['甲'], async ({ url, call, itemsOf }) => {
      const tagged = async (tag: string) => {
        const { uniqueVideos } = await call<{ uniqueVideos: { title: string }[] }>('user.videos', { limit: 30, tag });
        return uniqueVideos.map(({ title }) => title).toSorted();
      };
      const both = ['Recording 3', 'Recording 5'];
      await call('userNote.tagMany', { contentIds: [await idOf(call, 'Recording 1')], tag: '河' });

      await page.goto(`${url}/user/videos?viewType=gallery`);
      await page.getByRole('button', { name: '选择', exact: true }).click();
      for (const title of both) await page.getByRole('checkbox', { name: `选择“${title}”` }).click();
      await lift(page, record(page, 'Recording 3'));
      await expect(chip(page)).toHaveText('Recording 32');
      await carryTo(page, '新建合集');
      await page.mouse.up();
      const dialog = page.getByRole('dialog', { name: '新建合集' });
      await expect(dialog).toContainText('将放入2 条记录');
      await dialog.getByLabel('合集名称').fill('新的');
      await dialog.getByRole('button', { name: '新建并放入' }).click();
      await expect(message(page, '2 条记录已移到“新的”')).toBeVisible();
      const all = await call<{ id: string; name: string }[]>('share.listUserCollections');
      expect((await itemsOf(all.find(({ name }) => name === '新的')?.id ?? '')).toSorted()).toEqual(both);

      await page.getByRole('radio', { name: '瀑布流' }).click();
      await dropAt(page, record(page, 'Recording 5'), '收藏');
      const starred = message(page, '已收藏 2 篇笔记');
      await expect(starred).toBeVisible();
      expect(await tagged('favorited')).toEqual(both);
      await starred.getByRole('button', { name: '撤销' }).click();
      await expect.poll(() => tagged('favorited')).toEqual([]);

      // One that is not chosen goes alone.
      await page.getByRole('radio', { name: '表格' }).click();
      await dropAt(page, record(page, 'Recording 4'), '#河');
      await expect(message(page, '已给 1 篇笔记添加标签')).toBeVisible();
      expect(await tagged('河')).toEqual(['Recording 1', 'Recording 4']);
    });
  });

  test('COL-04 by keys a record leaves its collection for another one, and comes back to its place', async ({ page }) => {
    await withLibrary(page, 3, ['甲', '乙'], async ({ url, call, collections, itemsOf }) => {
      const [first = '', second = ''] = [collections.get('甲'), collections.get('乙')];
      const titles = ['Recording 1', 'Recording 2', 'Recording 3'];
      const contentIds = await Promise.all(titles.map((title) => idOf(call, title)));
      await call('share.addItemsToCollection', { collectionId: first, contentIds });
      await page.goto(`${url}/user/collections/${first}`);
      await page.getByRole('button', { name: '收起侧栏' }).click();
      const link = record(page, 'Recording 2').getByRole('link').first();
      await link.focus();
      await page.keyboard.press('Space');
      await expect(page.getByText('已拿起“Recording 2”。用方向键选去处，Enter 放下，Esc 取消。')).toBeAttached();
      // The rail opens, and the collection that it is in is no place to go.
      const sidebar = page.getByRole('complementary', { name: '侧栏' });
      await expect(sidebar.locator('[data-drop]')).toHaveText(['新建合集', '乙', '收藏', '#keeper', '#seed']);
      // Its own place is where it begins.
      for (const name of ['第 3 项，共 3 项', '新建合集', '合集“乙”', '收藏']) {
        await page.keyboard.press('ArrowDown');
        await expect(page.getByText(`放到：${name}`)).toBeAttached();
      }
      await page.keyboard.press('Escape');
      await expect(page.getByText('已取消，什么都没有改动。')).toBeAttached();
      await expect(sidebar.locator('[data-drop]')).toHaveCount(0);
      await expect(link).toBeFocused();

      await page.keyboard.press('Space');
      for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      const moved = message(page, '1 条记录已移到“乙”');
      await expect(moved).toBeVisible();
      await expect(page).toHaveURL(/\/user\/collections\//);
      await expect(record(page, 'Recording')).toHaveCount(2);
      await expect(page.getByRole('button', { name: '“Recording 3”的操作' })).toBeFocused();
      expect([await itemsOf(first), await itemsOf(second)]).toEqual([['Recording 1', 'Recording 3'], ['Recording 2']]);
      await moved.getByRole('button', { name: '撤销' }).click();
      await expect.poll(() => itemsOf(first)).toEqual(titles);
      await expect.poll(() => itemsOf(second)).toEqual([]);

      // The same by its menu. What the other one held before stays there when the move is undone.
      await call('share.addItemsToCollection', { collectionId: second, contentIds: contentIds.slice(0, 1) });
      await page.getByRole('button', { name: '把“Recording 1”移到别的合集' }).click();
      await expect(page.getByRole('menuitem')).toHaveText(['乙', '新建合集…']);
      await page.getByRole('menuitem', { name: '乙' }).click();
      const there = message(page, '都已经在“乙”里了，并已从原来的合集移出');
      await expect(there).toBeVisible();
      await expect(page.getByRole('button', { name: '“Recording 2”的操作' })).toBeFocused();
      expect(await itemsOf(first)).toEqual(['Recording 2', 'Recording 3']);
      await there.getByRole('button', { name: '撤销' }).click();
      await expect.poll(() => itemsOf(first)).toEqual(titles);
      expect(await itemsOf(second)).toEqual(['Recording 1']);
    });
  });

  test('COL-04 records of a collection are put in order by mouse and by keys, with a way back', async ({ page }) => {
    await withLibrary(page, 3, ['甲'], async ({ url, call, collections, itemsOf }) => {
      const first = collections.get('甲') ?? '';
      const titles = ['Recording 1', 'Recording 2', 'Recording 3'];
      const contentIds = await Promise.all(titles.map((title) => idOf(call, title)));
      await call('share.addItemsToCollection', { collectionId: first, contentIds });
      await page.goto(`${url}/user/collections/${first}`);
      const shown = page.getByRole('main').locator('[data-drag] h2');
      await expect(shown).toHaveText(titles);
      await dropAt(page, record(page, 'Recording 3').getByRole('link').first(), '第 1 项，共 3 项');
      await expect(shown).toHaveText(['Recording 3', 'Recording 1', 'Recording 2']);
      await expect.poll(() => itemsOf(first)).toEqual(['Recording 3', 'Recording 1', 'Recording 2']);
      await message(page, '“Recording 3”现在是第 1 项，共 3 项').getByRole('button', { name: '撤销' }).click();
      await expect.poll(() => itemsOf(first)).toEqual(titles);
      await expect(shown).toHaveText(titles);

      await record(page, 'Recording 1').getByRole('link').first().focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowDown');
      await expect(page.getByText('放到：第 2 项，共 3 项')).toBeAttached();
      await expectNoViolations(page);
      await page.keyboard.press('Enter');
      await expect.poll(() => itemsOf(first)).toEqual(['Recording 2', 'Recording 1', 'Recording 3']);
      await page.reload();
      await expect(shown).toHaveText(['Recording 2', 'Recording 1', 'Recording 3']);
      // The menu of a row lies over the rows below.
      await page.getByRole('button', { name: '“Recording 2”的操作' }).click();
      await page.getByRole('menuitem', { name: '移到最后' }).click();
      await expect(shown).toHaveText(['Recording 1', 'Recording 3', 'Recording 2']);
    });
  });
});

test.describe('by finger, in English', () => {
  test.use({ locale: 'en-US', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('COL-04 a finger that rests takes hold of a record, and one that moves on scrolls', async ({ page }) => {
    await withLibrary(page, 24, ['Alpha', 'Beta'], async ({ url, itemsOf }) => {
      await page.goto(`${url}/user/videos?viewType=list`);
      const source = record(page, 'Recording 24');
      await expect(source).toBeVisible();
      const session = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints });
      const at = await centreOf(source);

      await touch('touchStart', at);
      for (let step = 1; step <= 8; step++) await touch('touchMove', { x: at.x, y: at.y - step * 30 });
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
      // The finger comes to rest, or the page would glide on.
      for (let frame = 0; frame < 12; frame++) {
        await touch('touchMove', { x: at.x, y: at.y - 240 + (frame % 2) });
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
      await touch('touchEnd');
      await expect(chip(page)).toHaveCount(0);

      await page.evaluate(() => window.scrollTo(0, 0));
      await expect.poll(() => centreOf(source)).toEqual(at);
      // What comes up under the finger is not meant by lifting it.
      await touch('touchStart', at);
      await expect(chip(page)).toBeVisible();
      await touch('touchMove', { x: at.x, y: at.y + 5 });
      await touch('touchEnd');
      await expect(chip(page)).toBeHidden();
      await expect(page.getByText('Canceled. Nothing was changed.')).toBeAttached();

      await touch('touchStart', at);
      await expect(chip(page)).toHaveText('Recording 24');
      const tray = page.getByRole('region', { name: 'Drop on…' });
      await expect(tray.locator('[data-drop]')).toHaveText(['New collection', 'Beta', 'Alpha', 'Favorites', '#keeper', '#seed']);
      await touch('touchMove', { x: at.x, y: at.y + 20 });
      await touch('touchMove', await centreOf(place(page, 'collection “Alpha”')));
      await expect(page.getByText('Drop on: collection “Alpha”')).toBeAttached();
      expect(await page.evaluate(() => [window.scrollY, getSelection()?.toString()])).toEqual([0, '']);
      await expectNoViolations(page);
      await touch('touchEnd');
      await expect(message(page, 'Moved 1 item to “Alpha”')).toBeVisible();
      await expect(tray).toBeHidden();
      await expect(page).toHaveURL(/\/user\/videos/);
      expect([await itemsOf('Alpha'), await itemsOf('Beta')]).toEqual([['Recording 24'], []]);
    });
  });
});

async function idOf(call: Call, title: string): Promise<string> {
  const { uniqueVideos } = await call<{ uniqueVideos: { title: string; content_id: string }[] }>('user.videos', { limit: 30 });
  return uniqueVideos.find((row) => row.title === title)?.content_id ?? '';
}
