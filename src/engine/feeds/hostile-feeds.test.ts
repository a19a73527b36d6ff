/** Feeds as programs and people write them. Every case is written by hand, with the result that a reader would expect. */
import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import type { Feed } from './feed.ts';
import { fullPerson } from './fields.ts';
import { looksLikeFeed, parseFeed } from './parse-feed.ts';

const feedOf = (source: string): Feed => parseFeed(Buffer.from(source));

const rss = (channel: string, attributes = ''): string =>
  `<?xml version="1.0"?><rss version="2.0" ${attributes}><channel><title>Kiln</title>${channel}</channel></rss>`;
const atom = (inside: string, attributes = ''): string =>
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" ${attributes}><title>Kiln</title>${inside}</feed>`;

/** The authors of the feed and of its first entry, with their addresses. */
const people = (source: string): (string | null)[] => {
  const { author, items } = feedOf(source);
  return [fullPerson(author), fullPerson(items[0]?.author ?? null)];
};

const dc = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';
const itunes = 'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"';

describe('people', () => {
  test.each<[string, string, (string | null)[]]>([
    [
      'RSS: address and name',
      rss('<item><author>ada@kiln.example (Ada Quill)</author></item>'),
      [null, 'Ada Quill (ada@kiln.example)'],
    ],
    [
      'RSS: name and address',
      rss('<item><author>Ada Quill &lt;ada@kiln.example&gt;</author></item>'),
      [null, 'Ada Quill (ada@kiln.example)'],
    ],
    ['RSS: a name alone', rss('<item><author>Ada Quill</author></item>'), [null, 'Ada Quill']],
    ['RSS: an address alone', rss('<item><author>ada@kiln.example</author></item>'), [null, 'ada@kiln.example']],
    ['RSS: nobody', rss('<item><author> </author><title>x</title></item>'), [null, null]],
    [
      'RSS: the editor of a channel',
      rss('<managingEditor>ed@kiln.example (Ed Low)</managingEditor><item><title>x</title></item>'),
      ['Ed Low (ed@kiln.example)', null],
    ],
    ['RSS: a creator in CDATA', rss(`<item><dc:creator><![CDATA[Ada Quill]]></dc:creator></item>`, dc), [null, 'Ada Quill']],
    [
      'RSS: a creator with a prefix of its own',
      rss('<item><d:creator>Ada Quill</d:creator></item>', 'xmlns:d="http://purl.org/dc/elements/1.1/"'),
      [null, 'Ada Quill'],
    ],
    [
      'RSS: an author of iTunes',
      rss('<itunes:author>The Kiln</itunes:author><item><itunes:author>Ada Quill</itunes:author></item>', itunes),
      ['The Kiln', 'Ada Quill'],
    ],
    [
      'RSS: an owner of iTunes',
      rss(
        '<itunes:owner><itunes:name>Ed Low</itunes:name><itunes:email>ed@kiln.example</itunes:email></itunes:owner><item><title>x</title></item>',
        itunes,
      ),
      ['Ed Low (ed@kiln.example)', null],
    ],
    [
      'Atom: in parts',
      atom(
        '<entry><author><name>Ada Quill</name><email>ada@kiln.example</email><uri>https://kiln.example/ada</uri></author></entry>',
      ),
      [null, 'Ada Quill (ada@kiln.example)'],
    ],
    ['Atom: inherited', atom('<author><name>Ed Low</name></author><entry><title>x</title></entry>'), ['Ed Low', 'Ed Low']],
    [
      'Atom: of the source',
      atom('<entry><source><author><name>Bo Reed</name></author></source><title>x</title></entry>'),
      [null, 'Bo Reed'],
    ],
    [
      'Atom: the address only',
      atom('<entry><author><email>ada@kiln.example</email></author></entry>'),
      [null, 'ada@kiln.example'],
    ],
    [
      'Atom: an empty name and another author',
      atom('<entry><author><name/></author><author><name>Bo Reed</name></author></entry>'),
      [null, 'Bo Reed'],
    ],
    [
      'Atom: with a prefix',
      '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>K</a:title><a:entry><a:author><a:name>Ada Quill</a:name></a:author></a:entry></a:feed>',
      [null, 'Ada Quill'],
    ],
    [
      'podcast: a person who hosts',
      rss(
        '<podcast:person role="host">Ada Quill</podcast:person><item><title>x</title><podcast:person role="guest">Bo Reed</podcast:person></item>',
        'xmlns:podcast="https://podcastindex.org/namespace/1.0"',
      ),
      ['Ada Quill', null],
    ],
  ])('%s', (_, source, expected) => {
    expect(people(source)).toEqual(expected);
  });
});

