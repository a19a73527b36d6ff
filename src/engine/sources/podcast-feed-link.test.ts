import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { AppError } from '#lib/app-error.ts';
import { computeHere } from '../../../tests/harness/compute-here.ts';
import { type Page, type Site, startSite } from '../../../tests/harness/sites/site.ts';
import { type Extracted, zExtracted } from '../domain.ts';
import { readPage } from '../page/read-page.ts';
import type { EnginePorts, GuardedFetch } from '../ports.ts';
import { sites } from '../sites/index.ts';
import { cuesOfHtml } from './podcast/parse-transcript.ts';
import { chaptersInNotes, plainNotes } from './podcast/show-notes.ts';
import { podcastFeedSource } from './podcast-feed-link.ts';
import type { Source } from './source.ts';

let site: Site;
let asked: string[];
let known: Set<string>;
let unknown: string[];
beforeEach(async () => {
  site = await startSite();
  asked = [];
  known = new Set();
  unknown = [];
});
afterEach(async () => {
  await site.close();
  expect(unknown).toEqual([]);
});

/** Sets what `address` answers; a request for any other address is recorded as unknown. */
function answer(address: string, page: Page): void {
  const { host, pathname } = new URL(address);
  known.add(address);
  site.on(`/${host}${pathname}`, page);
}

/** Sends public addresses to the loopback site, over real sockets and through the real guard. */
function replay(): GuardedFetch {
  const fetch = createGuardedFetch({ allow: [site.host] });
  return async (address, options) => {
    asked.push(address);
    if (!known.has(address)) unknown.push(address);
    const { host, pathname, search } = new URL(address);
    const response = await fetch(`${site.url}/${host}${pathname}${search}`, options);
    return { ...response, url: address, bytes: () => response.bytes(), cancel: () => response.cancel() };
  };
}

const podcastPageSource: Source = {
  id: 'any-site',
  canHandle: (input) => sites.some(({ source }) => source?.canHandle(input)),
  resolve: async (input, context) =>
    (await sites.find(({ source }) => source?.canHandle(input))?.source?.resolve(input, context)) ?? null,
};

async function resolve(source: Source, url: string, more: Partial<EnginePorts> = {}): Promise<Extracted | null> {
  const blobs = new Map<string, unknown>();
  const ports = {
    compute: computeHere,
    fetch: replay(),
    extractPage: async (page: Parameters<EnginePorts['extractPage']>[0]) => readPage(page),
    blobs: {
      put: async (key: string, bytes: Uint8Array) => ({ size: blobs.set(key, bytes).size }),
      delete: async () => {},
      localPath: async () => '',
    },
    ...more,
  } as Partial<EnginePorts> as EnginePorts;
  expect(source.canHandle({ type: 'url', url })).toBe(true);
  const context = { ports, progress: { stage: () => {}, partial: () => {} }, signal: AbortSignal.timeout(20_000) };
  const extracted = await source.resolve({ type: 'url', url }, context);
  return extracted && zExtracted.parse(extracted);
}

const feedUrl = 'https://feeds.kiln.example/show.xml';
const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
const vtt =
  'WEBVTT\n\n00:01.000 --> 00:05.000\nThe clay must rest for a night.\n\n00:06.000 --> 00:09.000\nThen it goes into the fire.\n';

function feedOf(...items: string[]): Page {
  return {
    type: 'application/rss+xml',
    body: `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
<channel><title>Kiln Talk</title><language>en</language><itunes:author>Ada Quill</itunes:author><itunes:image href="/cover.png"/>${items.join('')}</channel></rss>`,
  };
}

function item(number: number, more = ''): string {
  return `<item><title>Episode ${number}: Fire &amp; Ash</title><guid isPermaLink="false">kiln-${number}</guid><link>https://kiln.example/e/${number}</link>
<pubDate>Tue, 0${number} Mar 2026 08:00:00 GMT</pubDate><itunes:duration>1:10:00</itunes:duration><enclosure url="https://cdn.kiln.example/${number}.mp3?from=feed" type="audio/mpeg"/>${more}</item>`;
}

function withCover(): void {
  answer('https://feeds.kiln.example/cover.png', { body: png, type: 'image/png' });
}

test.each([
  'https://podcasts.apple.com/us/podcast/kiln-talk/id123456',
  'https://podcasts.apple.com/podcast/id123456',
  'https://www.xiaoyuzhoufm.com/podcast/640000000000000000000001',
])('SUM-03 the page of a whole show is a listing: %s', async (url) => {
  await expect(resolve(podcastPageSource, url)).rejects.toEqual(new AppError('listing_link'));
});

