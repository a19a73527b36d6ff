import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { toAppError } from '#lib/app-error.ts';
import { computeHere } from '../../../../tests/harness/compute-here.ts';
import { type Replay, startReplay } from '../../../../tests/harness/sites/replay.ts';
import type { Playlist } from '../../playlists/playlist.ts';
import type { EnginePorts } from '../../ports.ts';
import { readPlaylist } from '../recognise-playlist.ts';

let internet: Replay;
beforeEach(async () => {
  internet = await startReplay();
});
afterEach(() => internet.close());

const show = 'https://open.spotify.com/show/5eXZwvvxt3K2dxha3BSaAe';

function list(url = show): Promise<Playlist | null> {
  const ports = { compute: computeHere, fetch: createGuardedFetch({ replayFrom: internet.url }) } as unknown as EnginePorts;
  return readPlaylist(new URL(url), { ports, signal: AbortSignal.timeout(10_000), limit: 100 });
}

const codeOf = async (url?: string) => toAppError(await list(url).catch((error: unknown) => error)).code;

function onShow(results: unknown[]): void {
  const json = 'application/json';
  internet.on('https://open.spotify.com/oembed', {
    type: json,
    body: JSON.stringify({ title: 'Kiln Talk', thumbnail_url: 'https://i.scdn.co/image/ab12' }),
  });
  internet.on('https://itunes.apple.com/search', { type: json, body: JSON.stringify({ results }) });
}

function onFeed(url: string, guids: string[]): void {
  const items = guids.map(
    (guid) => `<item><title>Talk ${guid}</title><guid>${guid}</guid><enclosure url="/${guid}.mp3" type="audio/mpeg"/></item>`,
  );
  internet.on(url, {
    type: 'application/rss+xml',
    body: `<rss version="2.0"><channel><title>Kiln Talk!</title>${items.join('')}</channel></rss>`,
  });
}

test.each([show, `${show}?si=abc`, show.replace('/show/', '/intl-de/show/'), show.replace('/show/', '/embed/show/')])(
  'SUM-03 a show is listed from the feed of its name: %s',
  async (url) => {
    onShow([
      { collectionName: 'Kiln Talk', feedUrl: 'https://feeds.example/kiln' },
      { collectionName: 'Kiln Talk Extra', feedUrl: 'https://feeds.example/extra' },
    ]);
    onFeed('https://feeds.example/kiln', ['a', 'b']);
    expect(await list(url)).toMatchObject({
      ...{ title: 'Kiln Talk', kind: 'show', siteName: 'Spotify', url: show, coverUrl: 'https://i.scdn.co/image/ab12', total: 2 },
      items: [{ url: 'https://feeds.example/kiln?guid=a', title: 'Talk a' }, { title: 'Talk b' }],
    });
  },
);

test('SUM-03 reports a show without a feed, and guesses none of two with one name', async () => {
  onShow([{ collectionName: 'Another Talk', feedUrl: 'https://feeds.example/other' }]);
  expect(await codeOf()).toBe('show_not_found');
  const namesakes = ['https://feeds.example/one', 'https://feeds.example/two'];
  onShow(namesakes.map((feedUrl) => ({ collectionName: 'Kiln talk', feedUrl })));
  expect(await codeOf()).toBe('show_not_found');
  expect(internet.requests.filter((path) => path.startsWith('feeds.example'))).toEqual([]);
});

test('reports an unknown answer as a changed site', async () => {
  internet.on('https://open.spotify.com/oembed', { type: 'application/json', body: '{}' });
  expect(await codeOf()).toBe('site_changed');
});