const firstItem = (source: string) => feedOf(source).items[0];

describe('links and ids', () => {
  test.each<[string, string, string | null]>([
    [
      'a relative link against xml:base of the feed',
      atom('<entry><link href="a/1"/></entry>', 'xml:base="https://kiln.example/blog/"'),
      'https://kiln.example/blog/a/1',
    ],
    [
      'xml:base of the entry against that of the feed',
      atom('<entry xml:base="2026/"><link href="one"/></entry>', 'xml:base="https://kiln.example/blog/"'),
      'https://kiln.example/blog/2026/one',
    ],
    [
      'xml:base of the link itself',
      atom('<entry><link xml:base="https://other.example/" href="one"/></entry>', 'xml:base="https://kiln.example/blog/"'),
      'https://other.example/one',
    ],
    [
      'xml:base of the channel',
      rss('<item><link>one</link></item>').replace('<channel>', '<channel xml:base="https://kiln.example/">'),
      'https://kiln.example/one',
    ],
    ['no relation', atom('<entry><link href="https://kiln.example/1"/></entry>'), 'https://kiln.example/1'],
    [
      'the page before its data',
      atom(
        '<entry><link rel="self" href="https://kiln.example/s"/><link rel="alternate" type="application/json" href="https://kiln.example/j"/><link rel="alternate" type="text/html" href="https://kiln.example/h"/></entry>',
      ),
      'https://kiln.example/h',
    ],
    [
      'a relation written as an address',
      atom('<entry><link rel="http://www.iana.org/assignments/relation/alternate" href="https://kiln.example/1"/></entry>'),
      'https://kiln.example/1',
    ],
    ['a permanent id', rss('<item><guid>https://kiln.example/1</guid></item>'), 'https://kiln.example/1'],
    ['an id that is no address', rss('<item><guid isPermaLink="false">https://kiln.example/1</guid></item>'), null],
    ['an id that only looks permanent', rss('<item><guid isPermaLink="true">kiln-1</guid></item>'), null],
    [
      'a link in CDATA with spaces',
      rss('<item><link>\n <![CDATA[ https://kiln.example/1?a=1&b=2 ]]>\n</link></item>'),
      'https://kiln.example/1?a=1&b=2',
    ],
    [
      'ampersands that are not escaped',
      rss('<item><link>https://kiln.example/1?a=1&b=2</link></item>'),
      'https://kiln.example/1?a=1&b=2',
    ],
    [
      'a link of Atom in RSS',
      rss('<item><atom:link rel="alternate" href="https://kiln.example/1"/></item>', 'xmlns:atom="http://www.w3.org/2005/Atom"'),
      'https://kiln.example/1',
    ],
    [
      'of two links the text',
      rss(
        '<atom:link rel="self" href="https://kiln.example/feed"/><item><link/><link>https://kiln.example/1</link></item>',
        'xmlns:atom="http://www.w3.org/2005/Atom"',
      ),
      'https://kiln.example/1',
    ],
    [
      'RDF: what the item is about',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="https://kiln.example/"><title>K</title></channel><item rdf:about="https://kiln.example/1"><title>x</title></item></rdf:RDF>',
      'https://kiln.example/1',
    ],
  ])('%s', (_, source, link) => {
    expect(firstItem(source)?.link ?? null).toBe(link);
  });

  test.each<[string, string, string | null]>([
    ['Atom keeps an id as it is', atom('<entry><id>HTTP://Kiln.example:80/%7Eada</id></entry>'), 'HTTP://Kiln.example:80/%7Eada'],
    ['an id of RSS', rss('<item><guid isPermaLink="false"> kiln-1 </guid></item>'), 'kiln-1'],
    ['an identifier of Dublin Core', rss('<item><dc:identifier>kiln-1</dc:identifier></item>', dc), 'kiln-1'],
    ['none', rss('<item><title>x</title></item>'), null],
  ])('%s', (_, source, id) => {
    expect(firstItem(source)?.id ?? null).toBe(id);
  });

  test('the id of a feed is its guid of podcasts, or its id in Atom', () => {
    expect(feedOf(atom('<id>tag:kiln</id>')).id).toBe('tag:kiln');
    expect(
      feedOf(
        rss(
          '<podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>',
          'xmlns:podcast="https://podcastindex.org/namespace/1.0"',
        ),
      ).id,
    ).toBe('917393e3-1b1e-5cef-ace4-edaa54e1f810');
  });
});

