/** What a page that failed offers. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

const subtitles = Array.from(
  { length: 12 },
  (_, index) =>
    `${index + 1}\n00:00:${10 + index},000 --> 00:00:${10 + index},900\nThe keeper of house ${index + 1} weighed ${index + 3} sacks of rye.\n`,
).join('\n');

async function openFailed(page: Page, url: string): Promise<void> {
  await page.goto('/');
  const contentId = await page.evaluate(async (address) => {
    const headers = { 'x-gleaner': '1', 'content-type': 'application/json' };
    const body = JSON.stringify({ items: [{ url: address }], noteLanguage: 'zh' });
    const response = await fetch('/api/trpc/ingest.submit', { method: 'POST', headers, body });
    const { result } = (await response.json()) as { result: { data: { results: { contentId: string }[] } } };
    return result.data.results[0]?.contentId;
  }, url);
  await page.goto(`/content/${contentId}`);
}

test('SUM-07 a page that is not given out leads to pasting its text, an unreadable file to another one, a lost connection to trying again', async ({
  page,
  site,
}) => {
  const main = page.getByRole('tabpanel', { name: '总结' });
  site.on('/next-closed', { body: 'no', status: 403 });
  await openFailed(page, `${site.url}/next-closed`);
  await expect(main).toContainText('fetch_status');
  await expect(main.getByRole('button')).toHaveText(['再次总结']);
  await main.getByRole('link', { name: '粘贴正文' }).click();
  await expect(page).toHaveURL(`${appUrl}/`);
  await expect(page.getByRole('textbox', { name: '粘贴链接，或拖入文件' })).toBeFocused();

  site.on('/next-broken.mp4', { body: Buffer.alloc(5000), type: 'video/mp4' });
  await openFailed(page, `${site.url}/next-broken.mp4`);
  await expect(main).toContainText('media_unreadable');
  const chooser = page.waitForEvent('filechooser');
  await main.getByRole('button', { name: '上传文件' }).click();
  const failed = page.url();
  await (await chooser).setFiles({ name: '谷仓.srt', mimeType: 'text/plain', buffer: Buffer.from(subtitles) });
  await expect(page).not.toHaveURL(failed);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('谷仓');

  site.on('/next-later', (_request, response) => void response.destroy());
  await openFailed(page, `${site.url}/next-later`);
  await expect(main).toContainText('fetch_failed');
  await expect(main.getByRole('button')).toHaveText(['再次总结']);
  await expect(main.getByRole('link')).toHaveCount(0);
});

test('SUM-07 a link with several things comes along to where they are picked', async ({ page, site }) => {
  const items = ['one', 'two'].map(
    (name) => `<item><title>Part ${name}</title><guid>${name}</guid><enclosure url="/${name}.mp3" type="audio/mpeg"/></item>`,
  );
  site.on('/next-show.xml', {
    type: 'application/rss+xml',
    body: `<rss version="2.0"><channel><title>A show</title>${items.join('')}</channel></rss>`,
  });
  await openFailed(page, `${site.url}/next-show.xml`);
  await page.getByRole('link', { name: '挑选条目' }).click();
  await expect(page.getByRole('textbox', { name: '粘贴链接，或拖入文件' })).toHaveValue(`${site.url}/next-show.xml`);
  await expect(page.getByRole('main')).toContainText('A show');
});

test.describe('in English', () => {
  test.use({ locale: 'en-GB' });

  test('SUM-07 an address that leads nowhere asks for another one', async ({ page }) => {
    await openFailed(page, 'http://10.0.0.1/private');
    const main = page.getByRole('tabpanel', { name: 'Summary' });
    await expect(main).toContainText('url_blocked');
    await main.getByRole('link', { name: 'Use another link' }).click();
    await expect(page.getByRole('textbox', { name: 'Paste a link or drop files' })).toBeFocused();
  });
});
