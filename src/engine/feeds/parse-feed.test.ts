import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { expectLinearTime } from '../../../tests/harness/growth.ts';
import { feedDate } from './feed-date.ts';
import { durationMs } from './fields.ts';
import { parseFeed } from './parse-feed.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('valid feeds', () => {
  test('SUM-03 reads an RSS episode with podcast extensions', () => {
    const feed = parseFeed(
      bytes(`<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
 xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:p="http://podlove.org/simple-chapters" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>Kiln &amp; Clay</title><link>https://kiln.example/</link><image><title>wrong</title><url>https://kiln.example/c.png</url></image>
<item><title>Ash <![CDATA[& Glaze]]></title><guid isPermaLink="false">ep-1</guid><pubDate>Tue, 03 Mar 2026 23:30:00 -0500</pubDate>
<enclosure url="https://cdn.example/1.mp3" type="audio/mpeg" length="9"/><itunes:duration>1:02:03</itunes:duration><itunes:author>Ada Quill</itunes:author>
<content:encoded><![CDATA[<p>Notes</p>]]></content:encoded><podcast:transcript url="t.vtt" type="text/vtt" language="en"/><podcast:chapters url="c.json" type="application/json+chapters"/>
<p:chapters><p:chapter start="00:00:10.5" title="Start"/><p:chapter start="00:20:00" title="Middle"/></p:chapters></item></channel></rss>`),
    );
    expect(feed).toMatchObject({ title: 'Kiln & Clay', link: 'https://kiln.example/', image: 'https://kiln.example/c.png' });
    expect(feed.items).toEqual([
      {
        title: 'Ash & Glaze',
        link: null,
        date: '2026-03-04T04:30:00.000Z',
        enclosure: { url: 'https://cdn.example/1.mp3', type: 'audio/mpeg' },
        id: 'ep-1',
        author: { name: 'Ada Quill', email: null },
        duration: '1:02:03',
        description: '<p>Notes</p>',
        image: null,
        transcripts: [{ url: 't.vtt', type: 'text/vtt', language: 'en' }],
        chaptersUrl: 'c.json',
        chapters: [
          { title: 'Start', startMs: 10_500 },
          { title: 'Middle', startMs: 1_200_000 },
        ],
      },
    ]);
  });

  test('Atom links are chosen by relation and type, dates and ids by their elements', () => {
    const [item] = parseFeed(
      bytes(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><title type="html">A &amp;lt;b&amp;gt; &lt;i&gt;c&lt;/i&gt;</title><id>tag:1</id>
<link rel="self" href="https://a.example/self"/><link rel="alternate" type="application/json" href="https://a.example/j"/><link type="text/html" href="https://a.example/h"/>
<link rel="enclosure" type="audio/ogg" href="https://a.example/a.ogg"/><updated>2026-02-02T00:00:00Z</updated><published>2026-01-01T01:00:00+02:00</published>
<author><name>Bo Reed</name></author><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">One <b>two</b></div></content></entry></feed>`),
    ).items;
    expect(item).toMatchObject({
      title: 'A <b> c',
      id: 'tag:1',
      link: 'https://a.example/h',
      enclosure: { url: 'https://a.example/a.ogg', type: 'audio/ogg' },
      date: '2025-12-31T23:00:00.000Z',
      author: { name: 'Bo Reed', email: null },
    });
    expect(item?.description).toContain('One <b>two</b>');
  });

  test('RSS 1.0 lists its items beside the channel', () => {
    const feed = parseFeed(
      bytes(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="x"><title>T</title><link>https://r.example/</link></channel><item rdf:about="https://r.example/1"><title>One</title><dc:date>2005-12-28T08:00+08:00</dc:date><dc:creator>Li</dc:creator></item></rdf:RDF>`),
    );
    expect([feed.title, feed.id]).toEqual(['T', 'x']);
    expect(feed.items[0]).toMatchObject({
      title: 'One',
      link: 'https://r.example/1',
      date: '2005-12-28T00:00:00.000Z',
      author: { name: 'Li', email: null },
    });
  });

  test('people have a name and an address, and an Atom entry has those of its source or feed', () => {
    const [own, quoted, bare] = [
      '<author><email>b@a.example</email><name>Bo</name></author>',
      '<source><author><name>Cy</name></author></source>',
      '',
    ];
    const entries = [own, quoted, bare].map((inside, index) => `<entry><id>${index}</id>${inside}</entry>`).join('');
    const atom = parseFeed(bytes(`<feed><id>tag:feed</id><author><name>Ada</name></author>${entries}</feed>`));
    expect([atom.id, atom.author?.name]).toEqual(['tag:feed', 'Ada']);
    expect(atom.items.map(({ author }) => author)).toEqual([
      { name: 'Bo', email: 'b@a.example' },
      { name: 'Cy', email: null },
      { name: 'Ada', email: null },
    ]);
    const rss = parseFeed(
      bytes(
        '<rss><channel><managingEditor>e@a.example (Eve)</managingEditor><item><title>1</title></item><item><author>f@a.example</author></item></channel></rss>',
      ),
    );
    expect([rss.id, rss.author]).toEqual([null, { name: 'Eve', email: 'e@a.example' }]);
    expect(rss.items.map(({ author }) => author)).toEqual([null, { name: null, email: 'f@a.example' }]);
  });

  test('a declared GB2312 feed is read in its charset', () => {
    const head = bytes('<?xml version="1.0" encoding="gb2312"?><rss><channel><title>');
    const chinese = Uint8Array.from([0xd6, 0xd0, 0xb9, 0xfa, 0xb2, 0xa9, 0xbf, 0xcd]);
    expect(parseFeed(Buffer.concat([head, chinese, bytes('</title></channel></rss>')])).title).toBe('中国博客');
  });

  test('reads HTML entities, Windows characters and double escapes in titles', () => {
    const feed = parseFeed(bytes('<rss><channel><title>Caf&eacute; &#150; 2 &gt; 1 &amp;amp; more</title></channel></rss>'));
    expect(feed.title).toBe('Café – 2 > 1 & more');
  });
});

