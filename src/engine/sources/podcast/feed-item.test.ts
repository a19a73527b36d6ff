import { expect, test } from 'vitest';
import { parseFeed } from '../../feeds/parse-feed.ts';
import { itemEpisode, matchItem } from './feed-item.ts';

const url = 'https://show.example/feed';

/** The address of the sound of an episode. */
function soundOf(enclosures: string): string | null {
  const feed = parseFeed(Buffer.from(`<rss><channel><item><title>Talk</title>${enclosures}</item></channel></rss>`));
  const [item] = feed.items;
  return item ? (itemEpisode(feed, item, { url, base: url })?.audio.url ?? null) : null;
}

test.each(['mp3', 'audio', 'application/mp3', 'mpeg/audio', 'x-audio/mp3', 'audio/mpeg'])(
  'SUM-03 finds the sound whose type is written %s',
  (type) => {
    expect(soundOf(`<enclosure url="/play?id=1" type="${type}"/>`)).toBe('https://show.example/play?id=1');
  },
);

test('SUM-03 takes a sound before a playlist, which it cannot fetch', () => {
  const playlist = '<enclosure url="/live.m3u8" type="application/x-mpegURL"/>';
  expect(soundOf(`${playlist}<enclosure url="/a.mp3" type="audio/mpeg"/>`)).toBe('https://show.example/a.mp3');
  expect(soundOf(playlist)).toBeNull();
});

test.each(['mp3', 'm4b', 'mpga', 'mov'])('SUM-03 finds the sound by its name in .%s, whatever its type', (ending) => {
  for (const type of ['text/html', 'application/octet-stream', ''])
    expect(soundOf(`<enclosure url="/1.${ending}?x=1" type="${type}"/>`)).toBe(`https://show.example/1.${ending}?x=1`);
});

test('SUM-03 takes no picture or page for a sound', () => {
  expect(soundOf('<enclosure url="/1.jpg" type="image/jpeg"/>')).toBeNull();
  expect(soundOf('<enclosure url="/1" type="text/html"/>')).toBeNull();
});

const feedOf = (inner: string) => parseFeed(Buffer.from(`<rss><channel>${inner}</channel></rss>`));
const items = feedOf(
  [
    ['a', 'One: two', 'http://cdn.example/1.mp3?x=1', 'https://show.example/1'],
    ['b', 'Three', 'https://cdn.example/2.mp3', '/2'],
    ['c', 'Three!', 'https://cdn.example/3.mp3', 'https://show.example/1'],
  ]
    .map(
      ([guid, title, sound, link]) =>
        `<item><guid>${guid}</guid><title>${title}</title><enclosure url="${sound}"/><link>${link}</link></item>`,
    )
    .join(''),
).items;

test.each<[wanted: Parameters<typeof matchItem>[1], id: string | null]>([
  [{ id: 'b', enclosure: 'http://cdn.example/1.mp3?x=1', link: '/2', title: 'One: two' }, 'b'],
  [{ id: 'x', enclosure: 'https://cdn.example/1.mp3#t', link: '/2', title: 'Three' }, 'a'],
  [{ enclosure: '//cdn.example/2.mp3?y' }, 'b'],
  [{ enclosure: 'https://cdn.example/9.mp3', link: 'http://show.example/2' }, 'b'],
  [{ link: 'https://show.example/1?x' }, 'a'],
  [{ link: 'https://show.example/9', title: 'ＯＮＥ — Two' }, 'a'],
  [{ title: 'Three' }, null],
  [{ title: '!' }, null],
  [{ title: 'One' }, null],
  [{}, null],
])('SUM-03 finds the item %j', (wanted, id) => {
  expect(matchItem(items, wanted, url)?.id ?? null).toBe(id);
});

test('SUM-03 takes an episode from its feed, with absolute addresses', () => {
  const written =
    '<guid>1</guid><enclosure url="a.mp3" type="audio/mpeg"/><itunes:duration>61</itunes:duration><pubDate>2024-03-05</pubDate><description>Notes</description>';
  const shows = '<title>Show</title><language>en</language><itunes:author>Ann</itunes:author><image><url>show.png</url></image>';
  const own = '<title>Talk</title><author>Bo</author><itunes:image href="own.png"/>';
  const offers =
    '<podcast:transcript url="t.vtt" type="text/vtt"/><podcast:transcript url="mailto:x" type="text/vtt"/><podcast:chapters url="c.json"/>';
  const episodeOf = (inner: string) => {
    const feed = feedOf(`${shows}<item>${inner}</item>`);
    const [item] = feed.items;
    return item ? itemEpisode(feed, item, { url: 'https://a.example/', base: url }) : null;
  };
  const plain = {
    url: 'https://a.example/',
    title: null,
    show: 'Show',
    author: 'Ann',
    date: '2024-03-05T00:00:00.000Z',
    language: 'en',
    durationMs: 61_000,
    notes: '<p>Notes</p>',
    image: 'https://show.example/show.png',
    audio: { url: 'https://show.example/a.mp3', type: 'audio/mpeg' },
    transcripts: [],
    chaptersUrl: null,
    chapters: [],
  };
  expect(episodeOf(written)).toEqual(plain);
  expect(episodeOf(`${written}${own}${offers}`)).toEqual({
    ...plain,
    title: 'Talk',
    author: 'Bo',
    image: 'https://show.example/own.png',
    transcripts: [{ url: 'https://show.example/t.vtt', type: 'text/vtt', language: null }],
    chaptersUrl: 'https://show.example/c.json',
  });
  expect(episodeOf('<title>Talk</title>')).toBeNull();
  expect(episodeOf('<enclosure url="ftp://a.example/a.mp3" type="audio/mpeg"/>')).toBeNull();
});
