import { expect, test } from 'vitest';
import { hasCode } from '#lib/app-error.ts';
import { readOpml, writeOpml } from './opml.ts';

const lines = [
  { title: 'One & "only" <1>', feed: 'https://one.example/feed?a=1&b=2', url: 'https://one.example/' },
  { title: '窑', feed: 'https://two.example/feed', url: null },
];

test('EXP-01 what is written is read again', () => {
  expect(readOpml({ text: writeOpml(lines, { title: 'Mine', at: new Date(0) }) })).toEqual(lines);
});

test('EXP-01 opens folders, takes each feed once, and leaves out what is no address', () => {
  const text = `<opml><body><outline text="Folder"><outline text=" A  b " XMLURL="feed://x.example/f"/></outline>
    <outline text="again" xmlUrl="https://x.example/f"/><outline xmlUrl="javascript:alert(1)"/><outline xmlUrl="https://y.example/f"/></body></opml>`;
  expect(readOpml({ text })).toEqual([
    { title: 'A b', feed: 'https://x.example/f', url: null },
    { title: 'y.example', feed: 'https://y.example/f', url: null },
  ]);
});

test('EXP-01 names a feed by its text where its title is empty', () => {
  const text = '<opml><outline title=" " text="Kilns" xmlUrl="https://x.example/f"/></opml>';
  expect(readOpml({ text })).toEqual([{ title: 'Kilns', feed: 'https://x.example/f', url: null }]);
});

test.each(['', '<rss/>', '<opml><body><outline text="a"/></body></opml>'])('refuses %j', (text) => {
  let refused: unknown;
  try {
    readOpml({ text });
  } catch (error) {
    refused = error;
  }
  expect(hasCode(refused, 'opml_unreadable')).toBe(true);
});

test('EXP-01 a list that is nested without end, defines words of its own or names very many feeds is read in bounds', () => {
  const feed = (n: number) => `<outline xmlUrl="https://f${n}.example/"/>`;
  const deep = `<opml><body>${'<outline text="x">'.repeat(3_000)}${feed(1)}${'</outline>'.repeat(3_000)}</body></opml>`;
  expect(readOpml({ text: deep })).toHaveLength(1);
  const entities = `<!DOCTYPE o [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`;
  const [line] = readOpml({ text: `${entities}<opml><outline title="&b;&x;" xmlUrl="https://e.example/"/></opml>` });
  expect(line?.title).toBe('&b;&x;');
  const many = `<opml>${Array.from({ length: 2_000 }, (_, n) => feed(n)).join('')}</opml>`;
  expect(readOpml({ text: many })).toHaveLength(2_000);
});

test('EXP-01 a list is written as feed readers expect it, and long titles and addresses are not read', () => {
  expect(writeOpml(lines.slice(0, 1), { title: 'A & B', at: new Date(0) })).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
  <head><title>A &amp; B</title><dateCreated>Thu, 01 Jan 1970 00:00:00 GMT</dateCreated></head>
  <body>
    <outline type="rss" text="One &amp; &quot;only&quot; &lt;1&gt;" title="One &amp; &quot;only&quot; &lt;1&gt;" xmlUrl="https://one.example/feed?a=1&amp;b=2" htmlUrl="https://one.example/"/>
  </body>
</opml>
`);
  const outline = (title: string, length: number) =>
    `<opml><outline title="${title}" xmlUrl="https://x.example/${'y'.repeat(length - 18)}" htmlUrl="x:y"/><outline xmlUrl="https://z.example/"/></opml>`;
  expect(readOpml({ text: outline('t'.repeat(301), 4096) })[0]).toMatchObject({ title: 't'.repeat(300), url: null });
  expect(readOpml({ text: outline('t', 4097) }).map(({ title }) => title)).toEqual(['z.example']);
});
