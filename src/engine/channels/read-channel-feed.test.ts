import { expect, test } from 'vitest';
import { episodeUrl, listFeed } from '../playlists/list-feed.ts';
import { readChannelFeed } from './read-channel-feed.ts';

const feedUrl = 'https://x.example/dir/feed';
const feed = (body: string, limit = 10) => ({
  bytes: new TextEncoder().encode(
    `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>${body}</channel></rss>`,
  ),
  ...{ contentType: 'application/rss+xml', base: feedUrl, feedUrl, limit },
});
const item = (name: string, day: number | null, sound: boolean, more = '') =>
  `<item><title>T ${name}</title><guid>${name}</guid><link>/p/${name}</link>${day === null ? '' : `<pubDate>0${day} Mar 2026 08:00:00 GMT</pubDate>`}${
    sound ? `<enclosure url="/s/${name}.mp3" type="audio/mpeg"/>` : ''
  }${more}</item>`;

test('EXP-01 a feed gives its entries whole, the newest first', () => {
  const body = `<title> Ch </title><link>/home</link><author>a</author>${item('1', 2, true, '<itunes:duration>1:01</itunes:duration>')}${item('2', 3, false)}`;
  const entry = { coverUrl: null, author: 'a' };
  expect(readChannelFeed(feed(body))).toEqual({
    ...{ title: 'Ch', url: 'https://x.example/home', movedTo: null, kind: 'podcast' },
    entries: [
      {
        ...{ ...entry, key: '2', url: 'https://x.example/p/2', title: 'T 2' },
        ...{ durationMs: null, publishedAt: '2026-03-03T08:00:00.000Z' },
      },
      {
        ...{ ...entry, key: '1', url: `${feedUrl}?guid=1`, title: 'T 1' },
        ...{ durationMs: 61_000, publishedAt: '2026-03-02T08:00:00.000Z' },
      },
    ],
  });
});

test('EXP-01 a feed is a podcast when half of its entries have sound', () => {
  const kind = (...sounds: boolean[]) =>
    readChannelFeed(feed(`<title>Ch</title>${sounds.map((sound, at) => item(`${at}`, null, sound)).join('')}`))?.kind;
  expect([kind(true), kind(true, false), kind(true, false, false), kind(false), kind()]).toEqual([
    ...['podcast', 'podcast', 'feed', 'feed', 'feed'],
  ]);
});

test('EXP-01 entries are ordered only where all have a date, and as many as are wanted', () => {
  const keys = (limit: number, ...days: (number | null)[]) =>
    readChannelFeed(feed(`<title>Ch</title>${days.map((day, at) => item(`${at}`, day, false)).join('')}`, limit))?.entries.map(
      ({ key }) => key,
    );
  expect(keys(9, 2, 3, 1)).toEqual(['1', '0', '2']);
  expect(keys(9, 2, null, 3)).toEqual(['0', '1', '2']);
  expect(keys(2, 2, 3, 1)).toEqual(['1', '0']);
});

test('EXP-01 entries without an address are left out, and long names are cut', () => {
  const long = `<title>${'x'.repeat(400)}</title><item><guid>${'g'.repeat(600)}</guid><link>/a</link></item><item><title>no</title></item>`;
  const odd = `<item><title>long</title><link>/${'y'.repeat(4100)}</link></item><item><link>javascript:x</link><title>js</title></item>`;
  const news = readChannelFeed(feed(long + odd));
  expect(news?.title).toBe('x'.repeat(300));
  expect(news?.url).toBeNull();
  expect(news?.entries.map(({ key, url, title, author }) => [key, url, title, author])).toEqual([
    ['g'.repeat(500), 'https://x.example/a', 'https://x.example/a', null],
  ]);
  const title = `<title>Ch</title><item><title>${'t'.repeat(400)}</title><link>/a</link><author>${'n'.repeat(40)}</author></item>`;
  expect(readChannelFeed(feed(title))?.entries[0]).toMatchObject({ title: 't'.repeat(300), author: 'n'.repeat(40) });
});