describe('an episode in a feed', () => {
  test('SUM-03 is found by its guid and read from its published transcript', async () => {
    const plain =
      '<podcast:transcript url="/t.txt" type="text/plain"/><podcast:transcript url="/t.vtt" type="text/vtt" language="en"/>';
    const chapters = '<podcast:chapters url="/c.json" type="application/json+chapters"/>';
    answer(feedUrl, feedOf(item(1), item(2, plain + chapters)));
    answer('https://feeds.kiln.example/t.vtt', { body: vtt, type: 'text/vtt' });
    const list = [
      { startTime: 0, title: 'Rest' },
      { startTime: 1.5, title: 'Ad', toc: false },
      { startTime: 6, title: 'Fire' },
    ];
    answer('https://feeds.kiln.example/c.json', { body: JSON.stringify({ version: '1.2.0', chapters: list }) });
    withCover();
    const extracted = await resolve(podcastFeedSource, `${feedUrl}?guid=kiln-2`);
    expect(extracted).toMatchObject({
      kind: 'audio',
      title: 'Episode 2: Fire & Ash',
      author: 'Ada Quill',
      siteName: 'Kiln Talk',
      publishedAt: '2026-03-02T08:00:00.000Z',
      durationMs: 4_200_000,
      canonicalUrl: `${feedUrl}?guid=kiln-2`,
      media: { type: 'audio', mime: 'audio/mpeg', blob: null, url: 'https://cdn.kiln.example/2.mp3?from=feed' },
      chapters: [
        { title: 'Rest', startMs: 0 },
        { title: 'Fire', startMs: 6000 },
      ],
      problem: null,
      transcript: { timed: true, language: 'en', provenance: { origin: 'human', track: 'published transcript (text/vtt, en)' } },
    });
    expect(extracted?.transcript?.segments.map(({ startMs, text }) => [startMs, text])).toEqual([
      [1000, 'The clay must rest for a night.'],
      [6000, 'Then it goes into the fire.'],
    ]);
    expect(extracted?.coverBlob).toMatch(/^covers\/.*png$/);
  });

  test('uses the next transcript when one is broken', async () => {
    const offers =
      '<podcast:transcript url="/t.json" type="application/json"/><podcast:transcript url="/t.srt" type="application/x-subrip"/>';
    answer(feedUrl, feedOf(item(1, offers)));
    answer('https://feeds.kiln.example/t.json', { body: '{"segments": [', type: 'application/json' });
    answer('https://feeds.kiln.example/t.srt', { body: '1\n00:00:02,000 --> 00:00:04,000\nClay.\n', type: 'text/plain' });
    withCover();
    const extracted = await resolve(podcastFeedSource, feedUrl);
    expect(extracted?.transcript?.provenance.track).toBe('published transcript (application/x-subrip)');
  });

  test('SUM-03 becomes a playable record with show notes and chapters without a transcript', async () => {
    const notes =
      '<description><![CDATA[<p>A long talk about fire.</p><p>(00:00:00) Welcome<br>(00:12:30) The kiln<br>(01:02:00) Questions</p><script>alert(1)</script>]]></description>';
    answer(feedUrl, feedOf(item(1), item(2, notes)));
    withCover();
    const extracted = await resolve(podcastFeedSource, `${feedUrl}#https://kiln.example/e/2`);
    expect(extracted).toMatchObject({
      transcript: null,
      problem: 'speech_not_configured',
      language: 'en',
      description: 'A long talk about fire.',
    });
    expect(extracted?.chapters.map(({ startMs }) => startMs)).toEqual([0, 750_000, 3_720_000]);
    expect(extracted?.articleMarkdown).toContain('A long talk about fire.');
    expect(extracted?.articleMarkdown).toContain('The kiln');
    expect(extracted?.articleMarkdown).not.toContain('alert');
  });

  test('is not guessed among several', async () => {
    answer(feedUrl, feedOf(item(1), item(2)));
    await expect(resolve(podcastFeedSource, feedUrl)).rejects.toEqual(new AppError('listing_link'));
    await expect(resolve(podcastFeedSource, `${feedUrl}?guid=other`)).rejects.toEqual(new AppError('episode_not_found'));
  });

  test('is read from XML answers only', async () => {
    answer('https://kiln.example/data', { body: 'x'.repeat(100), type: 'application/octet-stream' });
    await expect(resolve(podcastFeedSource, 'https://kiln.example/data')).rejects.toEqual(new AppError('input_unsupported'));
  });
});