describe('broken feeds', () => {
  test('keeps everything before unclosed tags, bare ampersands and a cut end', () => {
    const feed = parseFeed(
      bytes('<rss><channel><title>A & B</title><item><title>1<br></title><item><title>2</title><link>https://x.example/2</li'),
    );
    expect(feed.title).toBe('A & B');
    expect(feed.items.map(({ title }) => title)).toEqual(['1', '2']);
  });

  test('entities a document defines are never expanded', () => {
    const feed = parseFeed(
      bytes(
        '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/hostname">]><rss><channel><title>&b;&f;</title></channel></rss>',
      ),
    );
    expect(feed.title).toBe('&b;&f;');
  });

  test('rejects other documents with `feed_unreadable`', () => {
    for (const text of ['', '<html><body>x</body></html>', '{"a":1}'])
      expect(() => parseFeed(bytes(text))).toThrow(new AppError('feed_unreadable'));
  });

  test('reads no more items than any text has, and never fails', () => {
    const piece = fc.constantFrom(
      '<rss>',
      '<channel>',
      '<item>',
      '</item>',
      '<title',
      '>',
      '"',
      "'",
      '<![CDATA[',
      ']]>',
      '<!--',
      '&',
      '&#x;',
      'a',
      '<a b="',
      '/>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const { items } = parseFeed(bytes(`<rss>${pieces.join('')}`));
        expect(items.length).toBeLessThanOrEqual(pieces.filter((one) => one === '<item>').length);
      }),
    );
  });

  test('reads hostile markup in linear time', () => {
    for (const unit of ['<a b="', '<item>', '<!-', '</x', '&amp', '<a '.padEnd(30, 'x=')])
      expectLinearTime((share) => {
        const times = 100_000 * share;
        const { items } = parseFeed(bytes(`<rss>${unit.repeat(times)}`));
        expect(items).toHaveLength(unit === '<item>' ? Math.min(times, 20_000) : 0);
      });
  });
});

test.each([
  ['Sat, 07 Sep 2002 00:00:01 GMT', '2002-09-07T00:00:01.000Z'],
  ['07 Sep 02 20:00 EST', '2002-09-08T01:00:00.000Z'],
  ['2003-12', '2003-12-01T00:00:00.000Z'],
  ['2003-12-31T10:14:55.25+05:30', '2003-12-31T04:44:55.000Z'],
  ['Sun Jan  4 16:29:06 PST 2004', '2004-01-05T00:29:06.000Z'],
  ['March 3, 2010', '2010-03-03T00:00:00.000Z'],
  ['2005年12月28日', '2005-12-28T00:00:00.000Z'],
  ['20040108', '2004-01-08T00:00:00.000Z'],
  ['2024-03-05T10:00:00+08', '2024-03-05T02:00:00.000Z'],
  ['Tue, 05 Mar 2024 10:00:00 GMT+8', '2024-03-05T02:00:00.000Z'],
  ['Tue, 05 Mar 2024 10:00:00 GMT -0530', '2024-03-05T15:30:00.000Z'],
  ['Thu, 7 Mar 2024 3:00 PM EST', '2024-03-07T20:00:00.000Z'],
  ['March 7, 2024 12:05 a.m.', '2024-03-07T00:05:00.000Z'],
  ['Tue,05 Mar 2024 10:00:00 GMT', '2024-03-05T10:00:00.000Z'],
  ['Tue, 05 Mar 2024 9:5:03 GMT', '2024-03-05T09:05:03.000Z'],
  ['星期二, 05 三月 2024 10:00:00 +0800', '2024-03-05T02:00:00.000Z'],
  ['周二, 05 12月 2023 10:00:00 +0800', '2023-12-05T02:00:00.000Z'],
  ['Вт, 05 мар 2024 10:00:00 +0300', '2024-03-05T07:00:00.000Z'],
  ['5. März 2024', '2024-03-05T00:00:00.000Z'],
  ['05.03.2024 10:00', '2024-03-05T10:00:00.000Z'],
  ['yesterday', null],
  ['2004-13-45', null],
])('the date %s', (text, iso) => {
  expect(feedDate(text)).toBe(iso);
});

test.each([
  ['3:00', 180_000],
  ['01:00:00.5', 3_600_500],
  ['3723', 3_723_000],
  ['soon', null],
])('the duration %s', (text, ms) => {
  expect(durationMs(text)).toBe(ms);
});
