/** Subscriptions in the browser: following, what is new, summarising it, and unfollowing with a way back. */
import { expect, test } from '../harness/browser/e2e.ts';
import type { Site } from '../harness/sites/site.ts';
import { expectNoSidewaysScroll, expectNoViolations, expectNoViolationsInEitherScheme } from './settled.ts';

function article(title: string): string {
  const text = `<p>${title} keeps its heat for eleven hours, and the village of Lorn built nine more of them before winter came back.</p>`;
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1>${text.repeat(8)}</article></body></html>`;
}

/** A blog with a feed, whose entries can be read. Gives its address. */
function openBlog(site: Site, title: string, entries: readonly string[]): string {
  const path = `/blog-${crypto.randomUUID()}`;
  const items = entries.map((name, index) => {
    site.on(`${path}/${index}`, { body: article(name) });
    const date = new Date(Date.UTC(2026, 9, 20 - index)).toUTCString();
    return `<item><title>${name}</title><guid>${index}</guid><link>${site.url}${path}/${index}</link><pubDate>${date}</pubDate></item>`;
  });
  site.on(`${path}/feed.xml`, {
    type: 'application/rss+xml',
    body: `<rss version="2.0"><channel><title>${title}</title><link>${site.url}${path}</link>${items.join('')}</channel></rss>`,
  });
  site.on(path, {
    body: `<html><head><title>${title}</title><link rel="alternate" type="application/rss+xml" href="${path}/feed.xml"></head><body></body></html>`,
  });
  return `${site.url}${path}`;
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('EXP-01 a blog is followed by its page, an entry is summarised at a click, and unfollowing is undone', async ({
    page,
    site,
  }) => {
    const blog = openBlog(site, '窑火日志', ['The first oven', 'The second oven', 'The third oven']);
    await page.goto('/user/channels');
    await expect(page).toHaveTitle(/订阅/);
    await expect(page.getByText('还没有订阅')).toBeVisible();
    await expectNoViolations(page);
    const link = page.getByRole('textbox', { name: '频道、播客或博客的链接' });
    await link.fill(`${site.url}/nothing-here-${crypto.randomUUID()}`);
    await link.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible();
    await expect(link).toHaveAttribute('aria-invalid', 'true');
    await link.fill(blog);
    await link.press('Enter');
    await expect(page.getByText('已订阅“窑火日志”')).toBeVisible();
    await expect(link).toHaveValue('');
    const entries = page.getByRole('list', { name: '最新内容' }).getByRole('listitem');
    await expect(entries).toHaveCount(3);
    await expect(entries.first()).toContainText('The first oven');
    await expect(entries.first()).toContainText('窑火日志');
    await expectNoViolationsInEitherScheme(page);

    await page.getByRole('button', { name: '总结“The second oven”' }).click();
    await expect(entries.nth(1)).toContainText('在总结记录中');
    await page.getByRole('link', { name: '打开总结：“The second oven”' }).click();
    await expect(page).toHaveURL(/\/content\/[\da-f-]{36}/);
    await page.goBack();

    // By keyboard: the menu of the channel, and the way back.
    await page.getByRole('button', { name: '“窑火日志”的更多操作' }).press('Enter');
    await page.getByRole('menuitem', { name: '取消订阅' }).press('Enter');
    await expect(page.getByText('已取消订阅“窑火日志”')).toBeVisible();
    await expect(page.getByText('还没有订阅')).toBeVisible();
    // What was summarised last takes the place of channels.
    await expect(page.getByRole('list', { name: '最近的总结' })).toContainText('The second oven');
    await page.getByRole('button', { name: '撤销' }).click();
    await expect(entries).toHaveCount(3);
  });
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('EXP-01 lists of other readers are imported and saved; one channel is shown alone; a phone has it all', async ({
    page,
    site,
  }) => {
    const post = 'Valley Post, the paper of a valley whose name is longer than a phone is wide';
    const [one, two] = [openBlog(site, post, ['Harvest']), openBlog(site, 'Kiln Talk', ['Glaze', 'Ash'])];
    const lines = [one, two].map((blog) => `<outline text="x" xmlUrl="${blog}/feed.xml"/>`);
    await page.goto('/');
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await page.getByLabel('Import OPML').setInputFiles({
      name: 'feeds.opml',
      mimeType: 'text/x-opml',
      buffer: Buffer.from(`<opml version="2.0"><body>${lines.join('')}</body></opml>`),
    });
    await expect(page.getByText('2 added. Checking them for new items now.')).toBeVisible();
    const entries = page.getByRole('list', { name: 'Latest' }).getByRole('listitem');
    await expect(entries).toHaveCount(3);
    await page.getByRole('button', { name: 'Kiln Talk' }).first().click();
    await expect(page.getByRole('heading', { name: 'Latest from “Kiln Talk”' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Latest from “Kiln Talk”' }).getByRole('listitem')).toHaveCount(2);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill('valley');
    await page.getByRole('option', { name: 'Valley Post' }).click();
    await expect(page.getByRole('list', { name: `Latest from “${post}”` }).getByRole('listitem')).toHaveText([/Harvest/]);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Valley Post', pressed: true })).toBeVisible();
    await page.getByRole('button', { name: 'Kiln Talk', pressed: false }).first().click();
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export OPML' }).click();
    expect((await saved).suggestedFilename()).toBe('gleaner-subscriptions.opml');

    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    const list = page.getByRole('list', { name: 'Following' });
    await expect(list).toBeHidden();
    await page.getByRole('button', { name: 'Kiln Talk', expanded: false }).first().click();
    await expect(list).toBeVisible();
    await expectNoSidewaysScroll(page);
    await list.getByRole('button', { name: 'All', exact: true }).click();
    await expect(list).toBeHidden();
    await expect(entries).toHaveCount(3);
    await expectNoViolations(page);
  });
});
