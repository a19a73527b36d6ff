import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { toAppError } from '#lib/app-error.ts';
import { computeHere } from '../../../tests/harness/compute-here.ts';
import { type Replay, startReplay } from '../../../tests/harness/sites/replay.ts';
import { channelPage, lockup } from '../../../tests/harness/sites/youtube.ts';
import type { PlaylistContext } from '../playlists/playlist-source.ts';
import type { EnginePorts } from '../ports.ts';
import type { ChannelReading } from './channel.ts';
import { findChannel } from './find-channel.ts';
import { readChannel } from './read-channel.ts';

let internet: Replay;
let context: PlaylistContext;
beforeEach(async () => {
  internet = await startReplay();
  const ports = {
    compute: computeHere,
    fetch: createGuardedFetch({ replayFrom: internet.url }),
    clock: { now: () => Date.now(), sleep: async () => {} },
  } as Partial<EnginePorts> as EnginePorts;
  context = { ports, signal: AbortSignal.timeout(10_000), limit: 50 };
});
afterEach(() => internet.close());

const nothingKnown = { etag: null, lastModified: null, hash: null };
const type = 'application/rss+xml';

function newsOf(reading: ChannelReading) {
  if (reading.state !== 'read') throw new Error('nothing was read');
  return reading.news;
}

test('EXP-01 the page of a YouTube channel stands in for its missing feed', async () => {
  const page = 'https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv';
  const address = {
    kind: 'video' as const,
    url: page,
    feed: 'https://www.youtube.com/feeds/videos.xml?channel_id=UCabcdefghijklmnopqrstuv',
  };
  internet.on('https://www.youtube.com/feeds/videos.xml', { body: '', status: 404 });
  internet.on(
    `${page}/videos`,
    channelPage('UCabcdefghijklmnopqrstuv', [
      { richItemRenderer: { content: lockup('aaaaaaaaaa1', 'On the page', { author: '1K views' }) } },
    ]),
  );
  const reading = await readChannel(address, nothingKnown, context);
  expect(reading).toMatchObject({ state: 'read', feed: null, validators: nothingKnown });
  expect(newsOf(reading).entries).toMatchObject([{ title: 'On the page', url: 'https://www.youtube.com/watch?v=aaaaaaaaaa1' }]);
  // 410 means that the feed is gone for good, so the site's own list does not stand in.
  internet.on('https://www.youtube.com/feeds/videos.xml', { body: '', status: 410 });
  const refused = await readChannel(address, nothingKnown, context).catch((error: unknown) => toAppError(error));
  expect(refused).toMatchObject({ code: 'fetch_status', params: { status: 410 } });
});

test('EXP-01 episodes keep the address of the feed that first named them', async () => {
  const item = (guid: string, day: number) =>
    `<item><title>Talk ${guid}</title><guid>${guid}</guid><pubDate>0${day} Mar 2026 08:00:00 GMT</pubDate><itunes:duration>1:00</itunes:duration><enclosure url="/${guid}.mp3" type="audio/mpeg"/></item>`;
  // Some feeds list the oldest entry first.
  const body = `<rss version="2.0"><channel><title>Talks</title>${item('a', 1)}${item('b', 2)}${item('b', 3)}<item><title>no link</title></item></channel></rss>`;
  internet.on('https://new.example/talks.xml', { type, body });
  const address = { kind: 'podcast' as const, url: 'https://talks.example/', feed: 'https://new.example/talks.xml' };
  const news = newsOf(await readChannel({ ...address, named: 'https://old.example/talks.xml' }, nothingKnown, context));
  expect(news.kind).toBe('podcast');
  expect(news.entries).toMatchObject([
    { key: 'b', url: 'https://old.example/talks.xml?guid=b', durationMs: 60_000, publishedAt: '2026-03-02T08:00:00.000Z' },
    { key: 'a', url: 'https://old.example/talks.xml?guid=a' },
  ]);
});

test('EXP-01 a feed that writes its home page as every id has all its entries', async () => {
  const item = (name: string) =>
    `<item><title>${name}</title><guid>https://talks.example/</guid><link>/${name}</link><enclosure url="/${name}.mp3" type="audio/mpeg"/></item>`;
  const text = '<item><title>c</title><guid>https://talks.example/</guid><link>/c</link></item>';
  internet.on('https://talks.example/feed', {
    type,
    body: `<rss><channel><title>Talks</title>${item('a')}${item('b')}${text}</channel></rss>`,
  });
  const address = { kind: 'podcast' as const, url: 'https://talks.example/', feed: 'https://talks.example/feed' };
  const at = (path: string) => `https://talks.example/${path}`;
  expect(newsOf(await readChannel(address, nothingKnown, context)).entries.map(({ key, url }) => [key, url])).toEqual([
    [at('a.mp3'), at('feed?guid=https%3A%2F%2Ftalks.example%2Fa.mp3')],
    [at('b.mp3'), at('feed?guid=https%3A%2F%2Ftalks.example%2Fb.mp3')],
    [at('c'), at('c')],
  ]);
});

