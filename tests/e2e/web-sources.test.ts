/** Links as their reader sees them: a part of a text, an episode that is in no feed. */
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { becomeGuest, call } from '../harness/browser/guests.ts';
import { openSummarised, summariseLink } from '../harness/browser/recording.ts';

const html = (body: string) => ({ body, type: 'text/html; charset=utf-8' });
const lines = Array.from(
  { length: 14 },
  (_, i) => `第${i + 1}次记录说，渡船在中午以前来回了${i + 2}趟，风雪天也没有停过，船夫说这是多年的规矩。`,
);
const article = (title: string, more = '') =>
  `<main><article><h1>${title}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}${more}</article></main>`;

test.use({ baseURL: appUrl, locale: 'zh-CN' });

test('SUM-09 a text that is open in part says so beside its note', async ({ page, internet }) => {
  const address = 'https://paid.example.org/ferry';
  const paywall = '<div class="paywall"><p>Subscribe to continue reading. 订阅后可阅读全文</p></div>';
  await internet.on(
    address,
    html(
      `<!doctype html><html lang="zh"><head><title>The ferry</title></head><body>${article('The ferry', paywall)}</body></html>`,
    ),
  );
  await openSummarised(page, await summariseLink(page, address));
  await expect(page.getByText('部分内容', { exact: true })).toBeVisible();
});

test.describe('in English', () => {
  test.use({ locale: 'en-US' });

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
    await becomeGuest(page, appUrl);
    const items = [{ url: `https://open.spotify.com/episode/${id}` }];
    const { results } = await call<{ results: { contentId: string }[] }>(page, appUrl, 'ingest.submit', {
      items,
      noteLanguage: 'en',
    });
    await page.goto(`/content/${results[0]?.contentId}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Only here');
    await expect(page.getByText(/isn’t in the show’s public feed/).first()).toBeVisible();
  });
});
