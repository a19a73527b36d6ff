import { expect, test } from 'vitest';
import { readPage } from '../read-page.ts';

const prose = Array.from(
  { length: 6 },
  (_, i) => `<p>Paragraph ${i} of the report tells how the canal was dug by hand, and who paid for it.</p>`,
).join('');
const authorOf = (head: string, line = '', below = '') =>
  readPage({
    bytes: new TextEncoder().encode(
      `<!doctype html><html><head><title>The canal - Tollen Post</title><meta property="og:site_name" content="Tollen Post">${head}</head><body><main><article><h1>The canal</h1>${line}${prose}</article>${below}</main></body></html>`,
    ),
    contentType: 'text/html; charset=utf-8',
    url: 'https://post.example.org/canal',
  }).author;

test.each(['Tollen Post', 'tollenpost', 'Tollen Post Staff', 'Tollen Post Editorial Team'])(
  'SUM-09 the site is not the author of its page: %s',
  (name) => {
    expect(authorOf(`<meta name="author" content="${name}">`)).toBeNull();
    expect(authorOf(`<meta name="author" content="${name}">`, '<p>By Ada Quill</p>')).toBe('Ada Quill');
  },
);

test.each(['Ediciones Tollen Post', 'Tollen Post Media', 'AWR Tollen Sp. z o.o.', 'Quill Verlag S.r.l.'])(
  'SUM-09 a publisher is not the author: %s',
  (name) => {
    expect(authorOf(`<meta name="author" content="${name}">`)).toBeNull();
  },
);

test('SUM-09 a person who shares words with the site stays its author', () => {
  expect(authorOf('<meta name="author" content="Ada Quill / Tollen Post">')).toBe('Ada Quill / Tollen Post');
  expect(authorOf('<meta name="author" content="Team Tollen Post">')).toBe('Team Tollen Post');
});

test.each<[name: string, author: string | null]>([
  ['Ada Quill', 'Ada Quill'],
  ['Ada B. Quill', 'Ada B. Quill'],
  ['The Quill', null],
  ['adaquill', null],
])('SUM-09 a site may be called after the person who writes it: %s', (name, author) => {
  const host = name.toLowerCase().replace(/[^a-z]/g, '');
  const read = (site: string) =>
    readPage({
      bytes: new TextEncoder().encode(
        `<!doctype html><html><head><title>The canal</title><meta name="author" content="${name}"><meta property="og:site_name" content="${site}"></head><body><article><h1>The canal</h1>${prose}</article></body></html>`,
      ),
      contentType: null,
      url: `https://${host}.com/canal`,
    }).author;
  expect(read(`${host}.com`)).toBe(author);
  expect(read(name)).toBeNull();
});

test('SUM-09 an account of the site elsewhere and the user who reads are not the author', () => {
  expect(authorOf('', '<p><a href="https://bsky.app/profile/tollen.example">Bluesky</a></p>')).toBeNull();
  expect(authorOf('', '<p><a href="/profile/ada">Ada Quill</a></p>')).toBe('Ada Quill');
  expect(authorOf('', '<div class="username">Account You’re logged in as Account Edit Profile Logout</div>')).toBeNull();
});

test('SUM-09 a person whose name ends like a desk stays one', () => {
  expect(authorOf('<meta name="author" content="Ada Staff">')).toBe('Ada Staff');
});

test('SUM-09 counters beside a name are not part of it', () => {
  expect(authorOf('', '<div class="author">1,204 views · 33 comments</div>')).toBeNull();
  expect(authorOf('', '<div class="byline">By Ada Quill · 5 min read · 23 comments</div>')).toBe('Ada Quill');
});

test('SUM-09 finds who signs behind the text', () => {
  expect(authorOf('', '', '<div><h2>Article by</h2><div>Ada Quill</div></div>')).toBe('Ada Quill');
  expect(authorOf('', '', '<div><p>Written by Ada Quill</p></div>')).toBe('Ada Quill');
  expect(authorOf('', '', '<div><p>Article by the Tollen Post</p></div>')).toBeNull();
});

test.each([
  'by Ada Quill, February 28, 2010',
  'by Ada Quill, on Sept. 3, 2019',
  'by Ada Quill, 28 February 2010',
  'by Ada Quill on February 28, 2010',
  'by Ada Quill, Friday, March 3, 2020',
])('SUM-09 a date is not in the name: %s', (line) => {
  expect(authorOf('', `<h4 class="vcard author">${line.replace('Ada Quill', '<span class="fn">Ada Quill</span>')}</h4>`)).toBe(
    'Ada Quill',
  );
});

test('SUM-09 a name that is also a month stays', () => {
  expect(authorOf('', '<h4 class="vcard author">by <span>April Quill, June Marsh</span></h4>')).toBe('April Quill, June Marsh');
});
