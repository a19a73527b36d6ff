/** Web pages and shared documents as their reader sees them: a part of a text, a page drawn first, a document that is closed. */
import { existsSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/e2e.ts';
import { appUrl } from '../harness/e2e-ports.ts';

const hasChromium = [
  process.env.GLEANER_CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].some((path) => path !== '' && existsSync(path));
const html = (body: string) => ({ body, type: 'text/html; charset=utf-8' });
const zh = Array.from(
  { length: 14 },
  (_, i) => `第${i + 1}次记录说，渡船在中午以前来回了${i + 2}趟，风雪天也没有停过，船夫说这是多年的规矩。`,
);
const en = Array.from(
  { length: 14 },
  (_, i) => `Report ${i + 1} says that the ferry crossed ${i + 2} times before noon, in wind and in snow alike.`,
);
const pageOf = (title: string, lines: string[], more = '', lang = 'en') =>
  `<!doctype html><html lang="${lang}"><head><title>${title}</title></head><body><main><article><h1>${title}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}${more}</article></main></body></html>`;

const words = {
  zh: {
    box: '粘贴链接，或拖入文件',
    start: '开始总结',
    note: '笔记',
    partial: '部分内容',
    denied: /没有对所有人公开/,
    missing: /没有找到这一集/,
  },
  en: {
    box: 'Paste a link, or drop files',
    start: 'Summarize',
    note: 'Note',
    partial: 'In part',
    denied: /not shared with everyone/,
    missing: /was not found in its show/,
  },
} as const;

for (const [language, locale, lines] of [
  ['zh', 'zh-CN', zh],
  ['en', 'en-US', en],
] as const) {
  test.describe(language, () => {
    test.use({ baseURL: appUrl, locale });
    const text = words[language];

    async function paste(page: Page, url: string): Promise<void> {
      await page.goto('/');
      await page.getByRole('textbox', { name: text.box }).fill(url);
      // What is known of the link moves the button to its place.
      await expect(page.getByTestId('preview-item')).toBeVisible();
      await page.getByRole('button', { name: text.start }).click();
      await expect(page).toHaveURL(/\/content\/[0-9a-f-]{36}/);
    }
    const note = (page: Page) => page.getByRole('article', { name: text.note });

    test(`SUM-09 a text that is open in part says so beside its note (${language})`, async ({ page, internet }) => {
      const address = `https://paid-${language}.example.org/ferry`;
      await internet.on(
        address,
        html(
          pageOf(
            'The ferry',
            [...lines],
            '<div class="paywall"><p>Subscribe to continue reading. 订阅后可阅读全文</p></div>',
            language,
          ),
        ),
      );
      await paste(page, address);
      await expect(note(page)).toBeVisible();
      await expect(page.getByText(text.partial, { exact: true })).toBeVisible();
      await page.screenshot({ path: `test-results/shots/web-partial-${language}.png` });
    });

    test(`SUM-09 a page that its scripts fill becomes a note like any other (${language})`, async ({ page, internet }) => {
      test.skip(!hasChromium, 'no Chromium on this machine');
      const host = `https://drawn-${language}.example.net`;
      await internet.on(
        `${host}/`,
        html(`<html lang="${language}"><title>…</title><div id="root"></div><script src="/app.js"></script></html>`),
      );
      await internet.on(`${host}/app.js`, {
        type: 'text/javascript; charset=utf-8',
        body: `setTimeout(() => { document.getElementById('root').innerHTML = ${JSON.stringify(`<main><article><h1>Drawn ferry</h1>${lines.map((line) => `<p>${line}</p>`).join('')}</article></main>`)} }, 200)`,
      });
      await paste(page, `${host}/`);
      await expect(note(page)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Drawn ferry');
      await expect(page.getByText(text.partial, { exact: true })).toHaveCount(0);
    });

    test(`SUM-09 a document that is not shared says what to do (${language})`, async ({ page, internet }) => {
      const id = `1closed${language}closedclosedclosed`;
      await internet.on(`https://docs.google.com/document/d/${id}/export`, { body: '', status: 401, type: 'text/html' });
      await internet.on(`https://docs.google.com/document/d/${id}/edit`, html('<title>Google Docs</title><p>Sign in</p>'));
      await paste(page, `https://docs.google.com/document/d/${id}/edit`);
      await expect(page.getByText(text.denied).first()).toBeVisible();
      await page.screenshot({ path: `test-results/shots/web-denied-${language}.png` });
    });

    test(`SUM-09 an episode that is in no feed keeps its title and says why (${language})`, async ({ page, internet }) => {
      const id = `5only${language}onlyonlyonlyon5`;
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
      await paste(page, `https://open.spotify.com/episode/${id}`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Only here');
      await expect(page.getByText(text.missing).first()).toBeVisible();
    });
  });
}
