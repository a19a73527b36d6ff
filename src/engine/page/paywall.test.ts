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

const lockedBy = (cssSelector: string, more: object = {}) =>
  article({
    isAccessibleForFree: false,
    hasPart: { '@type': 'WebPageElement', isAccessibleForFree: 'False', cssSelector },
    ...more,
  });
const secret = 'The secret of the canal is that the bank had paid for all of it twice over. ';
const wall = '<div class="paywall"><p>Subscribe to continue reading this story.</p></div>';

describe('SUM-09 text that a publisher marks for subscribers', () => {
  test('is said to be so', () => {
    expect(read('', article({ isAccessibleForFree: false }))).toMatchObject({ forSubscribers: true, partial: false });
    expect(read('', article({ isAccessibleForFree: 'False' })).forSubscribers).toBe(true);
    expect(read('', article({ isAccessibleForFree: 'https://schema.org/False' })).forSubscribers).toBe(true);
    expect(read('', article({ isAccessibleForFree: true })).forSubscribers).toBe(false);
    expect(read('').forSubscribers).toBe(false);
  });

  test('is read as far as it was served', () => {
    const page = read(`<div class="locked-part"><p>${secret.repeat(5)}</p></div>${wall}`, lockedBy('.locked-part'));
    expect(page).toMatchObject({ forSubscribers: true, partial: false });
    expect(page.text).toContain('Paragraph 7');
    expect(page.text).toContain(secret.trim());
    expect(page.markdown).toContain(secret.trim());
  });

  test.each(['style="display:none"', 'hidden', 'aria-hidden="true"'])('is read where it is served as hidden: %s', (mark) => {
    const page = read(`<div class="locked-part" ${mark}><p>${secret.repeat(5)}</p></div>`, lockedBy('.locked-part'));
    expect(page.partial).toBe(false);
    expect(page.text).toContain(secret.trim());
  });

  test('is read from the data of the page too', () => {
    const body = secret.repeat(60);
    const page = read(wall, lockedBy('.locked-part', { articleBody: body, wordCount: 960 }));
    expect(page).toMatchObject({ text: body.trim(), forSubscribers: true, partial: false });
  });

  test('says when the marked part was not served', () => {
    expect(read('', lockedBy('.locked-part')).partial).toBe(true);
    expect(read('<div class="locked-part"><p>Join us for one euro a week.</p></div>', lockedBy('.locked-part')).partial).toBe(
      true,
    );
  });

  test('does not take a menu in the place of the marked part for it', () => {
    const menu = Array.from({ length: 40 }, (_, i) => `<li><a href="/offer/${i}">Subscribe to offer ${i}</a></li>`).join('');
    expect(read(`<nav class="locked-part menu"><ul>${menu}</ul></nav>`, lockedBy('.locked-part')).partial).toBe(true);
  });

  test('is whole where all the words that the publisher counts are there, whatever stands over it', () => {
    expect(read(wall, article({ isAccessibleForFree: false, wordCount: 150 })).partial).toBe(false);
    expect(read(wall, article({ isAccessibleForFree: false, wordCount: 200 })).partial).toBe(true);
    expect(read(wall, article({ isAccessibleForFree: false, wordCount: 8 })).partial).toBe(true);
  });

  test('says when the publisher counts twice as many words', () => {
    expect(read('', article({ isAccessibleForFree: false, wordCount: 600 })).partial).toBe(true);
    expect(read('', article({ isAccessibleForFree: false, wordCount: 320 })).partial).toBe(true);
    expect(read('', article({ isAccessibleForFree: false, wordCount: '200' })).partial).toBe(false);
  });
});

describe('SUM-09 text that is only partly free', () => {
  test.each([
    '<p>Subscribe to continue reading this story.</p>',
    '<div><p>This post is for paid subscribers</p></div>',
    '<p>Already a member? Sign in to read the full article.</p>',
    '<p>本文为付费内容，订阅后可阅读全文</p>',
    '<p>剩余内容需付费后阅读</p>',
    '<p>试读已结束</p>',
    '<p>Join Example.com for free to access this content</p>',
    '<p>Please sign up or log in to continue reading</p>',
    '<p>Mit einem Abo können Sie den ganzen Artikel weiterlesen</p>',
    '<p>Cet article est réservé aux abonnés</p>',
    '<p>Contenido exclusivo para suscriptores</p>',
    '<p>この記事は会員限定です。登録すると続きをお読みいただけます。</p>',
    '<div class="article-paywall"><h3>Keep up with us</h3><p>Become a subscriber for 1 € a week.</p></div>',
  ])('is known by its mark: %s', (mark) => {
    expect(read(mark).partial).toBe(true);
  });

  test('does not hold the line that says so', () => {
    const page = read('<p>Please sign up or log in to continue reading this story</p>');
    expect(page.text).not.toContain('sign up');
    expect(page.text).toContain('Paragraph 7');
    expect(page.partial).toBe(true);
  });

  test.each([
    '<p>Subscribe to our newsletter.</p>',
    '<p>Er hat das Abo gekündigt und will die Zeitung nicht mehr lesen.</p>',
    '<p>They join the canal at the mill to read the water.</p>',
    '<p>She had to sign in at the gate and continue on foot, reading the signs.</p>',
    '<p>他去年订阅了这份报纸，后来登录网站看过几次。</p>',
    '<div class="paywall-script"></div>',
  ])('is not guessed from ordinary words: %s', (words) => {
    expect(read(words).partial).toBe(false);
  });
});