describe('Apple Podcasts', () => {
  const link = 'https://podcasts.apple.com/us/podcast/kiln-talk/id4455667?i=1000123';
  const lookup = 'https://itunes.apple.com/lookup?id=4455667&entity=podcastEpisode&limit=200';
  const listed = {
    trackId: 1000123,
    trackName: 'Episode 2 – Fire & Ash',
    episodeUrl: 'https://cdn.kiln.example/2.mp3',
    releaseDate: '2026-03-02T08:00:00Z',
    trackTimeMillis: 4_200_000,
    collectionName: 'Kiln Talk',
    description: 'What the directory says.',
  };
  const show = { kind: 'podcast', collectionId: 4455667, feedUrl };

  test.each([
    ['guid', { episodeGuid: 'kiln-2', episodeUrl: 'https://elsewhere.example/x.mp3', trackName: 'Other' }],
    ['audio address', { episodeGuid: 'gone' }],
    ['title', { episodeGuid: 'gone', episodeUrl: 'https://elsewhere.example/x.mp3' }],
  ])('SUM-03 the episode is found in its feed by %s', async (_by, fields) => {
    answer(lookup, {
      body: JSON.stringify({ resultCount: 2, results: [show, { ...listed, ...fields }] }),
      type: 'text/javascript',
    });
    answer(feedUrl, feedOf(item(1), item(2)));
    withCover();
    const extracted = await resolve(podcastPageSource, link);
    expect(extracted).toMatchObject({
      title: 'Episode 2: Fire & Ash',
      canonicalUrl: link,
      publishedAt: '2026-03-02T08:00:00.000Z',
    });
  });

  test('uses the directory’s data when the feed does not answer', async () => {
    answer(lookup, { body: JSON.stringify({ resultCount: 2, results: [show, listed] }) });
    answer(feedUrl, { status: 503, body: 'later' });
    const extracted = await resolve(podcastPageSource, link);
    expect(extracted).toMatchObject({
      title: listed.trackName,
      durationMs: 4_200_000,
      media: { url: listed.episodeUrl },
      problem: 'speech_not_configured',
    });
  });

  test('leaves an unlisted episode to the page source', async () => {
    answer(lookup, { body: JSON.stringify({ resultCount: 1, results: [show] }) });
    expect(await resolve(podcastPageSource, link)).toBeNull();
  });
});

describe('Xiaoyuzhou', () => {
  const link = 'https://www.xiaoyuzhoufm.com/episode/64a1b2c3d4e5f60718293a4b';
  const audio = 'https://media.xyzcdn.net/kiln/2.m4a';
  const head = `<html><head><meta property="og:title" content="第二期 火与灰"/><meta property="og:audio" content="${audio}"/></head>`;

  test('SUM-03 reads audio, show notes, length and chapters from the page', async () => {
    const episode = {
      title: '第二期 火与灰',
      shownotes: '<p>这一期我们聊陶窑。</p><p>00:30 开场</p><p>12:05 为什么要等一夜</p>',
      duration: 3600,
      pubDate: '2026-03-02T08:00:00.000Z',
      enclosure: { url: audio },
      podcast: { title: '陶窑夜话', author: '李青' },
    };
    const data = JSON.stringify({ props: { pageProps: { episode } } });
    answer(link, { body: `${head}<body><script id="__NEXT_DATA__" type="application/json">${data}</script></body></html>` });
    expect(await resolve(podcastPageSource, link)).toMatchObject({
      title: '第二期 火与灰',
      siteName: '陶窑夜话',
      author: '李青',
      durationMs: 3_600_000,
      language: 'zh',
      media: { url: audio, mime: 'audio/mp4' },
      chapters: [
        { title: '开场', startMs: 30_000 },
        { title: '为什么要等一夜', startMs: 725_000 },
      ],
    });
  });

  test('reads the page’s head alone, and leaves a page without audio to the page source', async () => {
    answer(link, { body: `${head}<body></body></html>` });
    expect(await resolve(podcastPageSource, link)).toMatchObject({ title: '第二期 火与灰', media: { url: audio } });
    answer(link, { body: '<html><head><title>x</title></head></html>' });
    expect(await resolve(podcastPageSource, link)).toBeNull();
  });
});