describe('dates', () => {
  test.each<[string, string | null]>([
    ['Tue, 03 Mar 2026 23:30:00 -0500', '2026-03-04T04:30:00.000Z'],
    ['Wed, 03 Mar 2026 23:30:00 EST', '2026-03-04T04:30:00.000Z'],
    ['3 March 2026 23:30 GMT', '2026-03-03T23:30:00.000Z'],
    ['03 Mar 26 23:30:00 +0000', '2026-03-03T23:30:00.000Z'],
    ['2026-03-03T23:30:00.123456Z', '2026-03-03T23:30:00.000Z'],
    ['2026-03-03T23:30:00+08:00', '2026-03-03T15:30:00.000Z'],
    ['2026-03-03 23:30:00 +0800', '2026-03-03T15:30:00.000Z'],
    ['2026-03-03', '2026-03-03T00:00:00.000Z'],
    ['2026年3月3日', '2026-03-03T00:00:00.000Z'],
    ['20260303T233000Z', '2026-03-03T23:30:00.000Z'],
    ['Tue Mar  3 23:30:00 UTC 2026', '2026-03-03T23:30:00.000Z'],
    ['Tue, 31 Feb 2026 10:00:00 GMT', null],
    ['2026-02-30T10:00:00Z', null],
    ['2026-13-01', null],
    ['Tue, 03 Mar 2026 25:00:00 GMT', null],
    ['yesterday', null],
    ['0000-00-00T00:00:00', null],
    ['Thu, 01 Jan 1970 00:00:00 GMT', '1970-01-01T00:00:00.000Z'],
    ['Di, 03 Mär 2026 23:30:00 +0100', '2026-03-03T22:30:00.000Z'],
    ['mar., 03 mars 2026 23:30:00 +0100', '2026-03-03T22:30:00.000Z'],
    ['1772580600', '2026-03-03T23:30:00.000Z'],
  ])('%s', (written, expected) => {
    expect(firstItem(rss(`<item><pubDate>${written}</pubDate></item>`))?.date ?? null).toBe(expected);
  });

  test('a date that is none gives way to the next that is one', () => {
    expect(firstItem(rss('<item><pubDate>soon</pubDate><dc:date>2026-03-03</dc:date></item>', dc))?.date).toBe(
      '2026-03-03T00:00:00.000Z',
    );
  });
});

const content = 'xmlns:content="http://purl.org/rss/1.0/modules/content/"';
const media = 'xmlns:media="http://search.yahoo.com/mrss/"';

describe('texts', () => {
  test.each<[string, string, string | null]>([
    [
      'the whole text before the description',
      rss('<item><description>short</description><content:encoded><![CDATA[<p>whole</p>]]></content:encoded></item>', content),
      '<p>whole</p>',
    ],
    [
      'CDATA in several parts',
      rss('<item><content:encoded><![CDATA[<p>a ]]]]><![CDATA[> b</p>]]></content:encoded></item>', content),
      '<p>a ]]> b</p>',
    ],
    ['HTML that is escaped', rss('<item><description>&lt;p&gt;a &amp;amp; b&lt;/p&gt;</description></item>'), '<p>a &amp; b</p>'],
    ['plain text', rss('<item><description>a &lt; b &amp; c</description></item>'), '<p>a &lt; b &amp; c</p>'],
    [
      'Atom: XHTML',
      atom('<entry><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>a</p></div></content></entry>'),
      '<div xmlns="http://www.w3.org/1999/xhtml"><p>a</p></div>',
    ],
    [
      'Atom: the summary where the content is elsewhere',
      atom('<entry><content src="https://kiln.example/1.mp4" type="video/mp4"/><summary>short</summary></entry>'),
      '<p>short</p>',
    ],
    [
      'a description in a group of media',
      rss('<item><media:group><media:description type="plain">of the film</media:description></media:group></item>', media),
      '<p>of the film</p>',
    ],
    [
      'an empty text before one that is not',
      rss('<item><content:encoded></content:encoded><description>short</description></item>', content),
      '<p>short</p>',
    ],
  ])('%s', (_, source, text) => {
    expect(firstItem(source)?.description ?? null).toBe(text);
  });

  test.each<[string, string, string | null]>([
    ['with entities', rss('<item><title>Tom &amp;amp; Ann&amp;#8217;s</title></item>'), 'Tom & Ann’s'],
    ['in CDATA with markup', rss('<item><title><![CDATA[Glaze <em>&</em> Ash]]></title></item>'), 'Glaze & Ash'],
    [
      'with what only looks like markup',
      rss('<item><title>Array&lt;string&gt; in TypeScript</title></item>'),
      'Array<string> in TypeScript',
    ],
    [
      'of the media where there is none',
      rss('<item><media:group><media:title>Film</media:title></media:group></item>', media),
      'Film',
    ],
    ['not that of a picture', rss('<item><image><title>logo</title></image><title>Text</title></item>'), 'Text'],
    ['empty, and another of iTunes', rss('<item><title></title><itunes:title>Talk</itunes:title></item>', itunes), 'Talk'],
  ])('a title %s', (_, source, title) => {
    expect(firstItem(source)?.title ?? null).toBe(title);
  });
});

