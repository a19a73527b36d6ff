import { expect, test } from 'vitest';
import { durationMs, fullPerson, paragraphsOf, personName, readPerson } from './fields.ts';
import { parseFeed } from './parse-feed.ts';

test.each([
  ['ada@example.org (Ada Quill)', 'Ada Quill', 'Ada Quill (ada@example.org)'],
  ['ada@example.org  ( Ada  Quill )', 'Ada Quill', 'Ada Quill (ada@example.org)'],
  ['Ada Quill <ada@example.org>', 'Ada Quill', 'Ada Quill (ada@example.org)'],
  ['Ada Quill (mailto:ada@example.org)', 'Ada Quill', 'Ada Quill (ada@example.org)'],
  ['Ada (of Lorn) Quill < ada@example.org >', 'Ada (of Lorn) Quill', 'Ada (of Lorn) Quill (ada@example.org)'],
  ['Ada Quill', 'Ada Quill', 'Ada Quill'],
  ['ada@example.org', 'ada@example.org', 'ada@example.org'],
  ['ada@example.org ( )', 'ada@example.org', 'ada@example.org'],
  ['<ada@example.org>', '<ada@example.org>', '<ada@example.org>'],
  ['Ada Quill (editor)', 'Ada Quill (editor)', 'Ada Quill (editor)'],
  ['  ', null, null],
])('feeds: read the person in %j', (value, name, full) => {
  expect([personName(readPerson(value)), fullPerson(readPerson(value))]).toEqual([name, full]);
});

test('feeds: cut an author without end before it is read', () => {
  for (const part of ['@', ' @', '(@', 'a@b (', 'a (a@', '<'])
    expect(personName(readPerson(part.repeat(60_000)))?.length ?? 0).toBeLessThanOrEqual(500);
});

/** The first item of a feed with these elements. */
const itemWith = (inner: string) => parseFeed(Buffer.from(`<rss><channel><item>${inner}</item></channel></rss>`)).items[0];

test.each<[description: string, html: string | null]>([
  ['<description>one\n \ntwo\nthree\n\n\n \nfour &lt;</description>', '<p>one</p>\n<p>two<br>three</p>\n<p>four &lt;</p>'],
  ['<description> a &lt;b&gt;c&lt;/b&gt; </description>', 'a <b>c</b>'],
  ['<description>a &lt;/b&gt;</description>', 'a </b>'],
  ['<description>a &lt; b &gt; c</description>', '<p>a &lt; b &gt; c</p>'],
  ['<description>AT&amp;amp;T</description>', 'AT&amp;T'],
  ['<description>AT&amp;T;</description>', '<p>AT&amp;T;</p>'],
  ['<description>a &amp;#8211; b</description>', 'a &#8211; b'],
  ['<description type="text">&lt;b&gt;</description>', '<p>&lt;b&gt;</p>'],
  ['<description type="TEXT/plain">&lt;b&gt;</description>', '<p>&lt;b&gt;</p>'],
  ['<description type="text/html">&lt;b&gt;</description>', '<b>'],
  ['<description type="context">&lt;b&gt;</description>', '<b>'],
  ['<description mode="BASE64">PGI+YQ==</description>', '<b>a'],
  ['<description><p>a</p><![CDATA[b]]> </description>', '<p>a</p>b'],
  ['<description> </description><itunes:summary>s</itunes:summary>', '<p>s</p>'],
  ['<description></description>', null],
])('feeds: read the HTML of %s', (description, html) => {
  expect(itemWith(description)?.description ?? null).toBe(html);
});

test.each<[title: string, text: string | null]>([
  ['<title>a &lt;i&gt;b&lt;/i&gt; &lt;x&gt;</title>', 'a b <x>'],
  ['<title>a&lt;br/&gt;b&lt;h2 class="x"&gt;c&lt;h7&gt;</title>', 'abc<h7>'],
  ['<title>a &amp;amp; b\u0007\n c</title>', 'a & b c'],
  ['<title type="html">a &lt;x&gt; &amp;lt;</title>', 'a <'],
  ['<title type="text">a &lt;b&gt;</title>', 'a <b>'],
  ['<title type="xhtml"><b>a</b> &lt;i&gt;</title>', 'a <i>'],
  ['<title mode="base64">YQ==</title>', 'a'],
  ['<title> </title><title>b</title>', 'b'],
  ['<title></title>', null],
])('feeds: read the title of %s', (title, text) => {
  expect(itemWith(title)?.title ?? null).toBe(text);
});

test.each<[value: string | null | undefined, ms: number | null]>([
  ['61', 61_000],
  [' 1:02:03.5 ', 3_723_500],
  ['02:03', 123_000],
  ['90:00', 5_400_000],
  ['1.0005', 1001],
  ['x1', null],
  ['1x', null],
  ['1:', null],
  ['1:2:3:4', null],
  ['12345678', null],
  ['1.', null],
  ['', null],
  [null, null],
  [undefined, null],
])('feeds: read the length %j', (value, ms) => {
  expect(durationMs(value)).toBe(ms);
});

test.each([
  ['@host', '@host', null],
  ['ada@', 'ada@', null],
  ['a@b', null, 'a@b'],
  ['x ada@example.org (Ada)', 'x ada@example.org (Ada)', null],
  ['ada@example.org (Ada) x', 'ada@example.org (Ada) x', null],
  ['(ada@example.org)', '(ada@example.org)', null],
  ['Ada (ada@example.org', 'Ada (ada@example.org', null],
  ['Ada (x mailto:ada@example.org)', 'Ada (x mailto:ada@example.org)', null],
  ['Ada (mailto:ada@example.org) Quill', 'Ada (mailto:ada@example.org) Quill', null],
  ['Ada <MAILTO:ada@example.org>', 'Ada', 'ada@example.org'],
])('feeds: part the name and the address of %j', (value, name, email) => {
  expect(readPerson(value)).toEqual({ name, email });
});

test.each([
  ['<p>', '<p>&lt;p&gt;</p>'],
  [' a \n\n\t \n\n b & c \n d', '<p>a</p>\n<p>b &amp; c <br> d</p>'],
  ['', ''],
])('feeds: make paragraphs of %j', (text, html) => {
  expect(paragraphsOf(text)).toBe(html);
});
