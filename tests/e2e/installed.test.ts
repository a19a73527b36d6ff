/** The installed application: its service worker, what can be read without the server, and the doors into the home page. */
import type { Page } from '@playwright/test';
import { createDatabase } from '#db/client.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { startOwnServer } from '../harness/browser/e2e-server.ts';
import { becomeGuest } from '../harness/browser/guests.ts';
import { seedLibrary } from '../harness/database/seed-library.ts';
import { expectNoSidewaysScroll, expectNoViolationsInEitherScheme } from './settled.ts';

test.use({ serviceWorkers: 'allow' });
test.setTimeout(60_000);

async function look(page: Page, name: string): Promise<void> {
  if (process.env.GLEANER_LOOK)
    await page.screenshot({ path: `${process.env.GLEANER_LOOK}/${name}.png`, animations: 'disabled' });
}

/** The worker answers for the pages from now on. */
async function install(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  });
}

const keptQueries = (page: Page) =>
  page.evaluate(async () => {
    if (!(await caches.has('gleaner-answers'))) return [];
    const kept = await (await caches.open('gleaner-answers')).keys();
    return kept.map(({ url }) => new URL(url).pathname.replace('/kept/', ''));
  });

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('without the server the library and opened notes can be read, and the rest says why not', async ({ page }) => {
    const app = await startOwnServer();
    const database = createDatabase(app.database, { max: 1, applicationName: 'test' });
    const userId = await becomeGuest(page, app.url);
    await seedLibrary(database.db, { contents: { [userId]: 3 }, others: 0, noteSentences: 2, lines: 2 });
    await database.close();
    await page.goto(`${app.url}/`);
    await install(page);
    await page.reload();
    const list = page.getByRole('region', { name: '最近', exact: true });
    await list.getByRole('link').first().click();
    const note = page.getByRole('article', { name: '笔记' });
    await expect(note).toContainText('The register');
    await expect.poll(() => keptQueries(page)).toContain('content.overview');
    await app.stop();
    app.remove();

    await page.goto(`${app.url}/user/videos`);
    await expect(page.getByRole('main').getByRole('listitem').getByRole('heading')).toHaveCount(3);
    const line = page.getByRole('status').filter({ hasText: '连不上服务器' });
    await expect(line).toBeVisible();
    await expectNoViolationsInEitherScheme(page, (scheme) => look(page, `away-${scheme}`));
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await look(page, 'away-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await list.getByRole('link').first().click();
    await expect(note).toContainText('The register');
    await page.reload();
    await expect(note).toContainText('The register');
    await list.getByRole('link').nth(1).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('连不上服务器');
  });

  test('the worker waits until the first page has come, and leaves the wire to it', async ({ page }) => {
    const fetched: string[] = [];
    page.context().on('request', (request) => request.serviceWorker() && fetched.push(request.url()));
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/trpc\/[^?]*account\.me/, async (route) => {
      await held;
      await route.continue();
    });
    await page.clock.install();
    await page.goto(`${appUrl}/user/videos`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.clock.runFor(10_000);
    const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    expect(await workers()).toBe(0);
    answer();
    await expect(async () => {
      await page.clock.runFor(1000);
      expect(await workers()).toBe(1);
    }).toPass();
    await install(page);
    expect(fetched).not.toEqual([]);
  });

  test('with the server the page is always the newest, whatever the worker keeps', async ({ page }) => {
    await page.goto(`${appUrl}/`);
    await install(page);
    const replaced = await page.evaluate(async () => {
      const name = (await caches.keys()).find((one) => one.startsWith('gleaner-interface-')) ?? '';
      const cache = await caches.open(name);
      await cache.put('/index.html', new Response('<h1>An old page</h1>', { headers: { 'content-type': 'text/html' } }));
      await cache.put('/boot.js', new Response('document.title = "old"', { headers: { 'content-type': 'text/javascript' } }));
      await caches.open('gleaner-interface-of-before');
      return name;
    });
    expect(replaced).not.toBe('');
    await page.reload();
    await expect(page.getByRole('textbox', { name: '粘贴链接，或拖入文件' })).toBeVisible();
    await expect(page.getByText('An old page')).toHaveCount(0);
    // Another build is another worker: what the one before kept goes.
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.unregister();
    });
    await page.reload();
    await install(page);
    await expect.poll(() => page.evaluate(async () => await caches.has('gleaner-interface-of-before'))).toBe(false);
  });

  test('a shared text leaves its link in the field, and nothing starts by itself', async ({ page }) => {
    await page.goto(`${appUrl}/user/videos`);
    await install(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.evaluate(() => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' });
      for (const [name, value] of [
        ['title', 'A talk'],
        ['text', 'Look at this: https://shared.test/talk?v=1&t=2 (nice)'],
        ['url', ''],
      ] as const) {
        const field = document.createElement('input');
        Object.assign(field, { name, value, type: 'hidden' });
        form.append(field);
      }
      document.body.append(form);
      form.submit();
    });
    const field = page.getByRole('textbox', { name: '粘贴链接，或拖入文件' });
    await expect(field).toHaveValue('https://shared.test/talk?v=1&t=2');
    await expect(field).toBeFocused();
    await expect(page).toHaveURL(`${appUrl}/`);
    expect(asked.filter((url) => url.includes('ingest.submit'))).toEqual([]);
    await page.reload();
    await expect(field).toHaveValue('');
  });

  test('another user in the same browser finds nothing of the one before', async ({ page }) => {
    const first = await becomeGuest(page, appUrl);
    await page.goto(`${appUrl}/`);
    await install(page);
    await page.reload();
    await expect.poll(() => keptQueries(page)).toContain('user.videos');
    const owner = () => page.evaluate(async () => (await caches.match('/kept/owner', { cacheName: 'gleaner-answers' }))?.text());
    expect(await owner()).toBe(first);
    await page.evaluate(async () => {
      const cache = await caches.open('gleaner-answers');
      await cache.put('/kept/content.overview?of-the-first', Response.json({}));
    });
    await page.context().clearCookies();
    const second = await becomeGuest(page, appUrl);
    await page.reload();
    await expect.poll(owner).toBe(second);
    expect(await keptQueries(page)).not.toContain('content.overview');
    await page.context().clearCookies();
    await page.reload();
    await expect.poll(() => keptQueries(page)).toEqual([]);
  });
});

