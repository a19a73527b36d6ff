import { expect, test } from 'vitest';
import { parseTree, textOf } from '../tree.ts';
import { absoluteUrl, readDeclared } from './declared.ts';
import { readHeadMetadata } from './head-metadata.ts';
import { structuredText } from './structured.ts';

const read = (html: string) => readDeclared(parseTree(html));
const metasOf = (...metas: string[]) => Object.fromEntries(read(metas.map((meta) => `<meta ${meta}>`).join('')).metas);

test('SUM-09 a page declares what its head holds', () => {
  const { metas, headings, ...declared } = read(
    '<html lang="de" xml:lang="fr"><head><base href="/a/"><base href="/b/"><title> One\n two </title><title>x</title><link rel="x CANONICAL" href="/c"><link rel="canonical" href="/d"></head><body><h1>H</h1><h1>I</h1><time datetime="2024">x</time><time class="x entry-date"> May </time><time pubdate>June</time><time itemprop="datePublished" datetime="2023">y</time></body></html>',
  );
  expect(metas.size).toBe(0);
  expect(headings.map(textOf)).toEqual(['H', 'I']);
  expect(declared).toEqual({
    title: 'One two',
    htmlLang: 'de',
    base: '/a/',
    canonical: '/c',
    icon: null,
    times: [
      { value: '2024', published: false },
      { value: ' May ', published: true },
      { value: 'June', published: true },
      { value: '2023', published: true },
      { value: '2023', published: true },
    ],
    dated: [],
    authors: [],
    accounts: new Set(),
    users: [],
  });
  expect(read('<html xml:lang="fr"><title> </title>')).toMatchObject({ htmlLang: 'fr', title: null });
});

test('SUM-09 of the icons of a site the first large one counts', () => {
  const icon = (...links: string[]) => read(links.map((link) => `<link ${link}>`).join('')).icon;
  expect(icon('rel="shortcut ICON" href="a.ico"', 'rel="icon" href="b.ico"')).toEqual({ href: 'a.ico', large: false });
  expect(
    icon('rel="icon" href="a.ico"', 'rel="apple-touch-icon-precomposed" href="b.png"', 'rel="apple-touch-icon" href="c.png"'),
  ).toEqual({
    href: 'b.png',
    large: true,
  });
  expect(
    icon('rel="icon" href="a.SVG"', 'rel="icon" type="image/svg+xml" href="b"', 'rel="icon"', 'rel="icons" href="c"', 'href="d"'),
  ).toBeNull();
});

test('SUM-09 the data of a page’s head counts by its first mention, names of authors all', () => {
  expect(
    metasOf(
      'property="og:title Twitter:Title" content=" A "',
      'name="og:title" content="B"',
      'itemprop="x" content="C"',
      'http-equiv="y" content="D"',
      'name="z" content=" "',
      'content="E"',
    ),
  ).toEqual({ 'og:title': 'A', 'twitter:title': 'A', x: 'C', y: 'D' });
  expect(
    metasOf(
      'name="citation_author" content="Quill, Ada"',
      'name="citation_author" content="Bo Reed"',
      'name="dc.creator" content="Reed,Bo"',
      'name="author" content="Quill, Ada"',
    ),
  ).toEqual({
    citation_author: 'Ada Quill, Bo Reed',
    'dc.creator': 'Bo Reed',
    author: 'Quill, Ada',
  });
  expect(metasOf('name="citation_author" content="Q, Ada"', 'name="dc.creator" content="Quill, Ada, Bo"')).toEqual({
    citation_author: 'Q, Ada',
    'dc.creator': 'Quill, Ada, Bo',
  });
  const authors = metasOf(...Array.from({ length: 99 }, () => 'name="dc.creator" content="Ada Quill"'))['dc.creator'] ?? '';
  expect(authors.length).toBe(152);
});

const usersOf = (html: string) => read(`<body>${html}</body>`).users;

