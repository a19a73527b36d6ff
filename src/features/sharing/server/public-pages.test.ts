import { expect, test } from 'vitest';
import type { PublicItem } from '../contract.ts';
import { collectionHtml } from './collection-html.ts';
import { headTags, type Preview } from './head-tags.ts';
import { missingHtml, type NotePage, noteHtml } from './note-html.ts';

const preview: Preview = {
  title: 'Ovens & <clay>',
  description: ' Two\n lines ',
  url: 'https://gleaner.example/user/collections/ovens',
  image: 'https://gleaner.example/cover.jpg',
  feed: 'https://gleaner.example/feed?a=1&b=2',
  type: 'website',
};
const escaped = 'Ovens &amp; &lt;clay&gt;';

test('COL-02 the head of a public page has each tag once, escaped, and none without a value', () => {
  expect(headTags(preview).split('\n')).toEqual([
    `<title>${escaped}</title>`,
    '<meta name="description" content="Two lines">',
    '<meta property="og:site_name" content="Gleaner">',
    '<meta property="og:type" content="website">',
    `<meta property="og:title" content="${escaped}">`,
    '<meta property="og:description" content="Two lines">',
    `<meta property="og:url" content="${preview.url}">`,
    `<meta property="og:image" content="${preview.image}">`,
    '<meta name="twitter:card" content="summary_large_image">',
    `<meta name="twitter:title" content="${escaped}">`,
    '<meta name="twitter:description" content="Two lines">',
    `<meta name="twitter:image" content="${preview.image}">`,
    `<link rel="canonical" href="${preview.url}">`,
    `<link rel="alternate" type="application/atom+xml" title="${escaped}" href="https://gleaner.example/feed?a=1&amp;b=2">`,
  ]);
  const { feed: _feed, ...unfed } = preview;
  expect(headTags({ ...unfed, description: ' ', image: null, type: 'article' }).split('\n')).toEqual([
    `<title>${escaped}</title>`,
    '<meta property="og:site_name" content="Gleaner">',
    '<meta property="og:type" content="article">',
    `<meta property="og:title" content="${escaped}">`,
    `<meta property="og:url" content="${preview.url}">`,
    '<meta name="twitter:card" content="summary">',
    `<meta name="twitter:title" content="${escaped}">`,
    `<link rel="canonical" href="${preview.url}">`,
  ]);
  expect(headTags({ ...preview, description: 'rye '.repeat(200) })).toMatch(/name="description" content="(?:rye ?){60,75}…">/);
});

const item: PublicItem = {
  content_id: 'c1',
  title: 'The <oven>',
  source_url: 'https://a.example/?a=1&b=2',
  site_name: 'Valley Post',
  author: 'Ada & Co',
  cover_url: '/cover?v=1&w=2',
  excerpt: 'It is <hot>.',
  content_type: 'longVideo',
  duration_seconds: 65,
  published_at: null,
};
const bare = {
  ...item,
  source_url: 'javascript:https://a.example',
  site_name: null,
  author: null,
  cover_url: null,
  excerpt: null,
};
const collection = {
  ...{ id: 'id', slug: '炉子', name: preview.title, description: 'One\nTwo & three', cover_url: '/cover', item_count: 2 },
  ...{ published_at: '2026-03-01T00:00:00Z', updated_at: '2026-03-01T00:00:00Z' },
};
const path = '/user/collections/%E7%82%89%E5%AD%90';
const page = { origin: 'https://gleaner.example', language: 'en' as const, collection, items: [item], nextCursor: null };
const articles = (html: string) => html.match(/<article>[\s\S]*?<\/article>/g);

test('COL-02 the page of a collection without a script shows each item with what is known of it', () => {
  const html = collectionHtml(null, { ...page, items: [item, { ...bare, duration_seconds: null }], nextCursor: 'a/b' });
  expect(html).toContain(`<h1>${escaped}</h1>\n<p>One<br>Two &amp; three</p>\n`);
  expect(html).toContain(`<p class="facts">2 items · <a href="${path}/feed.atom">Follow (Atom feed)</a></p>`);
  expect(html).toContain(`<p><a href="${path}?after=a%2Fb" rel="next">More items</a></p>`);
  expect(html).toContain(`<link rel="canonical" href="https://gleaner.example${path}">`);
  expect(html).toContain('<meta property="og:image" content="https://gleaner.example/cover">');
  expect(html).toContain('<meta name="description" content="One Two &amp; three">');
  expect(articles(html)).toEqual([
    `<article><img src="/cover?v=1&amp;w=2" alt="" loading="lazy">
<h2><a href="${path}/c1">The &lt;oven&gt;</a></h2>
<p class="facts">Ada &amp; Co · Valley Post · 01:05 · <a href="https://a.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow">Original</a></p>
<p>It is &lt;hot&gt;.</p></article>`,
    `<article>
<h2><a href="${path}/c1">The &lt;oven&gt;</a></h2>
<p class="facts"></p>
<p>No note yet.</p></article>`,
  ]);
});

test('COL-02 a source is linked to over either protocol of the web', () => {
  for (const source_url of ['http://a.example/', 'HTTPS://a.example/'])
    expect(collectionHtml(null, { ...page, items: [{ ...item, source_url }] })).toContain(`<a href="${source_url}" rel=`);
});

test('COL-02 a page without a remark for browsers without scripts stays whole', () => {
  const plain = collectionHtml(null, page);
  expect(plain).toMatch(/^<!doctype html><html><head><meta charset="utf-8"><title>/);
  expect(plain).toMatch(/<div id="root"><\/div><noscript>[\s\S]*<\/noscript><\/body><\/html>$/);
  expect([plain.split('<title>').length, plain.split('<noscript>').length]).toEqual([2, 2]);
  const open = collectionHtml('<title>Gleaner</title><div id="root"></div><noscript>open', page);
  expect(open).toMatch(/^<title>[\s\S]*<\/noscript><noscript>open$/);
  expect(open.split('<title>')).toHaveLength(2);
});