test('takes times in show notes for chapters only when they ascend within the episode', () => {
  const read = (html: string, ms: number | null = null) => chaptersInNotes(plainNotes(html), ms).map(({ title }) => title);
  expect(read('<li>[00:10] One</li><li>02:00 - 03:00 | Two</li><li>1:02:03 Three</li>')).toEqual(['One', 'Two', 'Three']);
  expect(read('Call us at 12:30 sharp<br>12:30 lunch')).toEqual([]);
  expect(read('00:10 One<br>02:00 Two<br>59:00 Past the end', 600_000)).toEqual(['One', 'Two']);
});

test.each(['application/feed+json', 'application/json'])('SUM-03 reads an episode of a JSON feed served as %s', async (type) => {
  const attachments = [{ url: 'https://cdn.example/one.mp3', mime_type: 'audio/mpeg' }];
  const items = [{ id: '1', title: 'One fire', attachments }];
  const body = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'Kiln Talk', items });
  answer('https://feeds.example/json', { type, body });
  answer('https://cdn.example/one.mp3', { type: 'audio/mpeg', body: Buffer.alloc(2048, 1) });
  expect(await resolve(podcastFeedSource, 'https://feeds.example/json')).toMatchObject({
    title: 'One fire',
    siteName: 'Kiln Talk',
  });
});

test('SUM-03 reads a transcript page by its times only', () => {
  const html =
    '<cite>Ada:</cite><time>0:05</time><p>First words.</p><p>More.</p><cite>Bo:</cite><time>1:00</time><p>An answer.</p>';
  expect(cuesOfHtml(html)).toEqual([
    { startMs: 5000, endMs: 60_000, text: 'First words. More.', speaker: 'Ada' },
    { startMs: 60_000, endMs: 65_000, text: 'An answer.', speaker: 'Bo' },
  ]);
  expect(cuesOfHtml('<p>Only words.</p>')).toEqual([]);
  const within = '<p><cite>Ada</cite><time>0:05</time>First words. More.</p><p>An answer.<cite>Bo</cite> <time>1:00</time></p>';
  // The end tag of a paragraph may be left out, also a thousand times.
  const open = '<cite>Ada:</cite><time>0:05</time><p>First words.<P>More.\n<cite>Bo:</cite><time>1:00</time><p>An answer.';
  for (const page of [within, open, `<div>${'<p>Before.'.repeat(1000)}</div>${open}`])
    expect(cuesOfHtml(page)).toEqual(cuesOfHtml(html));
});

test('SUM-03 transcribes an episode without a transcript and reads the chapters in its file', async () => {
  answer('https://feeds.example/marked', {
    type: 'application/rss+xml',
    body: '<rss version="2.0"><channel><title>Kiln Talk</title><item><title>One</title><guid>1</guid><enclosure url="https://cdn.example/one.mp3" type="audio/mpeg"/></item></channel></rss>',
  });
  answer('https://cdn.example/one.mp3', { type: 'audio/mpeg', body: Buffer.alloc(2048, 1) });
  const said = ['The clay has to rest for a whole night.', 'Then the fire is laid with dry wood.'];
  const chapters = [
    { title: 'Clay', startSeconds: 0 },
    { title: 'Fire', startSeconds: 9 },
  ];
  const extracted = await resolve(podcastFeedSource, 'https://feeds.example/marked', {
    checkpoints: { get: async () => null, put: async () => {} },
    clock: { now: () => 0, sleep: async () => {} },
    media: {
      probe: async () => ({ chapters }),
      async *sound() {
        yield Buffer.alloc(16_000 * 2 * 18, Buffer.from([0, 40, 0, 216]));
      },
    } as unknown as EnginePorts['media'],
    speech: {
      engineFor: async () => ({
        id: 'test:ear',
        maxPieceSeconds: 60,
        parallel: 1,
        recognise: async () => ({
          language: 'en',
          segments: said.map((text, index) => ({ startMs: index * 9000, endMs: index * 9000 + 8000, text })),
        }),
      }),
    },
  });
  expect(extracted?.problem).toBeNull();
  expect(extracted?.transcript?.segments.map(({ text }) => text).join(' ')).toContain('dry wood');
  expect(extracted?.chapters).toEqual([
    { title: 'Clay', startMs: 0 },
    { title: 'Fire', startMs: 9000 },
  ]);
});