test.each<[href: string, name: string, isUser: boolean]>([
  ['/u/1', '周晓河', true],
  ['/space-uid-12.html', '周晓河', true],
  ['/home?x=1&uid=3', '周晓河', true],
  ['//space.bilibili.com/12', '周晓河', true],
  ['https://blog.csdn.net/zhou-1/', '周晓河', true],
  ['https://blog.csdn.net/zhou/article', '周晓河', false],
  ['/members/1', '周晓河', false],
  ['/people/1', '周晓河周晓河周晓河周晓河周晓', true],
  ['/people/1', '周晓河周晓河周晓河周晓河周晓河', false],
  ['/members/ada.quill', 'Ada.Quill', true],
  ['/author/@ada-quill/?x', 'ada-quill', true],
  ['/user/ada', 'Ada Quill', false],
  ['/user/settings', 'Settings', false],
  ['/user/sign-in', 'sign-in', false],
  ['/user/ad', 'ad', false],
  ['/x/ada', 'ada', false],
  [`/${'x'.repeat(300)}/u/ada`, 'ada', false],
])('SUM-09 a link to %s named “%s” leads to a user: %s', (href, name, isUser) => {
  expect(usersOf(`<a href="${href}"> ${name} </a>`)).toEqual(isUser ? [name] : []);
});

test('SUM-09 users who comment, or are signed in, are not those of the text', () => {
  const link = '<a href="/user/ada">ada</a>';
  const inside = (names: string, levels = 0) =>
    usersOf(`<div ${names}>${'<div>'.repeat(levels)}${link}${'</div>'.repeat(levels)}</div>`).length;
  for (const name of [
    'comments',
    'comment-list',
    'x reply',
    'replies',
    'pinglun',
    'respond',
    'reviewbox',
    'user-nav',
    'loginbar',
    'navbar',
    'top-bar',
    'signed-in',
  ])
    expect([inside(`class="${name}"`), inside(`id="${name}"`)], name).toEqual([0, 0]);
  for (const name of ['commented', 'user-name', 'navbars']) expect(inside(`class="${name}"`), name).toBe(1);
  expect([inside('class="comments"', 4), inside('class="comments"', 5)]).toEqual([0, 1]);
  expect(usersOf(link.repeat(13))).toHaveLength(12);
});

test.each<[html: string, authors: string[], accounts: string[]]>([
  ['<p class="byline"> By\n Ada </p>', ['By Ada'], []],
  ['<p id="author_name">Ada</p>', ['Ada'], []],
  ['<p data-testid="post-author">Ada</p>', ['Ada'], []],
  ['<a rel="author">Ada</a>', ['Ada'], []],
  ['<p itemprop="author">Ada</p>', ['Ada'], []],
  ['<p class="zuozhe">周晓河</p>', ['周晓河'], []],
  ['<p class="username">ada</p>', ['ada'], ['ada']],
  ['<p class="nick-name">ada</p>', ['ada'], ['ada']],
  ['<p class="media_name">某某</p>', ['某某'], ['某某']],
  ['<p class="author-avatar">Ada</p>', [], []],
  ['<p class="author about">Ada</p>', [], []],
  ['<p class="authors">Ada</p>', [], []],
  ['<p class="by">Ada</p>', [], []],
  ['<div class="author"><b>The Post</b><cite>Ada</cite></div>', ['Ada'], []],
  ['<div class="author">The <span itemprop="name" content="Ada">A.</span></div>', ['Ada'], []],
  ['<div class="author">The <span class="x user-name">Ada</span></div>', ['Ada', 'Ada'], ['Ada']],
  ['<div class="author"><a rel="author">Ada</a></div>', ['Ada', 'Ada'], []],
  ['<meta class="author" content="x">', [], []],
  ['<div class="comments"><p class="author">Ada</p></div>', [], []],
  ['<p class="author"> </p>', [], []],
  [`<p class="author">${'a'.repeat(119)}</p>`, ['a'.repeat(119)], []],
  [`<p class="author">${'a'.repeat(120)}</p>`, [], []],
])('SUM-09 %s names an author', (html, authors, accounts) => {
  const declared = read(`<body>${html}</body>`);
  expect([declared.authors, [...declared.accounts]]).toEqual([authors, accounts]);
});