test('COL-02 the page of a collection stands in the interface’s own page, and tells of its items where nothing else does', () => {
  const template =
    '<head><title>Gleaner</title></head><body><div id="root"></div>\n <noscript>\n Nothing here.</noscript><script src="/a.js"></script></body>';
  const undescribed = { ...collection, description: '', cover_url: null, name: "$& $' name" };
  const many = Array.from({ length: 6 }, (_, index) => ({ ...item, title: `Item ${index + 1}` }));
  const html = collectionHtml(template, { ...page, language: 'zh', collection: undescribed, items: many });
  expect(html).toMatch(/^<head><title>\$&amp; \$&apos; name<\/title>/);
  expect(html).toContain('<body><div id="root"></div><noscript><style>');
  expect(html).toMatch(/<\/main><\/noscript><script src="\/a.js"><\/script><\/body>$/);
  expect(html).toContain('<meta name="description" content="Item 1 · Item 2 · Item 3 · Item 4 · Item 5">');
  expect(html).toContain('name</h1>\n\n<p class="facts">共 2 项');
  expect(html).not.toMatch(/og:image|rel="next"/);
});

const note: NotePage = {
  ...{ preview: { ...preview, type: 'article' }, origin: 'https://gleaner.example', language: 'en', noteLanguage: 'zh' },
  ...{ facts: 'Ada & Co', sourceUrl: 'https://a.example/?a=1&b=2', sourceWithheld: false, video: null, note: '<p>The note</p>' },
  media: { type: 'audio', url: 'https://a.example/talk.mp3?a&b' },
  collection: { name: 'Shelf & co', path: '/user/collections/shelf' },
  copy: { collection: 'a"b', contentId: 'c1' },
  ...{ names: { note: 'a"b' }, reported: false },
};
const mainOf = (html: string) => html.replace(/<style>[\s\S]*?<\/style>/g, '').match(/<body>[\s\S]*<\/body>/)?.[0];

test('COL-02 the page of a note shows where it is from, what it was made of, and forms that copy and report it', () => {
  const html = noteHtml(note);
  expect(html).toMatch(/^<!doctype html>\n<html lang="zh-CN">/);
  expect(html).toContain(headTags(note.preview));
  expect(mainOf(html)).toBe(`<body>
<main>
<header lang="en">
<p class="facts">In the collection <a href="/user/collections/shelf">Shelf &amp; co</a></p>
<h1>${escaped}</h1>
<p class="facts">Ada &amp; Co · <a href="https://a.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow">Original</a></p>
</header>
<audio controls preload="none" src="https://a.example/talk.mp3?a&amp;b"></audio>
<p>The note</p>
</main>
<footer class="end" lang="en">
<form method="post" action="/api/public/copy"><input type="hidden" name="collection" value="a&quot;b"><input type="hidden" name="contentId" value="c1"><button class="add">Add to my library</button> <span class="facts">With its transcript, without summarizing again.</span></form>
<details id="report" class="report"><summary>Report this note</summary>
<form method="post" action="/api/public/report"><input type="hidden" name="note" value="a&quot;b">
<p><label>Reason<br><select name="reason"><option value="illegal">Illegal content</option><option value="copyright">Copyright</option><option value="harassment">Harassment or hate</option><option value="spam">Spam</option><option value="other">Something else</option></select></label></p>
<p><label>Details (optional)<br><textarea name="message" rows="3" maxlength="1000"></textarea></label></p>
<p><button>Send</button> <span class="facts">Reports are anonymous.</span></p>
</form></details>
<p class="facts"><a href="/">Made with Gleaner</a></p>
</footer>
</body>`);
});

test('COL-02 the page of a note has nothing of what it has not, and no address that is none', () => {
  const html = noteHtml({
    ...note,
    facts: '',
    sourceUrl: 'javascript:https://a.example',
    media: null,
    note: null,
    collection: null,
    copy: null,
    reported: true,
  });
  expect(mainOf(html)).toBe(`<body>
<main>
<header lang="en">

<h1>${escaped}</h1>
<p class="facts"></p>
</header>

<p>No note yet.</p>
</main>
<footer class="end" lang="en">

<p id="report" role="status">Thanks. An administrator will look at it.</p>
<p class="facts"><a href="/">Made with Gleaner</a></p>
</footer>
</body>`);
});

test('COL-02 the site’s player is asked for when it is pressed, over the picture where there is one', () => {
  const video = { player: 'youtube', id: 'dQw4w9WgXcQ' } as NonNullable<NotePage['video']>;
  const html = noteHtml({ ...note, video });
  expect(html).toContain('<iframe name="player" title="Ovens &amp; &lt;clay&gt; · YouTube" srcdoc="');
  expect(html).toContain(`&lt;img src=&quot;${preview.image}&quot; alt=&quot;&quot;&gt;`);
  expect(html).toContain('<p class="facts" lang="en">Playing loads it from www.youtube-nocookie.com.</p>');
  expect(html).not.toContain('<audio');
  expect(noteHtml({ ...note, video, preview: { ...preview, image: null } })).not.toContain('&lt;img');
});

test('COL-02 a page that is not there says so in the reader’s language', () => {
  expect(missingHtml('zh')).toMatch(
    /^<!doctype html>\n<html lang="zh-CN">[\s\S]*noindex[\s\S]*<h1>没有这个页面<\/h1>[\s\S]*去首页/,
  );
  expect(missingHtml('en')).toMatch(/<html lang="en">[\s\S]*<h1>Page not found<\/h1>/);
});
