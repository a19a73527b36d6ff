/** Public collections in the browser: published by one, read and taken over by another, without an account and without a script. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { startOwnServer } from '../harness/browser/e2e-server.ts';
import { createTestClient } from '../harness/http/client.ts';
import { expectNoSidewaysScroll, expectNoViolations, expectNoViolationsInEitherScheme } from './settled.ts';

/** Shoots the page where somebody asked for pictures to look at. */
async function look(page: Page, name: string): Promise<void> {
  if (!process.env.GLEANER_LOOK) return;
  for (const width of [1440, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${process.env.GLEANER_LOOK}/${name}-${width}-${colorScheme}.png`, animations: 'disabled' });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

const longName = '一个名字特别特别长的合集：'.repeat(7);

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });

  test('COL-02 a collection is published, found in the square, read by a guest and taken over', async ({
    page,
    browser,
    site,
  }) => {
    const app = await startOwnServer({ env: { GLEANER_FETCH_ALLOW: site.host } });
    try {
      const owner = createTestClient(app.url);
      await owner.rpc.account.signUp.mutate({ email: 'ada@example.org', password: 'correct horse battery', language: 'zh' });
      const text =
        '<p>The oven of the square keeps its heat for eleven hours, and the village built nine more before winter.</p>';
      site.on('/square-oven', {
        body: `<!doctype html><html lang="en"><head><title>The Oven of the Square</title></head><body><article><h1>The Oven of the Square</h1>${text.repeat(9)}</article></body></html>`,
      });
      site.on('/square-mill', {
        body: `<!doctype html><html lang="en"><head><title>The Mill of the Square</title></head><body><article><h1>The Mill of the Square</h1>${text.repeat(9)}</article></body></html>`,
      });
      const { results } = await owner.rpc.ingest.submit.mutate({
        items: ['/square-oven', '/square-mill'].map((path) => ({ url: site.url + path })),
        noteLanguage: 'en',
      });
      const [contentId = '', millId = ''] = results.map((one) => ('contentId' in one ? one.contentId : ''));
      for (const id of [contentId, millId])
        await expect.poll(async () => (await owner.rpc.content.overview.query({ contentId: id })).status).toBe('completed');
      await owner.rpc.share.createCollection.mutate({ name: longName.slice(0, 100), contentIds: [contentId] });
      const made = await owner.rpc.share.createCollection.mutate({ name: '炉子与面包', contentIds: [contentId, millId] });
      const description = `冬天里烤的和读的${'\n又一行'.repeat(12)}`;
      await owner.rpc.share.updateCollection.mutate({ id: made.collection.id, description });

      const cookies = owner
        .cookie()
        .split('; ')
        .map((pair) => {
          const at = pair.indexOf('=');
          return { name: pair.slice(0, at), value: pair.slice(at + 1), url: app.url };
        });
      await page.context().addCookies(cookies);
      await page.goto(`${app.url}/user/collections`);
      const own = page.getByRole('list', { name: '我的合集' });
      await expect(own.getByRole('listitem')).toHaveCount(2);
      await look(page, 'own');
      await page.getByRole('button', { name: '“炉子与面包”的详情' }).click();
      const sheet = page.getByRole('dialog', { name: '合集详情' });
      await sheet.getByRole('button', { name: '公开合集' }).click();
      await expect(page.getByText('“炉子与面包”现在人人可见')).toBeVisible();
      await expect(sheet.getByText(/在这里复制的链接在别处打不开/)).toBeVisible();
      await expect(sheet.getByRole('link', { name: '订阅' })).toHaveAttribute('href', /\/feed\.atom$/);
      await expectNoViolations(page);
      await look(page, 'sheet-public');

      // Somebody else, without an account.
      const other = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
      const guest = await other.newPage();
      const refused: string[] = [];
      guest.on('response', (answer) => {
        // 207: some of the calls sent at once were refused.
        if (answer.status() >= 400 || answer.status() === 207) refused.push(`${answer.status()} ${answer.url()}`);
      });
      await guest.goto(`${app.url}/user/collections?tab=public`);
      const square = guest.getByRole('list', { name: '公开的合集' });
      await expect(square.getByRole('link')).toHaveText(['炉子与面包']);
      await expectNoViolationsInEitherScheme(guest);
      await look(guest, 'square');
      await guest.getByRole('searchbox').fill('磨坊');
      await expect(guest.getByText('名称、简介和里面的标题都没有“磨坊”。')).toBeVisible();
      await expect(guest).toHaveURL(/search=/);
      await guest.getByRole('searchbox').fill('面包');
      await guest.getByRole('searchbox').press('Enter');
      await square.getByRole('link', { name: '炉子与面包' }).click();
      await expect(guest.getByRole('heading', { level: 1, name: '炉子与面包' })).toBeVisible();
      await expect(guest).toHaveTitle(/炉子与面包/);
      // A long description leaves the items in sight.
      const heightOf = async () => (await guest.getByText('冬天里烤的').boundingBox())?.height ?? 0;
      const folded = await heightOf();
      await guest.getByRole('button', { name: '展开', exact: true }).click();
      expect(await heightOf()).toBeGreaterThan(2 * folded);
      await guest.getByRole('button', { name: '收起', exact: true }).click();
      await guest.reload();
      await expect(guest.getByRole('heading', { level: 1, name: '炉子与面包' })).toBeVisible();
      await expectNoViolationsInEitherScheme(guest);
      // A visitor asks for nothing that only a user may see.
      expect(refused).toEqual([]);
      await look(guest, 'public');
      await guest.setViewportSize({ width: 390, height: 844 });
      await expectNoSidewaysScroll(guest);
      await guest.setViewportSize({ width: 1440, height: 900 });
      await guest.getByRole('button', { name: '举报' }).click();
      await guest.getByRole('dialog').getByRole('button', { name: '发送' }).click();
      await expect(guest.getByText('已收到举报')).toBeVisible();
      const address = guest.url();
      await guest.getByRole('button', { name: '把“The Oven of the Square”加入我的总结记录' }).click();
      await expect(guest.getByText('已把 1 项加入总结记录')).toBeVisible();
      await guest.getByRole('listitem').filter({ hasText: '已把' }).getByRole('button', { name: '打开' }).click();
      await expect(guest.getByRole('article', { name: '笔记' })).toContainText('eleven hours');

      // The rest of it, with a way back.
      await guest.goto(address);
      await guest.getByRole('button', { name: '全部加入总结记录' }).click();
      await expect(guest.getByRole('status').filter({ hasText: '加入了 1 项' })).toContainText('1 项已有或不能加入');
      await expectNoViolations(guest);
      await look(guest, 'added-all');
      await guest.getByRole('button', { name: '撤销加入' }).click();
      await expect(guest.getByText('正在删除刚加入的 1 项')).toBeVisible();
      await expect(guest.getByRole('button', { name: '撤销加入' })).toBeHidden();
      await guest.goto(`${app.url}/user/videos`);
      await expect(guest.getByText('The Oven of the Square').first()).toBeVisible();
      await expect(guest.getByText('The Mill of the Square')).toHaveCount(0);

      // Without a script: the collection, a note, and the sentence that a line rests on.
      const plain = await browser.newContext({
        locale: 'zh-CN',
        javaScriptEnabled: false,
        viewport: { width: 1440, height: 900 },
      });
      const reader = await plain.newPage();
      await reader.goto(address);
      await expect(reader).toHaveTitle('炉子与面包');
      await expect(reader.locator('noscript > p')).toHaveCount(0);
      await reader.emulateMedia({ colorScheme: 'dark' });
      // Around the text too.
      for (const part of ['html', 'body']) await expect(reader.locator(part)).toHaveCSS('background-color', 'rgb(23, 20, 16)');
      await reader.emulateMedia({ colorScheme: 'light' });
      await look(reader, 'plain');
      await reader.getByRole('link', { name: 'The Oven of the Square' }).click();
      await expect(reader.getByRole('heading', { level: 1 })).toHaveText('The Oven of the Square');
      await look(reader, 'plain-note');
      await expectNoSidewaysScroll(reader);
      const place = reader.locator('.place > button').first();
      await place.click();
      await expect(reader.locator('.card:popover-open .said')).toContainText('oven');
      await reader.keyboard.press('Escape');
      await reader.getByRole('button', { name: '加入我的总结记录' }).click();
      await expect(reader).toHaveURL(/\/content\/[\da-f-]{36}$/);

      // Private again: gone at once, for everybody.
      await page.bringToFront();
      await sheet.getByRole('button', { name: '改为私密' }).click();
      await expect(page.getByText('“炉子与面包”现在只有你能看到')).toBeVisible();
      await guest.goto(address);
      await expect(guest.getByRole('heading', { name: '没有这个合集' })).toBeVisible();
      await reader.goto(address);
      await expect(reader.locator('noscript > p').first()).toBeVisible();
      await look(guest, 'missing');
      await Promise.all([other.close(), plain.close()]);
    } finally {
      await app.stop();
      app.remove();
    }
  });
});