describe('media', () => {
  test.each<[string, string, string | null]>([
    [
      'the sound among several enclosures',
      rss(
        '<item><enclosure url="https://k.example/c.jpg" type="image/jpeg"/><enclosure url="https://k.example/a.mp3" type="audio/mpeg"/></item>',
      ),
      'https://k.example/a.mp3',
    ],
    [
      'the sound by its name behind a picture',
      rss(
        '<item><enclosure url="https://k.example/c.jpg" type="text/html"/><enclosure url="https://k.example/a.mp3?x=1" type="text/html"/></item>',
      ),
      'https://k.example/a.mp3?x=1',
    ],
    [
      'the film of a group',
      rss(
        '<item><media:group><media:content url="https://k.example/t.jpg" medium="image"/><media:content url="https://k.example/a.mp4" type="video/mp4"/></media:group></item>',
        media,
      ),
      'https://k.example/a.mp4',
    ],
    [
      'a link of Atom',
      atom('<entry><link rel="enclosure" type="audio/ogg" href="https://k.example/a.ogg"/></entry>'),
      'https://k.example/a.ogg',
    ],
    [
      'against xml:base',
      atom('<entry><link rel="enclosure" type="audio/ogg" href="a.ogg"/></entry>', 'xml:base="https://k.example/"'),
      'https://k.example/a.ogg',
    ],
    [
      'an other enclosure of podcasts',
      rss(
        '<item><podcast:alternateEnclosure type="audio/mpeg"><podcast:source uri="https://k.example/b.mp3"/></podcast:alternateEnclosure></item>',
        'xmlns:podcast="https://podcastindex.org/namespace/1.0"',
      ),
      'https://k.example/b.mp3',
    ],
    ['without an address', rss('<item><enclosure type="audio/mpeg" length="1"/></item>'), null],
  ])('%s', (_, source, url) => {
    expect(firstItem(source)?.enclosure?.url ?? null).toBe(url);
  });

  test('transcripts of podcasts are all listed, those without an address are not', () => {
    const item = firstItem(
      rss(
        '<item><podcast:transcript url="https://k.example/t.vtt" type="text/vtt" language="en"/><podcast:transcript type="text/html"/><podcast:transcript url=" https://k.example/t.json " type="application/json" rel="captions"/></item>',
        'xmlns:podcast="https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md"',
      ),
    );
    expect(item?.transcripts).toEqual([
      { url: 'https://k.example/t.vtt', type: 'text/vtt', language: 'en' },
      { url: 'https://k.example/t.json', type: 'application/json', language: null },
    ]);
  });
});

const json = (feed: object): string =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'Kiln', items: [], ...feed });

