import { describe, expect, test } from 'vitest';
import { readPage } from './read-page.ts';

const prose = Array.from(
  { length: 8 },
  (_, i) => `<p>Paragraph ${i} of the report tells how the canal was dug by hand, and who paid for it.</p>`,
).join('');
const read = (body: string, ld: unknown = null) =>
  readPage({
    bytes: new TextEncoder().encode(
      `<!doctype html><html><head><title>The canal</title>${ld ? `<script type="application/ld+json">${JSON.stringify(ld)}</script>` : ''}</head><body><main><article><h1>The canal</h1>${prose}${body}</article></main></body></html>`,
    ),
    contentType: 'text/html; charset=utf-8',
    url: 'https://news.example.org/canal',
  });
const article = (more: object) => ({ '@context': 'https://schema.org', '@type': 'NewsArticle', headline: 'The canal', ...more });

describe('SUM-09 text that is only partly free', () => {
  test('is marked as partial when the page declares it', () => {
    expect(read('', article({ isAccessibleForFree: false })).partial).toBe(true);
    expect(read('', article({ isAccessibleForFree: 'False' })).partial).toBe(true);
    expect(read('', article({ isAccessibleForFree: true })).partial).toBe(false);
    expect(read('').partial).toBe(false);
  });

  test('ends where the page’s markup or data marks the paid part', () => {
    const locked =
      '<div class="locked-part"><p>The secret of the canal is that the bank had paid for all of it twice over.</p></div>';
    const page = read(
      locked,
      article({
        isAccessibleForFree: false,
        hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.locked-part' },
        articleBody: `${'The whole report as data, secret included. '.repeat(200)}`,
      }),
    );
    expect(page.partial).toBe(true);
    expect(page.text).toContain('Paragraph 7');
    expect(`${page.text}${page.markdown}`).not.toMatch(/secret/);
  });

  test.each([
    '<p>Subscribe to continue reading this story.</p>',
    '<div><p>This post is for paid subscribers</p></div>',
    '<p>Already a member? Sign in to read the full article.</p>',
    '<p>本文为付费内容，订阅后可阅读全文</p>',
    '<p>剩余内容需付费后阅读</p>',
    '<p>试读已结束</p>',
    '<div class="article-paywall"><h3>Keep up with us</h3><p>Become a subscriber for 1 € a week.</p></div>',
  ])('is known by its mark: %s', (mark) => {
    expect(read(mark).partial).toBe(true);
  });

  test.each([
    '<p>Subscribe to our newsletter.</p>',
    '<p>She had to sign in at the gate and continue on foot, reading the signs.</p>',
    '<p>他去年订阅了这份报纸，后来登录网站看过几次。</p>',
    '<div class="paywall-script"></div>',
  ])('is not guessed from ordinary words: %s', (words) => {
    expect(read(words).partial).toBe(false);
  });
});
