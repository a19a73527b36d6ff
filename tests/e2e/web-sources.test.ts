/** Web pages and shared documents as their reader sees them: a part of a text, a page drawn first, a document that is closed. */
import type { Page } from '@playwright/test';
import { findChromium } from '#infra/page-renderer/find-chromium.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';

const hasChromium = findChromium(process.env.CHROMIUM_PATH ?? null) !== null;
const html = (body: string) => ({ body, type: 'text/html; charset=utf-8' });
const lines = Array.from(
  { length: 14 },
  (_, i) => `第${i + 1}次记录说，渡船在中午以前来回了${i + 2}趟，风雪天也没有停过，船夫说这是多年的规矩。`,
);
const article = (title: string, more = '') =>
  `<main><article><h1>${title}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}${more}</article></main>`;

test.use({ baseURL: appUrl, locale: 'zh-CN' });

const chinese = { box: '粘贴链接，或拖入文件', start: '开始总结' };
const english = { box: 'Paste a link or drop files', start: 'Summarize' };

async function paste(page: Page, url: string, { box, start } = chinese): Promise<void> {
  await page.goto('/');
  await page.getByRole('textbox', { name: box }).fill(url);
  // What is known of the link moves the button to its place.
  await expect(page.getByTestId('preview-item')).toBeVisible();
  await page.getByRole('button', { name: start }).click();
  await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
}
const note = (page: Page) => page.getByRole('article', { name: '笔记' });

test('SUM-09 a text that is open in part says so beside its note', async ({ page, internet }) => {
  const address = 'https://paid.example.org/ferry';
  const paywall = '<div class="paywall"><p>Subscribe to continue reading. 订阅后可阅读全文</p></div>';
  await internet.on(
    address,
    html(
      `<!doctype html><html lang="zh"><head><title>The ferry</title></head><body>${article('The ferry', paywall)}</body></html>`,
    ),
  );
  await paste(page, address);
  await expect(note(page)).toBeVisible();
  await expect(page.getByText('部分内容', { exact: true })).toBeVisible();
});

test('SUM-09 a page that its scripts fill becomes a note like any other', async ({ page, internet }) => {
  test.skip(!hasChromium, 'no Chromium on this machine');
  const host = 'https://drawn.example.net';
  await internet.on(
    `${host}/`,
    html('<html lang="zh"><title>…</title><div id="root"></div><script src="/app.js"></script></html>'),
  );
  await internet.on(`${host}/app.js`, {
    type: 'text/javascript; charset=utf-8',
    body: `setTimeout(() => { document.getElementById('root').innerHTML = ${JSON.stringify(article('Drawn ferry'))} }, 200)`,
  });
  await paste(page, `${host}/`);
  await expect(note(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Drawn ferry');
  await expect(page.getByText('部分内容', { exact: true })).toHaveCount(0);
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

  test('SUM-09 a document that is not shared says what to do', async ({ page, internet }) => {
    const id = '1closedclosedclosedclosed';
    await internet.on(`https://docs.google.com/document/d/${id}/export`, { body: '', status: 401, type: 'text/html' });
    await internet.on(`https://docs.google.com/document/d/${id}/edit`, html('<title>Google Docs</title><p>Sign in</p>'));
    await paste(page, `https://docs.google.com/document/d/${id}/edit`, english);
    await expect(page.getByText(/isn’t shared with everyone/).first()).toBeVisible();
  });

  test('SUM-09 an episode that is in no feed keeps its title and says why', async ({ page, internet }) => {
    const id = '5onlyonlyonlyonlyonly5';
    const data = JSON.stringify({
      props: {
        pageProps: { state: { data: { entity: { title: 'Only here', subtitle: 'The Locked Hour', duration: 60_000 } } } },
      },
    });
    await internet.on(
      `https://open.spotify.com/embed/episode/${id}`,
      html(`<script id="__NEXT_DATA__" type="application/json">${data}</script>`),
    );
    await internet.on('https://itunes.apple.com/search', { type: 'application/json', body: '{"results":[]}' });
    await internet.on(`https://open.spotify.com/episode/${id}`, html('<title>Only here | Spotify</title>'));
    await paste(page, `https://open.spotify.com/episode/${id}`, english);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Only here');
    await expect(page.getByText(/isn’t in the show’s public feed/).first()).toBeVisible();
  });
});