test('an answer that is the same as the last one is not read again, without marks of the server', async () => {
  internet.on('https://blog.example/feed', { type, body: '<rss><channel><title>Blog</title></channel></rss>' });
  const address = { kind: 'feed' as const, url: 'https://blog.example/', feed: 'https://blog.example/feed' };
  const first = await readChannel(address, nothingKnown, context);
  if (first.state !== 'read') throw new Error('nothing was read');
  expect(first.validators.etag).toBeNull();
  expect(await readChannel(address, first.validators, context)).toEqual({ state: 'unchanged', feed: address.feed });
  internet.on('https://blog.example/feed', { body: '<html>a page</html>' });
  const page = await readChannel(address, first.validators, context).catch((error: unknown) => toAppError(error));
  expect(page).toMatchObject({ code: 'feed_unreadable' });
});

const feedAt = (movedTo: string | null, title = 'Talks') => ({
  type,
  body: `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>${title}</title>${movedTo === null ? '' : `<itunes:new-feed-url>${movedTo}</itunes:new-feed-url>`}</channel></rss>`,
});

test('EXP-01 a feed that moved for good and is unchanged at its new place has moved', async () => {
  internet.on('https://old.example/feed', (_request, response) => {
    response.writeHead(301, { location: 'https://new.example/feed' }).end();
  });
  internet.on('https://new.example/feed', (_request, response) => void response.writeHead(304).end());
  const address = { kind: 'feed' as const, url: 'https://old.example/', feed: 'https://old.example/feed' };
  const known = { ...nothingKnown, etag: '"1"' };
  expect(await readChannel(address, known, context)).toEqual({ state: 'unchanged', feed: 'https://new.example/feed' });
});

test('EXP-01 a podcast that names its new feed is read there, once that answers, and not in circles', async () => {
  const at = (name: string) => `https://${name}.example/feed`;
  const address = { kind: 'podcast' as const, url: 'https://talks.example/', feed: at('old') };
  const read = async () => {
    const reading = await readChannel(address, nothingKnown, context);
    return reading.state === 'read' ? [reading.feed, reading.news.title, reading.validators.hash === null] : [];
  };
  internet.on(at('old'), feedAt(at('new')));
  internet.on(at('new'), { body: '', status: 503 });
  // Without a mark, so that it is read again next time and the new place is asked again.
  expect(await read()).toEqual([at('old'), 'Talks', true]);
  internet.on(at('new'), feedAt(at('new'), 'Talks, moved'));
  expect(await read()).toEqual([at('new'), 'Talks, moved', false]);
  internet.on(at('new'), feedAt(at('old')));
  expect(await read()).toEqual([at('old'), 'Talks', true]);
  internet.on(at('new'), (_request, response) => void response.writeHead(301, { location: at('old') }).end());
  expect(await read()).toEqual([at('old'), 'Talks', true]);
  internet.on(at('old'), feedAt('http://new.example/feed'));
  expect(await read()).toEqual([at('old'), 'Talks', true]);
});

test('EXP-01 shows are followed by the feed that a directory names', async () => {
  internet.on('https://talks.example/feed', { type, body: '<rss><channel><title>Talks</title></channel></rss>' });
  internet.on('https://itunes.apple.com/lookup', {
    type: 'application/json',
    body: JSON.stringify({ results: [{ collectionName: 'Talks', feedUrl: 'https://talks.example/feed' }] }),
  });
  const found = await findChannel('https://podcasts.apple.com/cn/podcast/talks/id1234567', context);
  expect(found.address).toEqual({
    kind: 'podcast',
    url: 'https://podcasts.apple.com/cn/podcast/talks/id1234567',
    feed: 'https://talks.example/feed',
  });
  expect(found.reading.news).toMatchObject({ title: 'Talks', entries: [] });
});

test('EXP-01 the releases of a project are found by its address alone', async () => {
  internet.on('https://github.com/ada/kiln/releases.atom', {
    type: 'application/atom+xml',
    body: '<feed xmlns="http://www.w3.org/2005/Atom"><title>Releases</title><entry><id>1</id><title>v1</title><link href="/ada/kiln/releases/1"/></entry></feed>',
  });
  const { reading } = await findChannel('https://github.com/ada/kiln', context);
  expect(reading.news.entries).toMatchObject([{ title: 'v1', url: 'https://github.com/ada/kiln/releases/1' }]);
  expect(internet.requests).toEqual(['github.com/ada/kiln/releases.atom']);
});
