/** Coming back to a long library: the same notes on the screen, and what was chosen. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { withSeededLibrary, withSeededServer } from '../harness/browser/seeded-server.ts';

test.use({ locale: 'zh-CN' });

const views = ['list', 'gallery', 'masonry', 'table'] as const;

/** Titles on the screen with their places in it. */
const shown = (page: Page) =>
  page.evaluate(() => {
    type Seen = { textContent: string | null; getBoundingClientRect(): { top: number; bottom: number } };
    const { document, innerHeight } = globalThis as unknown as {
      document: { querySelectorAll(selector: string): Iterable<Seen> };
      innerHeight: number;
    };
    return [...document.querySelectorAll('main a[href^="/content/"]')]
      .map((link) => ({ title: link.textContent, ...pick(link.getBoundingClientRect()) }))
      .filter(({ top, bottom }) => bottom > 0 && top < innerHeight)
      .map(({ title, top }) => `${title} ${Math.round(top)}`)
      .sort();
    function pick({ top, bottom }: { top: number; bottom: number }) {
      return { top, bottom };
    }
  });

test('LIB-02 LIB-05 a list goes on as its end is seen and draws what is near, and back and forward lead to the same place and choice', async ({
  page,
}) => {
  await withSeededLibrary(page, 150, async ({ url, database, userId }) => {
    // Of many heights.
    await database.query(
      `update contents set cover_blob = null, title = title || repeat(' with more words', abs(hashtext(id::text)) % 8),
         note_excerpt = repeat('What the keeper says. ', 1 + abs(hashtext(id::text)) % 12)
       where user_id = $1`,
      [userId],
    );
    for (const view of views) {
      await page.goto(`${url}/user/videos?viewType=${view}`);
      const links = page.locator('main a[href^="/content/"]');
      await links.first().waitFor();
      const target = view === 'list' ? 4_000 : 3_000;
      await expect(async () => {
        await page.mouse.move(700, 500);
        await page.mouse.wheel(0, 600);
        expect(await page.evaluate('window.scrollY')).toBeGreaterThan(target);
      }).toPass({ intervals: [50] });
      // What is far above is drawn no more: twenty screens take what one does.
      await expect(page.locator('main :is([aria-posinset="1"], [aria-rowindex="2"])')).toHaveCount(0);
      // What still moves cannot be pressed.
      await settledShown(page);
      const boxes = page.getByRole('main').getByRole('checkbox', { name: /^选择/ });
      // One that is on the screen: scrolling to another would move the list under the press.
      await boxes.nth(await middleOfScreen(boxes)).check({ force: true });
      const status = page.getByRole('region', { name: /选/ }).getByRole('status');
      await expect(status).toHaveText(/1/);
      const before = await settledShown(page);
      const name = before.find((line) => / [34]\d\d$/.test(line))?.replace(/ \d+$/, '') ?? '';
      await page.getByRole('main').getByRole('link', { name, exact: true }).first().click();
      await expect(page).toHaveURL(/\/content\//);
      await page.goBack();
      await expect(status).toHaveText(/1/);
      await expect.poll(() => shown(page), { message: view }).toEqual(before);
      await page.goForward();
      await expect(page).toHaveURL(/\/content\//);
      await page.goBack();
      await expect.poll(() => shown(page), { message: view }).toEqual(before);
    }
  });
});

/** Which of what was found is nearest to the middle of the screen. */
const middleOfScreen = (found: Locator) =>
  found.evaluateAll((elements) => {
    const away = elements.map((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return Math.abs((top + bottom) / 2 - globalThis.innerHeight / 2);
    });
    return away.indexOf(Math.min(...away));
  });

/** When nothing moves any more. */
async function settledShown(page: Page): Promise<string[]> {
  let last: string[] = [];
  await expect(async () => {
    const now = await shown(page);
    const same = now.join() === last.join();
    last = now;
    expect(same).toBe(true);
  }).toPass();
  return last;
}

test('LIB-10 LIB-15 beyond what was read everything that matches is chosen, tagged and deleted, less what is taken away', async ({
  page,
}) => {
  // Two hundred notes are changed at once: in the database of all tests that takes too long.
  await withSeededServer(page, 205, async ({ url, database, userId }) => {
    await page.goto(`${url}/user/videos?viewType=list&notInCollection=true`);
    const boxes = page.getByRole('main').getByRole('checkbox', { name: /^选择“/ });
    await boxes.first().waitFor();
    const bar = page.getByRole('region', { name: '对所选记录的操作' });
    const status = bar.getByRole('status');
    const list = (name: string) =>
      page.getByRole('navigation', { name: '筛选', exact: true }).getByRole('link', { name }).click();
    await list('全部');
    await boxes.first().check({ force: true });
    await bar.getByRole('button', { name: '全选' }).click();
    await expect(status).toHaveText('已选 30 条');
    // Answered late, when another list is shown, it is no choice in that one.
    const late = Promise.withResolvers<void>();
    await page.route(/user\.videoIds/, async (route) => {
      await late.promise;
      await route.continue();
    });
    await bar.getByRole('button', { name: '选择全部 205 条' }).click();
    await list('未加入合集');
    await expect(page).toHaveURL(/notInCollection/);
    const answered = page.waitForResponse(/user\.videoIds/);
    late.resolve();
    await (await answered).finished();
    await expect(bar.getByRole('button', { name: '选择全部 205 条' })).toBeEnabled();
    await expect(status).toHaveText('已选 30 条');
    await page.goBack();
    await expect(page).not.toHaveURL(/notInCollection/);
    await bar.getByRole('button', { name: '选择全部 205 条' }).click();
    await expect(status).toHaveText('已选 205 条');
    await boxes.first().uncheck({ force: true });
    await expect(status).toHaveText('已选 204 条');
    // Another list begins with what is read of it, and the first one comes back with its choice.
    await list('未加入合集');
    await expect(status).toHaveText('已选 29 条');
    await page.goBack();
    await expect(status).toHaveText('已选 204 条');
    await bar.getByRole('button', { name: '添加标签' }).click();
    await page.getByRole('textbox', { name: '新标签' }).fill('谷仓');
    await page.keyboard.press('Enter');
    await expect(page.getByText('已给 204 篇笔记添加标签。')).toBeVisible();
    const tagged = () =>
      database.query(`select count(*)::int as count from contents where user_id = $1 and note_tags @> '{谷仓}'`, [userId]);
    expect(await tagged()).toEqual([{ count: 204 }]);
    await page.getByRole('region', { name: /通知/ }).getByRole('button', { name: '撤销' }).click();
    await expect(page.getByText('已从 204 篇笔记中撤销。')).toBeVisible();
    expect(await tagged()).toEqual([{ count: 0 }]);

    await bar.getByRole('button', { name: '删除' }).click();
    const dialog = page.getByRole('alertdialog', { name: '删除 204 条记录？' });
    await expect(dialog.getByRole('listitem')).toHaveCount(5);
    await expect(dialog).toContainText('还有 199 条。');
    await dialog.getByRole('button', { name: '删除' }).click();
    await page.getByRole('region', { name: /通知/ }).getByRole('button', { name: '停止' }).click();
    await expect(page.getByText(/^已停止：删除了 \d+ 条，其余 \d+ 条还在。$/)).toBeVisible();
  });
});

test('LIB-22 a cover of any shape takes the place that a card gives it', async ({ page }) => {
  await withSeededLibrary(page, 12, async ({ url }) => {
    const portrait = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="160"><rect width="90" height="160"/></svg>';
    await page.route(/\/api\/contents\/[^/]+\/cover/, (route) => route.fulfill({ body: portrait, contentType: 'image/svg+xml' }));
    for (const view of ['gallery', 'masonry'] as const) {
      await page.goto(`${url}/user/videos?viewType=${view}`);
      const picture = page.locator('main article img').first();
      await expect(picture).toHaveJSProperty('naturalHeight', 160);
      const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
      expect(width / height).toBeCloseTo(16 / 9, 1);
    }
  });
});