test.describe('in English', () => {
  test.use({ locale: 'en-US', permissions: ['clipboard-read', 'clipboard-write'] });

  test('the settings have a bookmark that asks about a page’s address', async ({ page }) => {
    await page.goto(`${appUrl}/user/settings?section=doors`);
    const bookmark = page.getByRole('link', { name: 'Summarize with Gleaner' });
    const code = (await bookmark.getAttribute('href')) ?? '';
    expect(code).toMatch(/^javascript:/);
    await bookmark.click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Drag it to your bookmarks bar' })).toBeVisible();
    await expectNoViolationsInEitherScheme(page, (scheme) => look(page, `doors-${scheme}`));
    // As the browser runs it on any page.
    const opened = page.waitForEvent('popup');
    await page.evaluate(code.replace('javascript:', ''));
    const asked = await opened;
    await expect(asked.getByRole('heading', { name: 'Summarize this link?' })).toBeVisible();
    await expect(asked.getByText(`${appUrl}/user/settings?section=doors`)).toBeVisible();
  });

  test('browsers find what installing takes', async ({ page }) => {
    await page.goto(`${appUrl}/`);
    const href = await page.locator('link[rel=manifest]').getAttribute('href');
    const answer = await page.request.get(`${appUrl}${href}`);
    expect(answer.headers()['content-type']).toBe('application/manifest+json');
    const manifest = (await answer.json()) as { icons: { src: string; sizes: string }[]; share_target: { action: string } };
    expect(manifest.share_target.action).toBe('/share');
    for (const { src, sizes } of manifest.icons) {
      const drawn = await page.evaluate(async (path) => {
        const image = new Image();
        image.src = path;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      if (sizes !== 'any') expect(drawn).toBe(sizes);
    }
    const worker = await page.request.get(`${appUrl}/sw.js`);
    expect(worker.headers()['cache-control']).toBe('no-cache');
    expect(await worker.text()).not.toContain('__BUILD__');
  });
});