test('EXP-01 a page is no feed, and a feed that says nothing is unreadable', () => {
  expect(readChannelFeed({ ...feed(''), bytes: new TextEncoder().encode('<html><p>x') })).toBeNull();
  expect(() => readChannelFeed(feed(''))).toThrow(expect.objectContaining({ code: 'feed_unreadable' }));
  expect(readChannelFeed(feed('<title>Ch</title>'))?.entries).toEqual([]);
});

test('SUM-03 a feed lists its episodes, each once, with the picture of the show', () => {
  const body = `<title>Ch</title><image><url>/c.png</url></image>${item('1', 2, true)}${item('1', null, true)}${item('2', null, false)}${item('3', null, true)}`;
  const shared = { durationMs: null, coverUrl: 'https://x.example/c.png', author: null };
  const first = { ...shared, url: `${feedUrl}?guid=1`, title: 'T 1', publishedAt: '2026-03-02T08:00:00.000Z' };
  expect(listFeed(feed(body))).toEqual({
    ...{ title: 'Ch', kind: 'show', url: feedUrl, siteName: 'x.example', coverUrl: 'https://x.example/c.png', total: 2 },
    items: [first, { ...shared, url: `${feedUrl}?guid=3`, title: 'T 3', publishedAt: null }],
  });
  // What the limit cut is not known to be all.
  expect(listFeed(feed(body, 1))).toMatchObject({ total: null, items: [first] });
  expect(listFeed(feed(body, 2))).toMatchObject({ total: null });
  expect(listFeed({ ...feed(''), bytes: new TextEncoder().encode('<html><p>x') })).toBeNull();
  expect(listFeed(feed(item('1', null, true)))).toMatchObject({ title: 'x.example', coverUrl: null });
  expect(episodeUrl('https://x.example/f?a=1#h', 'a b&c')).toBe('https://x.example/f?a=1&guid=a+b%26c');
});

test('EXP-01 SUM-03 names and addresses of entries are cut or left out at their limits', () => {
  const sounding = (name: string, more: string) =>
    `<item><title>${name}</title>${more}<enclosure url="/s.mp3" type="audio/mpeg"/></item>`;
  // `?guid=` and the id behind the feed's own address.
  const id = (length: number) => 'i'.repeat(length - `${feedUrl}?guid=`.length);
  const atLimit = feed(`<title>Ch</title>${sounding('at', `<guid>${id(4096)}</guid>`)}`);
  const beyond = feed(`<title>Ch</title>${sounding('beyond', `<guid>${id(4097)}</guid>`)}`);
  expect(listFeed(atLimit)?.items.map(({ url }) => url.length)).toEqual([4096]);
  expect(readChannelFeed(atLimit)?.entries.map(({ url, key }) => [url.length, key.length])).toEqual([[4096, 500]]);
  expect(listFeed(beyond)?.items).toEqual([]);
  expect(readChannelFeed(beyond)?.entries).toEqual([]);
  const picture = (length: number) => `https://x.example/${'p'.repeat(length - 'https://x.example/'.length)}`;
  const covers = [4096, 4097].map((length) => {
    const found = listFeed(
      feed(
        `<title>${'t'.repeat(301)}</title><itunes:image href="${picture(length)}"/>${sounding('n'.repeat(301), `<author>${'a'.repeat(301)}</author>`)}`,
      ),
    );
    return [found?.coverUrl?.length, found?.items[0]?.coverUrl?.length, found?.title.length];
  });
  expect(covers).toEqual([
    [4096, 4096, 300],
    [undefined, undefined, 300],
  ]);
  const named = feed(`<title>Ch</title>${sounding('n'.repeat(301), `<author>${'a'.repeat(301)}</author>`)}`);
  const lengths = [listFeed(named)?.items[0], readChannelFeed(named)?.entries[0]].map((entry) => [
    entry?.title.length,
    entry?.author?.length,
  ]);
  expect(lengths).toEqual([
    [300, 300],
    [300, 300],
  ]);
  const link = (length: number) => `https://x.example/${'l'.repeat(length - 'https://x.example/'.length)}`;
  const texts = [4096, 4097].map((length) => feed(`<title>Ch</title><item><link>${link(length)}</link></item>`));
  expect(texts.map((text) => readChannelFeed(text)?.entries.map(({ url, title }) => [url.length, title.length]))).toEqual([
    [[4096, 300]],
    [],
  ]);
});
