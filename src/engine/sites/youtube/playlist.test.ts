import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { toAppError } from '#lib/app-error.ts';
import { computeHere } from '../../../../tests/harness/compute-here.ts';
import { bodyOf, type Replay, startReplay } from '../../../../tests/harness/sites/replay.ts';
import {
  captchaPage,
  channelPage,
  continuation,
  lockup,
  morePlaylist,
  playlistAnswer,
} from '../../../../tests/harness/sites/youtube.ts';
import type { Playlist } from '../../playlists/playlist.ts';
import type { EnginePorts } from '../../ports.ts';
import { readPlaylist } from '../recognise-playlist.ts';

let internet: Replay;
beforeEach(async () => {
  internet = await startReplay();
});
afterEach(() => internet.close());

const channelId = 'UCabcdefghijklmnopqrstuv';
const browse = 'https://www.youtube.com/youtubei/v1/browse';

function list(url: string, limit = 500): Promise<Playlist | null> {
  const ports = {
    compute: computeHere,
    fetch: createGuardedFetch({ replayFrom: internet.url }),
    clock: { now: () => Date.now(), sleep: async () => {} },
  } as Partial<EnginePorts> as EnginePorts;
  return readPlaylist(new URL(url), { ports, signal: AbortSignal.timeout(20_000), limit });
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing failed',
    (error: unknown) => toAppError(error).code,
  );
}

function idOf(index: number): string {
  return `video${String(index).padStart(6, '0')}`;
}

/** Answers `browse` in pages of a hundred videos. */
function onPlaylist(total: number): { asked: Record<string, unknown>[] } {
  const seen: { asked: Record<string, unknown>[] } = { asked: [] };
  internet.on(browse, (request, response) => {
    void bodyOf(request).then((text) => {
      const body = JSON.parse(text) as { continuation?: string };
      seen.asked.push(body);
      const start = Number(body.continuation ?? 0);
      const entries: unknown[] = Array.from({ length: Math.min(100, total - start) }, (_, index) =>
        lockup(idOf(start + index), `Film ${start + index + 1}`, { author: 'Valley Films' }),
      );
      if (start + 100 < total) entries.push(continuation(String(start + 100)));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(start === 0 ? playlistAnswer('Kilns', entries, String(total)) : morePlaylist(entries)));
    });
  });
  return seen;
}

test('SUM-02 lists a playlist’s videos in order, page by page', async () => {
  const seen = onPlaylist(250);
  const found = await list('https://www.youtube.com/playlist?list=PLabcdefghijk123&si=x');
  expect(found).toMatchObject({
    title: 'Kilns',
    kind: 'playlist',
    url: 'https://www.youtube.com/playlist?list=PLabcdefghijk123',
    siteName: 'YouTube',
    total: 250,
  });
  expect(found?.items).toHaveLength(250);
  expect(found?.items[249]).toEqual({
    url: `https://www.youtube.com/watch?v=${idOf(249)}`,
    title: 'Film 250',
    durationMs: 245_000,
    publishedAt: null,
    coverUrl: `https://i.ytimg.com/vi/${idOf(249)}/hqdefault.jpg`,
    author: 'Valley Films',
  });
  expect(seen.asked).toHaveLength(3);
  expect(seen.asked[0]).toMatchObject({ browseId: 'VLPLabcdefghijk123', context: { client: { clientName: 'WEB' } } });
});

test('requests no more than wanted and ends at a cycle', async () => {
  const seen = onPlaylist(1000);
  expect((await list('https://www.youtube.com/playlist?list=PLabcdefghijk123', 120))?.items).toHaveLength(120);
  expect(seen.asked).toHaveLength(2);
  let rounds = 0;
  internet.on(browse, (_request, response) => {
    rounds++;
    response.end(JSON.stringify(playlistAnswer('Circle', [lockup(idOf(1), 'Once'), continuation('AGAIN')], '9')));
  });
  expect((await list('https://www.youtube.com/playlist?list=PLabcdefghijk123'))?.items).toHaveLength(1);
  expect(rounds).toBe(2);
});

test('keeps earlier pages when the site refuses one', async () => {
  let asked = 0;
  internet.on(browse, (_request, response) => {
    asked++;
    if (asked > 1) return void response.writeHead(429).end();
    response.end(JSON.stringify(playlistAnswer('Kilns', [lockup(idOf(1), 'One'), continuation('NEXT')], '200')));
  });
  expect(await list('https://www.youtube.com/playlist?list=PLabcdefghijk123')).toMatchObject({
    total: 200,
    items: [{ title: 'One' }],
  });
});

test('tells deleted, refused and changed lists apart', async () => {
  const url = 'https://www.youtube.com/playlist?list=PLabcdefghijk123';
  internet.on(browse, {
    body: JSON.stringify({
      alerts: [{ alertRenderer: { type: 'ERROR', text: { runs: [{ text: 'The playlist does not exist.' }] } } }],
    }),
  });
  expect(await codeOf(list(url))).toBe('listing_empty');
  internet.on(browse, { body: '', status: 429 });
  expect(await codeOf(list(url))).toBe('site_wait');
  internet.on(browse, { body: '{"contents":{}}' });
  expect(await codeOf(list(url))).toBe('site_changed');
});

const feed = `<?xml version="1.0"?><feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns="http://www.w3.org/2005/Atom">
<title>Valley Films</title><entry><id>yt:video:${idOf(1)}</id><yt:videoId>${idOf(1)}</yt:videoId><title>Newest</title>
<link rel="alternate" href="https://www.youtube.com/watch?v=${idOf(1)}"/><published>2026-03-04T08:00:00+00:00</published></entry></feed>`;

test('EXP-01 lists a channel’s videos by its handle, from nested entries', async () => {
  const entries = [1, 2].map((index) => ({
    richItemRenderer: { content: lockup(idOf(index), `Film ${index}`, { author: '12K views' }) },
  }));
  internet.on('https://www.youtube.com/@valley/videos', channelPage(channelId, entries));
  expect(await list('https://www.youtube.com/@Valley/featured')).toMatchObject({
    title: 'Valley Films',
    kind: 'channel',
    url: 'https://www.youtube.com/@valley',
    items: [{ title: 'Film 1', author: 'Valley Films' }, { title: 'Film 2' }],
  });
});

test('EXP-01 reads a channel from its feed, with dates, when its page is unknown', async () => {
  internet.on(`https://www.youtube.com/channel/${channelId}/videos`, captchaPage);
  internet.on('https://www.youtube.com/feeds/videos.xml', { body: feed, type: 'text/xml' });
  expect(await list(`https://www.youtube.com/channel/${channelId}`)).toMatchObject({
    title: 'Valley Films',
    items: [{ title: 'Newest', url: `https://www.youtube.com/watch?v=${idOf(1)}`, publishedAt: '2026-03-04T08:00:00.000Z' }],
  });
  internet.on('https://www.youtube.com/feeds/videos.xml', { body: '', status: 404 });
  expect(await codeOf(list(`https://www.youtube.com/channel/${channelId}`))).toBe('site_wait');
});

test('reports a deleted channel and one without videos', async () => {
  internet.on('https://www.youtube.com/@gone/videos', { body: '', status: 404 });
  expect(await codeOf(list('https://www.youtube.com/@gone'))).toBe('listing_empty');
  internet.on('https://www.youtube.com/@bare/videos', channelPage(channelId, []));
  internet.on('https://www.youtube.com/feeds/videos.xml', { body: '', status: 404 });
  expect(await codeOf(list('https://www.youtube.com/@bare'))).toBe('listing_empty');
});