describe('JSON Feed', () => {
  test('1.1: authors, text and sound', () => {
    const feed = feedOf(
      json({
        home_page_url: 'https://kiln.example/',
        feed_url: 'https://kiln.example/feed.json',
        language: 'en',
        icon: 'https://kiln.example/i.png',
        authors: [{ name: 'Ed Low' }],
        items: [
          {
            id: '1',
            url: 'https://kiln.example/1',
            title: 'Ash',
            content_html: '<p>whole</p>',
            summary: 'short',
            date_published: '2026-03-03T23:30:00-05:00',
            authors: [{ name: 'Ada Quill' }],
            image: 'https://kiln.example/1.png',
            attachments: [{ url: 'https://kiln.example/1.mp3', mime_type: 'audio/mpeg', duration_in_seconds: 3723 }],
          },
          { id: 2, content_text: 'a < b' },
        ],
      }),
    );
    expect(feed).toMatchObject({
      title: 'Kiln',
      link: 'https://kiln.example/',
      id: 'https://kiln.example/feed.json',
      language: 'en',
      image: 'https://kiln.example/i.png',
      author: { name: 'Ed Low', email: null },
    });
    expect(feed.items).toMatchObject([
      {
        id: '1',
        link: 'https://kiln.example/1',
        title: 'Ash',
        description: '<p>whole</p>',
        date: '2026-03-04T04:30:00.000Z',
        author: { name: 'Ada Quill', email: null },
        image: 'https://kiln.example/1.png',
        enclosure: { url: 'https://kiln.example/1.mp3', type: 'audio/mpeg' },
        duration: '3723',
      },
      {
        id: '2',
        link: null,
        title: null,
        description: '<p>a &lt; b</p>',
        date: null,
        author: { name: 'Ed Low' },
        enclosure: null,
      },
    ]);
  });

  test('1.0: one author, an address from elsewhere, and what has the wrong type', () => {
    const feed = feedOf(
      json({
        version: 'https://jsonfeed.org/version/1',
        author: { name: 'Ed Low', url: 'https://kiln.example/ed' },
        items: [
          {
            id: 'a',
            external_url: 'https://other.example/',
            title: ['x'],
            content_html: 5,
            date_published: 'soon',
            attachments: 'none',
          },
          null,
          'x',
        ],
      }),
    );
    expect(feed.author).toEqual({ name: 'Ed Low', email: null });
    expect(feed.items).toMatchObject([
      { id: 'a', link: 'https://other.example/', title: null, description: null, date: null, enclosure: null },
    ]);
  });

  test('is told apart from other JSON', () => {
    expect(looksLikeFeed(Buffer.from(json({})))).toBe(true);
    expect(looksLikeFeed(Buffer.from('{"version":"1","items":[]}'))).toBe(false);
    expect(() => feedOf('{"version":"1","items":[]}')).toThrow(new AppError('feed_unreadable'));
    expect(() => feedOf('{"version":"https://jsonfeed.org/version/1.1","items":[')).toThrow(new AppError('feed_unreadable'));
  });
});

describe('what is no feed, or a broken one', () => {
  test.each([
    '<opml version="2.0"><body><outline text="All"><outline text="Kiln" type="rss" xmlUrl="https://kiln.example/feed"/></outline></body></opml>',
    '<!doctype html><html><head><title>rss</title></head><body>&lt;rss&gt;</body></html>',
    '',
    '\u0000\u0001',
    '{}',
    '[]',
    'null',
  ])('%j', (source) => {
    expect(looksLikeFeed(Buffer.from(source))).toBe(false);
    expect(() => feedOf(source)).toThrow(new AppError('feed_unreadable'));
  });

  test('a feed that holds a whole page is told apart from a page that holds a feed', () => {
    const page = (inside: string): string => `<!DOCTYPE html><html><body>${inside}</body></html>`;
    expect(looksLikeFeed(Buffer.from(rss(`<item><description><![CDATA[${page('a')}]]></description></item>`)))).toBe(true);
    expect(looksLikeFeed(Buffer.from(page(rss('<item><title>a</title></item>'))))).toBe(false);
  });

  test.each<[string, string, (string | null)[]]>([
    ['blank lines and a mark before the declaration', `\ufeff\n\n${rss('<item><title>a</title></item>')}`, ['a']],
    ['an item that is not closed', rss('<item><title>a</title><item><title>b</title></item>'), ['a', 'b']],
    ['items behind the channel', '<rss><channel><title>K</title></channel><item><title>a</title></item></rss>', ['a']],
    ['a file that was cut', '<rss><channel><title>K</title><item><title>a</title></item><item><title>b', ['a', 'b']],
    [
      'entities that XML does not know',
      rss('<item><title>caf&eacute; &nbsp;&mdash; &unknown;</title></item>'),
      ['café — &unknown;'],
    ],
    ['characters that XML forbids', rss('<item><title>a\u0008b</title></item>'), ['ab']],
    [
      'entries of an entry’s text',
      atom(
        '<entry><title>a</title><content type="html">&lt;entry&gt;&lt;title&gt;b&lt;/title&gt;&lt;/entry&gt;</content></entry>',
      ),
      ['a'],
    ],
    ['names in capitals', '<RSS><CHANNEL><TITLE>K</TITLE><ITEM><TITLE>a</TITLE></ITEM></CHANNEL></RSS>', ['a']],
    [
      'an entity that would grow',
      '<!DOCTYPE r [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;">]><rss><channel><item><title>t</title><description>&b;</description></item></channel></rss>',
      ['t'],
    ],
  ])('%s', (_, source, titles) => {
    expect(feedOf(source).items.map(({ title }) => title)).toEqual(titles);
  });
});
