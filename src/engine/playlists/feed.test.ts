import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { computeHere } from '../../../tests/harness/compute-here.ts';
import { type Replay, startReplay } from '../../../tests/harness/sites/replay.ts';
import type { EnginePorts } from '../ports.ts';
import { playlistSources, readPlaylist } from '../sites/recognise-playlist.ts';
import type { Playlist } from './playlist.ts';

let internet: Replay;
beforeEach(async () => {
  internet = await startReplay();
});
afterEach(() => internet.close());

function list(url: string, limit = 5_000): Promise<Playlist | null> {
  const ports = { compute: computeHere, fetch: createGuardedFetch({ replayFrom: internet.url }) } as unknown as EnginePorts;
  return readPlaylist(new URL(url), { ports, signal: AbortSignal.timeout(10_000), limit });
}

function feed(items: string): string {
  return `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Kiln Talk</title><itunes:author>Ada</itunes:author><image><url>/cover.jpg</url></image>${items}</channel></rss>`;
}
const episode = (guid: string, audio = `/${guid}.mp3`) =>
  `<item><title>Talk ${guid}</title><guid>${guid}</guid><pubDate>Wed, 04 Mar 2026 08:00:00 GMT</pubDate><itunes:duration>1:02:03</itunes:duration><enclosure url="${audio}" type="audio/mpeg"/></item>`;
const type = 'application/rss+xml';

test('SUM-03 lists a feed’s episodes under their own addresses', async () => {
  internet.on('https://feeds.example/kiln', {
    type,
    body: feed(`${episode('a') + episode('b')}<item><title>A post</title><guid>c</guid></item>`),
  });
  expect(await list('https://feeds.example/kiln?token=x')).toEqual({
    title: 'Kiln Talk',
    kind: 'show',
    url: 'https://feeds.example/kiln?token=x',
    siteName: 'feeds.example',
    coverUrl: 'https://feeds.example/cover.jpg',
    total: 2,
    items: ['a', 'b'].map((guid) => ({
      url: `https://feeds.example/kiln?token=x&guid=${guid}`,
      title: `Talk ${guid}`,
      durationMs: 3_723_000,
      publishedAt: '2026-03-04T08:00:00.000Z',
      coverUrl: 'https://feeds.example/cover.jpg',
      author: 'Ada',
    })),
  });
});

test.each(['application/feed+json', 'application/json; charset=utf-8'])(
  'SUM-03 lists a JSON feed served as %s',
  async (served) => {
    const items = ['a', 'b'].map((id) => ({
      id,
      title: `Talk ${id}`,
      attachments: [{ url: `/${id}.mp3`, mime_type: 'audio/mpeg' }],
    }));
    const body = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'Kiln Talk', items });
    internet.on('https://feeds.example/json', { type: served, body });
    expect((await list('https://feeds.example/json'))?.items.map(({ title }) => title)).toEqual(['Talk a', 'Talk b']);
  },
);

test('names the first of two episodes with one id, and the second by its sound; an episode listed twice stands once', async () => {
  internet.on('https://feeds.example/twice', {
    type,
    body: feed(episode('a') + episode('a', '/other.mp3') + episode('b') + episode('b')),
  });
  const found = await list('https://feeds.example/twice');
  expect(found?.items.map(({ url }) => new URL(url).searchParams.get('guid'))).toEqual([
    'a',
    'https://feeds.example/other.mp3',
    'b',
  ]);
});

test('lists no single episode and no page', async () => {
  internet.on('https://feeds.example/one', { type, body: feed(episode('a')) });
  internet.on('https://feeds.example/page', { body: '<!doctype html><title>Page</title>' });
  expect(await list('https://feeds.example/one')).toBeNull();
  expect(await list('https://feeds.example/page')).toBeNull();
  expect(await list('https://feeds.example/kiln?guid=a')).toBeNull();
  expect(internet.requests).toEqual(['feeds.example/one', 'feeds.example/page']);
});

const lookup = (extra: object) => ({
  type: 'application/json',
  body: JSON.stringify({
    results: [
      {
        kind: 'podcast',
        trackId: 77001,
        collectionName: 'Kiln Talk',
        artworkUrl600: 'https://art.example/k.jpg',
        trackCount: 320,
        ...extra,
      },
      // The first result is the show itself; the next two are not usable episodes.
      { trackId: 77001, trackName: 'Kiln Talk' },
      { kind: 'song', trackId: 898, trackName: 'Song of the Kiln' },
      { kind: 'podcast-episode', trackId: 899 },
      { kind: 'podcast-episode', trackId: 900, trackName: 'Fire', releaseDate: '2026-03-04T08:00:00Z', trackTimeMillis: 60_000 },
      { trackId: 901, trackName: 'Ash', artistName: 'Ada', artworkUrl600: 'https://art.example/a.jpg' },
    ],
  }),
});

test('SUM-03 an ordinary address shows no list before it is fetched', () => {
  const claims = playlistSources.filter((source) => source.canHandle(new URL('https://page.example/oven')));
  expect(claims.map(({ id, anyAddress }) => [id, anyAddress])).toEqual([['feed', true]]);
});