test('SUM-09 a page names at most twelve authors and eight dates', () => {
  expect(read('<p class="author">Ada</p>'.repeat(13)).authors).toHaveLength(12);
  expect(read('<p class="date">May 2024</p>'.repeat(9)).dated).toHaveLength(8);
  expect(
    read(
      '<p class="post-date"> May 24 </p><p class="time">May 2</p><p class="posted"><b>May 24</b></p><p class="dated">May 24</p>',
    ).dated,
  ).toEqual(['May 24']);
  expect(read(`<p class="date">${'x'.repeat(40)}</p><p class="date">${'x'.repeat(41)}</p>`).dated).toHaveLength(1);
  expect(
    read('<p itemprop="dateCreated" content="2024">x</p><p itemprop="DATEPUBLISHED">y</p><p itemprop="dateModified">z</p>').times,
  ).toEqual([
    { value: '2024', published: true },
    { value: 'y', published: true },
  ]);
});

test('SUM-09 addresses of a page are made absolute, other than those of the web are none', () => {
  const base = 'https://a.example/b/';
  expect([' c ', '//d.example', 'mailto:x', 'https://[', '', null, undefined].map((value) => absoluteUrl(value, base))).toEqual([
    'https://a.example/b/c',
    'https://d.example/',
    null,
    null,
    null,
    null,
    null,
  ]);
  expect([absoluteUrl('c'.repeat(4000), base)?.length, absoluteUrl('c'.repeat(4001), base)]).toEqual([4020, null]);
});

test('SUM-02 the head of a page tells its title, site, picture and words', () => {
  const metas = (...pairs: [string, string][]) =>
    pairs.map(([name, content]) => `<meta name="${name}" content="${content}">`).join('');
  const head = (inner: string) =>
    readHeadMetadata(`<html><head>${inner}</head><body><meta name="og:title" content="no"></body>`, 'https://a.example/b/');
  const empty = { title: null, siteName: null, description: null, coverUrl: null, language: null };
  expect(head('')).toEqual(empty);
  expect(
    head(
      `<title>T</title>${metas(['twitter:title', 'B'], ['application-name', 'S'], ['twitter:description', 'D'], ['twitter:image:src', 'p'])}`,
    ),
  ).toEqual({
    title: 'B',
    siteName: 'S',
    description: 'D',
    coverUrl: 'https://a.example/b/p',
    language: null,
  });
  expect(
    head(
      metas(
        ['og:title', ' '],
        ['twitter:title', 'B'],
        ['og:site_name', 'S'],
        ['description', 'E'],
        ['og:image:url', 'q'],
        ['og:image', 'r'],
      ),
    ),
  ).toMatchObject({ title: 'B', siteName: 'S', description: 'E', coverUrl: 'https://a.example/b/r' });
  expect(head(metas(['og:description', 'x'.repeat(1001)])).description).toHaveLength(1000);
  expect(head('<title>T</title>').title).toBe('T');
});

const body = (words: number) => Array.from({ length: words }, (_, index) => `word${index}`).join(' ');

test('SUM-09 the longest text in the data of a page is read', () => {
  const article = (articleBody: unknown, type: unknown = 'NewsArticle') => ({ '@type': type, articleBody });
  const product = (description: string) => ({ '@type': 'ProductGroup', description });
  expect(
    structuredText([
      article(body(30)),
      product(body(31)),
      article(body(31), 'BlogPosting'),
      article(body(99), 'Thing'),
      article(7),
    ]),
  ).toEqual({
    kind: 'product',
    paragraphs: [body(31)],
    words: 31,
  });
  expect(structuredText([article(`${body(15)}<p>two &amp; ${body(10)}</p>\n\n a  b <br>c`)])?.paragraphs).toEqual([
    body(15),
    `two & ${body(10)}`,
    'a b',
    'c',
  ]);
  expect([
    structuredText([article('a '.repeat(39).padEnd(79, 'a'))]),
    structuredText([article('a '.repeat(39).padEnd(80, 'a'))])?.words,
  ]).toEqual([null, 40]);
  expect([structuredText([article(body(20))]), structuredText([article(body(21))])?.kind]).toEqual([null, 'article']);
  // One of several types is enough.
  expect(structuredText([article(body(30), ['Thing', 'NewsArticle'])])?.words).toBe(30);
  expect(structuredText([{ '@type': ['Thing', 'Product'], description: body(30) }])?.kind).toBe('product');
  expect(structuredText([])).toBeNull();
});
