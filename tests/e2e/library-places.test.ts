/** Coming back to a long library: the same notes on the screen, and what was chosen. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { withSeededServer } from '../harness/browser/seeded-server.ts';

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

test('back and forward lead to the same notes at the same place, and to what was chosen', async ({ page }) => {
  await withSeededServer(page, 150, async ({ app, database }) => {
    // Of many heights.
    await database.query(
      `update contents set cover_blob = null, title = title || repeat(' with more words', abs(hashtext(id::text)) % 8),
         note_excerpt = repeat('What the keeper says. ', 1 + abs(hashtext(id::text)) % 12)`,
    );
    for (const view of views) {
      await page.goto(`${app.url}/user/videos?viewType=${view}`);
      const links = page.locator('main a[href^="/content/"]');
      await links.first().waitFor();
      const target = view === 'list' ? 4_000 : 3_000;
      await expect(async () => {
        await page.mouse.move(700, 500);
        await page.mouse.wheel(0, 600);
        expect(await page.evaluate('window.scrollY')).toBeGreaterThan(target);
      }).toPass();
      const box = page.getByRole('main').getByRole('checkbox', { name: /^选择/ });
      const middle = box.nth(Math.floor((await box.count()) / 2));
      await middle.check({ force: true });
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
