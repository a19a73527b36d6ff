import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { AppError } from '#lib/app-error.ts';
import { computeHere } from '../../../../tests/harness/compute-here.ts';
import { type Replay, startReplay } from '../../../../tests/harness/sites/replay.ts';
import { type Extracted, zExtracted } from '../../domain.ts';
import type { EnginePorts } from '../../ports.ts';
import { spotifySource } from './source.ts';

let internet: Replay;
beforeAll(async () => {
  internet = await startReplay();
});
afterAll(() => internet.close());

async function resolve(url: string): Promise<Extracted | null> {
  const ports = {
    compute: computeHere,
    fetch: createGuardedFetch({ replayFrom: internet.url }),
    extractPage: () => Promise.reject(new AppError('page_no_text')),
    blobs: { put: async (_key: string, bytes: Uint8Array) => ({ size: bytes.length }), delete: async () => {} },
  } as unknown as EnginePorts;
  expect(spotifySource.canHandle({ type: 'url', url })).toBe(true);
  const context = { ports, progress: { stage: () => {}, partial: () => {} }, signal: AbortSignal.timeout(20_000) };
  const extracted = await spotifySource.resolve({ type: 'url', url }, context);
  return extracted && zExtracted.parse(extracted);
}

const episodeId = (name: string) => name.padEnd(22, '0');
function spotify(id: string, title: string, show: string, minutes = 42): void {
  const data = {
    props: {
      pageProps: {
        state: {
          data: {
            entity: {
              type: 'episode',
              name: title,
              title,
              subtitle: show,
              duration: minutes * 60_000,
              releaseDate: { isoString: '2026-02-03T05:00:00Z' },
              visualIdentity: {
                image: [
                  { url: 'https://i.scdn.co/image/small', maxHeight: 64 },
                  { url: 'https://i.scdn.co/image/large', maxHeight: 640 },
                ],
              },
            },
            defaultAudioFileObject: { format: 'MP4_128_CBCS', url: ['https://audio-fa.scdn.co/locked'], passthrough: 'NONE' },
          },
        },
      },
    },
  };
  internet.on(`https://open.spotify.com/embed/episode/${id}`, {
    type: 'text/html',
    body: `<!doctype html><body><script id="__NEXT_DATA__" type="application/json">${JSON.stringify(data)}</script></body>`,
  });
}

/** The podcast directory, which finds shows by their names. */
function directory(shows: { name: string; feedUrl: string }[]): void {
  internet.on('https://itunes.apple.com/search', (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x');
    const term = searchParams.get('term') ?? '';
    const results =
      searchParams.get('entity') === 'podcast' ? shows.filter(({ name }) => term.includes(name.split(':')[0] ?? name)) : [];
    response
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end(JSON.stringify({ results: results.map(({ name, feedUrl }) => ({ collectionName: name, feedUrl })) }));
  });
}

const item = (title: string, guid: string, duration: string) =>
  `<item><title>${title}</title><guid>${guid}</guid><itunes:duration>${duration}</itunes:duration><enclosure url="https://cdn.kiln.example/${guid}.mp3" type="audio/mpeg" length="9"/><podcast:transcript url="https://feeds.kiln.example/${guid}.vtt" type="text/vtt"/></item>`;
const feed = (...items: string[]) => ({
  type: 'application/rss+xml',
  body: `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>The Kiln Hour</title>${items.join('')}</channel></rss>`,
});

test('SUM-09 SUM-03 reads a Spotify episode from its show’s feed, with its published transcript', async () => {
  const id = episodeId('fires');
  spotify(id, 'Ep. 7: Fires at night', 'The Kiln Hour');
  directory([
    { name: 'The Kiln Hour of Sleep', feedUrl: 'https://feeds.other.example/sleep.xml' },
    { name: 'The Kiln Hour', feedUrl: 'https://feeds.kiln.example/hour.xml' },
  ]);
  internet.on(
    'https://feeds.kiln.example/hour.xml',
    feed(
      item('Fires by day', 'a', '41:00'),
      item('EP 7 — Fires at night', 'b', '43:10'),
      item('EP 7 — Fires at night (trailer)', 'c', '1:10'),
    ),
  );
  internet.on('https://feeds.kiln.example/b.vtt', {
    type: 'text/vtt',
    body: 'WEBVTT\n\n00:01.000 --> 00:05.000\nThe oven glows all night.\n',
  });
  expect(await resolve(`https://open.spotify.com/intl-de/episode/${id}?si=share`)).toMatchObject({
    kind: 'audio',
    canonicalUrl: `https://open.spotify.com/episode/${id}`,
    title: 'EP 7 — Fires at night',
    siteName: 'The Kiln Hour',
    durationMs: 2_590_000,
    coverUrl: 'https://i.scdn.co/image/large',
    media: { url: 'https://cdn.kiln.example/b.mp3' },
    transcript: { segments: [{ text: 'The oven glows all night.' }] },
  });
});

test('SUM-09 keeps the title of an episode without a feed and never fetches its protected sound', async () => {
  const id = episodeId('only');
  spotify(id, 'Only here', 'The Locked Hour');
  directory([]);
  expect(await resolve(`https://open.spotify.com/episode/${id}`)).toMatchObject({
    title: 'Only here',
    siteName: 'The Locked Hour',
    publishedAt: '2026-02-03T05:00:00Z',
    durationMs: 2_520_000,
    media: null,
    transcript: null,
    problem: 'episode_not_found',
  });
  expect(internet.requests.filter((path) => path.startsWith('audio-fa.scdn.co'))).toEqual([]);
});

test('SUM-09 rejects an episode of another length, or of another show', async () => {
  const id = episodeId('other');
  spotify(id, 'Fires at night', 'The Kiln Hour', 180);
  directory([{ name: 'The Kiln Hour', feedUrl: 'https://feeds.kiln.example/short.xml' }]);
  internet.on('https://feeds.kiln.example/short.xml', feed(item('Fires at night', 'b', '43:10')));
  expect(await resolve(`https://open.spotify.com/episode/${id}`)).toMatchObject({ problem: 'episode_not_found' });
});

test('SUM-09 reports an unknown Spotify page as a changed site', async () => {
  const id = episodeId('strange');
  internet.on(`https://open.spotify.com/embed/episode/${id}`, { type: 'text/html', body: '<html>soon</html>' });
  await expect(resolve(`https://open.spotify.com/episode/${id}`)).rejects.toMatchObject({ code: 'site_changed' });
});