test('SUM-03 lists an Apple Podcasts show from its feed, else from the directory', async () => {
  const address = 'https://podcasts.apple.com/us/podcast/kiln-talk/id77001';
  internet.on('https://itunes.apple.com/lookup', lookup({ feedUrl: 'https://feeds.example/kiln' }));
  internet.on('https://feeds.example/kiln', { type, body: feed(episode('a') + episode('b') + episode('c')) });
  const whole = await list(address);
  expect(whole).toMatchObject({
    title: 'Kiln Talk',
    siteName: 'Apple Podcasts',
    url: address,
    coverUrl: 'https://art.example/k.jpg',
    total: 3,
  });
  expect(whole?.items[0]?.url).toBe('https://feeds.example/kiln?guid=a');

  const directory = {
    ...{ title: 'Kiln Talk', kind: 'show', siteName: 'Apple Podcasts', url: address, coverUrl: 'https://art.example/k.jpg' },
    total: 320,
    items: [
      {
        ...{ url: 'https://podcasts.apple.com/podcast/id77001?i=900', title: 'Fire', durationMs: 60_000 },
        ...{ publishedAt: '2026-03-04T08:00:00Z', coverUrl: null, author: null },
      },
      {
        ...{ url: 'https://podcasts.apple.com/podcast/id77001?i=901', title: 'Ash', durationMs: null },
        ...{ publishedAt: null, coverUrl: 'https://art.example/a.jpg', author: 'Ada' },
      },
    ],
  };
  for (const gone of [{ status: 500, body: 'no' }, { type, body: feed('') }, { body: '<!doctype html>' }]) {
    internet.on('https://feeds.example/kiln', gone);
    expect(await list(address)).toEqual(directory);
  }
  internet.on('https://itunes.apple.com/lookup', lookup({ trackCount: 1 }));
  expect(await list(address)).toEqual({ ...directory, total: 2 });
  expect(await list(address, 1)).toEqual({ ...directory, total: 1, items: directory.items.slice(0, 1) });
});

test('SUM-03 reports an unknown show as empty, and another answer as a changed site', async () => {
  internet.on('https://itunes.apple.com/lookup', { type: 'application/json', body: '{"results":[]}' });
  await expect(list('https://podcasts.apple.com/cn/podcast/id77002')).rejects.toMatchObject({ code: 'listing_empty' });
  internet.on('https://itunes.apple.com/lookup', { type: 'application/json', body: '<html>' });
  await expect(list('https://podcasts.apple.com/cn/podcast/id77002')).rejects.toMatchObject({ code: 'site_changed' });
  internet.on('https://itunes.apple.com/lookup', { status: 429, body: '' });
  await expect(list('https://podcasts.apple.com/cn/podcast/id77002')).rejects.toMatchObject({
    code: 'fetch_status',
    params: { status: 429 },
  });
});

test('SUM-03 lists the latest episodes at Xiaoyuzhou with their total', async () => {
  const podcast = {
    title: '窑边夜话',
    author: '林小禾',
    episodeCount: 320,
    image: { picUrl: 'https://image.xyzcdn.net/a.jpg' },
    episodes: [
      { eid: '65f0aa00bb11cc22dd33ee44', title: '火候', duration: 3600, pubDate: '2026-03-04T08:00:00.000Z' },
      { eid: '65f0aa00bb11cc22dd33ee45', title: '烟囱', duration: 1800, pubDate: '2026-03-01T08:00:00.000Z' },
      { eid: '65f0aa00bb11cc22dd33ee44', title: '火候', duration: 3600, pubDate: null },
      { eid: '65f0aa00bb11cc22dd33ee46', pubDate: 'soon', image: { picUrl: 'https://image.xyzcdn.net/c.jpg' } },
    ],
  };
  const address = 'https://www.xiaoyuzhoufm.com/podcast/65f0aa00bb11cc22dd33ee00';
  const show = (shown: object) => {
    const data = JSON.stringify({ props: { pageProps: { podcast: { ...podcast, ...shown } } } });
    internet.on(address, { body: `<!doctype html><script id="__NEXT_DATA__" type="application/json">${data}</script>` });
  };
  show({});
  const found = await list(address);
  const shared = { coverUrl: null, author: '林小禾' };
  expect(found).toEqual({
    ...{
      title: '窑边夜话',
      kind: 'show',
      url: address,
      siteName: '小宇宙',
      coverUrl: 'https://image.xyzcdn.net/a.jpg',
      total: 320,
    },
    items: [
      {
        ...{ ...shared, url: 'https://www.xiaoyuzhoufm.com/episode/65f0aa00bb11cc22dd33ee44', title: '火候' },
        ...{ durationMs: 3_600_000, publishedAt: '2026-03-04T08:00:00.000Z' },
      },
      {
        ...{ ...shared, url: 'https://www.xiaoyuzhoufm.com/episode/65f0aa00bb11cc22dd33ee45', title: '烟囱' },
        ...{ durationMs: 1_800_000, publishedAt: '2026-03-01T08:00:00.000Z' },
      },
      {
        ...{ ...shared, url: 'https://www.xiaoyuzhoufm.com/episode/65f0aa00bb11cc22dd33ee46', title: '65f0aa00bb11cc22dd33ee46' },
        ...{ durationMs: null, publishedAt: null, coverUrl: 'https://image.xyzcdn.net/c.jpg' },
      },
    ],
  });
  expect(await list(address, 1)).toEqual({ ...found, items: found?.items.slice(0, 1) });
  show({ episodes: [] });
  await expect(list(address)).rejects.toMatchObject({ code: 'listing_empty' });
  show({ episodes: null });
  await expect(list(address)).rejects.toMatchObject({ code: 'site_changed' });
});
