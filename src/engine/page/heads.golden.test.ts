/**
 * What is read about a page from the heads and bylines in `tests/golden/page/heads.html`, one page a line: its title, author, date
 * and so on. The same short text stands in each; what follows `<below>` stands below it.
 */
import { expect, test } from 'vitest';
import { goldenFile, goldenLines } from '../../../tests/harness/files/line-record.ts';
import { readHeadMetadata } from './metadata/head-metadata.ts';
import { readPage } from './read-page.ts';

const text =
  '<p>The canal was dug by hand, stone by stone, and the town paid for all of it in the end, as it had said it would.</p>'.repeat(
    3,
  );
const url = 'https://www.example.com/valley/the-canal';

const shown = (facts: object): string =>
  Object.entries(facts)
    .flatMap(([name, value]) =>
      value === null || value === false ? [] : [`${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`],
    )
    .join(' | ');

test('SUM-09 reads who wrote a page, when, and under which title as on record', async () => {
  const records = goldenLines('page/heads.html').map((html) => {
    const [head = '', body = ''] = html.split('<body>');
    const [above = '', below = ''] = body.split('<below>');
    const page = `<!doctype html>${/<html/.test(head) ? '' : '<html>'}${head}<body>${above}${text}${below}`;
    const {
      text: _,
      markdown: __,
      ...facts
    } = readPage({ bytes: Buffer.from(page), contentType: 'text/html; charset=utf-8', url });
    return `${html.replaceAll('\n', '⏎')}\n    ${shown(facts) || '–'}\n    head: ${shown(readHeadMetadata(page, url)) || '–'}\n`;
  });
  await expect(records.join('')).toMatchFileSnapshot(goldenFile('page/heads.record.txt'));
});

type Rule = [
  rule: string,
  numbers: readonly number[],
  html: (number: number) => string,
  fact: 'author' | 'date' | 'title' | 'siteName' | 'coverUrl',
];

const data = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const nested = (depth: number): object => (depth === 0 ? { '@type': 'Article', author: 'Ada Quill' } : { x: nested(depth - 1) });
const lines = (count: number): string => '<p>A boat.</p>'.repeat(count);
const long = (count: number): string => `<p>${'boat '.repeat(count)}</p>`;

const rules: readonly Rule[] = [
  [
    'bylines before one with a name',
    [11, 12],
    (n) => '<b class="author">admin</b>'.repeat(n).concat('<b class="author">Ada Quill</b>'),
    'author',
  ],
  ['letters of a name in a byline', [58, 59, 60], (n) => `<b class="author">Ada ${'x'.repeat(n - 4)}</b>`, 'author'],
  ['letters of a Chinese user', [13, 14, 15], (n) => `<a href="/u/1">${'水'.repeat(n)}</a>`, 'author'],
  [
    'elements from a user to the comments',
    [4, 5, 6],
    (n) => `<div class="comments">${'<div>'.repeat(n - 1)}<a href="/u/1">河边的阿周</a>${'</div>'.repeat(n)}`,
    'author',
  ],
  ['letters of an account', [2, 3, 30, 31], (n) => `<a href="/u/${'a'.repeat(n)}">${'a'.repeat(n)}</a>`, 'author'],
  [
    'dates before one that can be read',
    [7, 8],
    (n) => `${'<i class="date">some day</i>'.repeat(n)}<i class="date">2 May 2024</i>${lines(20)}`,
    'date',
  ],
  [
    'letters of a date',
    [9, 10, 39, 40, 41],
    (n) =>
      `${lines(30)}<i class="date">2 May 2024${'.'.repeat(Math.max(0, n - 10))}</i>`.replace(
        '2 May 2024',
        n < 10 ? '2 May 202' : '2 May 2024',
      ),
    'date',
  ],
  ['depth of page data', [11, 12, 13], (n) => data(nested(n)), 'author'],
  [
    'entries of a list of page data',
    [499, 500],
    (n) => data([...Array.from({ length: n }, () => ({ x: 1 })), { '@type': 'Article', author: 'Ada Quill' }]),
    'author',
  ],
  [
    'objects of page data',
    [999, 1000],
    (n) =>
      data({
        a: Array.from({ length: 500 }, () => ({ '@type': 'Thing' })),
        b: Array.from({ length: n - 500 }, () => ({ '@type': 'Thing' })),
        c: { '@type': 'Article', author: 'Ada Quill' },
      }),
    'author',
  ],
  [
    'authors of page data',
    [6, 7],
    (n) => data({ '@type': 'Article', author: Array.from({ length: n }, (_, i) => `Ada ${'abcdefgh'[i]}`) }),
    'author',
  ],
  [
    'words of a line with the byline',
    [58, 59, 60, 61],
    (n) => `<h1>The canal</h1>${long(60)}${long(60)}${long(60)}<p>${'boat '.repeat(n - 3)}<br>By Ada Quill</p>`,
    'author',
  ],
  [
    'letters before a date in a long text',
    [139, 140, 141, 150, 151],
    (n) => `<h1>The canal</h1><p>${'a'.repeat(n - 1)} 2 May 2024 ${'boat '.repeat(60)}</p>`,
    'date',
  ],
  [
    'letters of an address',
    [3999, 4000, 4001],
    (n) => `<meta property="og:image" content="https://a.example/${'a'.repeat(n - 18)}">`,
    'coverUrl',
  ],
  ['letters of a heading', [1, 2], (n) => `<h1>${'q'.repeat(n)}</h1>`, 'title'],
  [
    'letters of a title that a longer one confirms',
    [5, 6],
    (n) => `<title>${'q'.repeat(n)} and more of it</title><h1>${'q'.repeat(n)}</h1>`,
    'title',
  ],
  [
    'letters of a heading within a title of 20',
    [7, 8, 9],
    (n) => `<title>${'r'.repeat(20 - n)} ${'q'.repeat(n)}</title><h1>${'q'.repeat(n)}</h1>`,
    'title',
  ],
  ['words before the name of a site', [2, 3], (n) => `<title>${'boats '.repeat(n)}- River</title>`, 'title'],
  ['words behind a dash', [5, 6], (n) => `<title>The canal of all - ${'boats '.repeat(n)}</title>`, 'title'],
  [
    'letters of a Chinese title before its channel',
    [3, 4, 5, 6, 7],
    (n) => `<title>${'水'.repeat(n)}_某某频道_某某网</title>`,
    'title',
  ],
];

test('SUM-09 reads facts about a page up to the limits on record', async () => {
  const shownOf = (value: string | null) =>
    value === null ? '–' : value.length > 40 ? `${value.slice(0, 20)}… (${value.length})` : value;
  const record = rules.map(([rule, numbers, html, fact]) => {
    const found = numbers.map((number) => {
      const page = Buffer.from(`<!doctype html><body>${html(number)}${text}`);
      return `${number} ${shownOf(readPage({ bytes: page, contentType: 'text/html; charset=utf-8', url })[fact])}`;
    });
    return `${rule}: ${found.join(', ')}\n`;
  });
  await expect(record.join('')).toMatchFileSnapshot(goldenFile('page/head-limits.record.txt'));
});
