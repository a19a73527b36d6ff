import { describe, expect, test } from 'vitest';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import { computeHere } from '../../../tests/harness/compute-here.ts';
import { ytDlpPlaylists } from '../playlists/yt-dlp.ts';
import type { EnginePorts, FetchResponse, YtDlp, YtDlpVideo } from '../ports.ts';
import type { ResolveContext, Source } from './source.ts';
import { videoSiteSource, withVideoFallback } from './yt-dlp.ts';

const url = 'https://vimeo.com/76979871';

const video: YtDlpVideo = {
  extractor: 'Vimeo',
  id: '76979871',
  title: 'The walk',
  author: 'Ada Brook',
  description: `What was seen on the walk. ${'The kiln by the river kept its heat for eleven hours and nobody had to get up. '.repeat(5)}`,
  publishedAt: '2026-03-04',
  durationMs: 150_000,
  coverUrl: null,
  pageUrl: 'https://vimeo.com/76979871',
  language: 'en',
  chapters: [
    { title: 'Hill', startMs: 60_000 },
    { title: 'Start', startMs: 0 },
    { title: 'Past the end', startMs: 900_000 },
  ],
  tracks: [
    { id: 'fr', language: 'fr', name: 'Français', automatic: false },
    { id: 'en', language: 'en', name: 'English', automatic: false },
    { id: 'en-x', language: 'en', name: 'English (auto)', automatic: true },
  ],
  live: 'no',
  availability: null,
  type: 'video',
};

function captions(word: (index: number) => string): string {
  const clock = (seconds: number) => `00:0${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}.000`;
  const cues = Array.from({ length: 30 }, (_, index) => `${clock(index * 5)} --> ${clock(index * 5 + 4)}\n${word(index)}\n`);
  return `WEBVTT\n\n${cues.join('\n')}`;
}
const good = captions(
  (index) => `In the morning of day ${index + 1} they measured oven ${index % 7} and wrote down ${index + 3} hours.`,
);
const looping = captions(() => 'and then and then and then and then');

type Fake = Partial<YtDlpVideo> | AppError;

function setup(found: Fake, files: Record<string, string> = {}, without: Partial<Record<'ytDlp', null>> = {}) {
  const asked: string[] = [];
  const ytDlp: YtDlp = {
    version: async () => '2026.10.26',
    async describe() {
      asked.push('describe');
      if (found instanceof AppError) throw found;
      return { ...video, ...found };
    },
    async subtitles(_url, { id }) {
      asked.push(`subtitles ${id}`);
      const text = files[id];
      return text === undefined ? null : { format: 'vtt', bytes: new TextEncoder().encode(text) };
    },
    async withAudio() {
      asked.push('audio');
      throw new AppError('ytdlp_failed');
    },
    list: async (address, limit) => ({
      title: 'Walks',
      url: address,
      author: null,
      coverUrl: null,
      total: 3,
      items: [1, 1, 2].slice(0, limit).map((n) => ({
        url: `https://vimeo.com/${n}?utm_source=x`,
        title: `Walk ${n}`,
        durationMs: null,
        publishedAt: null,
        coverUrl: null,
        author: null,
      })),
    }),
  };
  const head = '<html><head><title>Vimeo</title><meta property="og:title" content="The walk, as its page says"></head></html>';
  const bytes = new TextEncoder().encode(head);
  const unused = (): never => {
    throw new Error('not used by this source');
  };
  const ports: EnginePorts = {
    compute: computeHere,
    fetch: async (address): Promise<FetchResponse> => ({
      status: 200,
      url: address,
      headers: new Headers({ 'content-type': 'text/html' }),
      body: (async function* () {
        yield bytes;
      })(),
      bytes: async () => bytes,
      cancel: async () => {},
    }),
    extractPage: unused,
    readDocument: unused,
    media: { probe: unused, subtitles: unused, cover: unused, sound: unused },
    blobs: { put: unused, localPath: unused, delete: unused },
    checkpoints: { get: unused, put: unused },
    llm: null,
    clock: { now: () => 0, sleep: unused },
    ytDlp,
    ...without,
  };
  const context: ResolveContext = {
    ports,
    progress: { stage: () => {}, partial: () => {} },
    signal: new AbortController().signal,
    language: 'en',
  };
  const resolve = (address = url, source: Source = videoSiteSource) => source.resolve({ type: 'url', url: address }, context);
  return { asked, context, resolve };
}

describe('a video of a known site', () => {
  test('SUM-02 uses its captions in the wanted language and its chapters, described once', async () => {
    const { resolve, asked } = setup({}, { fr: good, en: good });
    expect(await resolve()).toMatchObject({
      kind: 'video',
      title: 'The walk',
      author: 'Ada Brook',
      siteName: 'Vimeo',
      durationMs: 150_000,
      canonicalUrl: 'https://vimeo.com/76979871',
      chapters: [
        { title: 'Start', startMs: 0 },
        { title: 'Hill', startMs: 60_000 },
      ],
      transcript: { timed: true, language: 'en', provenance: { origin: 'human' } },
      problem: null,
    });
    expect(asked).toEqual(['describe', 'subtitles en']);
  });

  test('skips looping captions and names the fault', async () => {
    const { resolve } = setup({}, { en: looping, 'en-x': good });
    const record = await resolve();
    expect(record?.transcript?.provenance).toMatchObject({
      origin: 'automatic',
      rejected: [{ fault: 'repeated' }],
    });
  });

  test('falls back on the labelled description with the reason', async () => {
    const { resolve } = setup({ tracks: [] });
    expect(await resolve()).toMatchObject({
      transcript: { timed: false, provenance: { origin: 'description' } },
      problem: 'speech_not_configured',
    });
    expect(await setup({ tracks: [], description: 'Short.' }).resolve()).toMatchObject({
      transcript: null,
      problem: 'speech_not_configured',
    });
  });

  test.each(['live', 'upcoming'] as const)('one that is %s is not downloaded', async (live) => {
    const { resolve, asked } = setup({ live });
    expect(await resolve()).toMatchObject({ title: 'The walk', transcript: null, problem: 'video_live' });
    expect(asked).toEqual(['describe']);
  });

  test.each([
    'ytdlp_missing',
    'ytdlp_outdated',
    'ytdlp_failed',
    'site_login_needed',
    'site_bot_check',
    'video_private',
    'video_region_blocked',
    'timed_out',
  ] as ErrorCode[])('%s goes with the title that the page gives', async (code) => {
    expect(await setup(new AppError(code)).resolve()).toMatchObject({
      title: 'The walk, as its page says',
      siteName: 'Vimeo',
      problem: code,
      transcript: null,
    });
  });

  test('fails with `ytdlp_missing` on a server without yt-dlp', async () => {
    expect(await setup({}, {}, { ytDlp: null }).resolve()).toMatchObject({ problem: 'ytdlp_missing' });
  });

  test.each(['site_wait', 'cancelled', 'internal', 'url_blocked', 'listing_link'] as ErrorCode[])(
    '%s is not a state of the video',
    async (code) => {
      await expect(setup(new AppError(code)).resolve()).rejects.toMatchObject({ code });
    },
  );

  test('leaves a post without a video to the page sources', async () => {
    const post = 'https://x.com/ada/status/12';
    expect(await setup(new AppError('input_unsupported')).resolve(post)).toBeNull();
    expect(await setup(new AppError('ytdlp_missing')).resolve(post)).toBeNull();
    expect(await setup(new AppError('ytdlp_outdated')).resolve(post)).toBeNull();
    expect(await setup(new AppError('site_login_needed')).resolve(post)).toMatchObject({ problem: 'site_login_needed' });
  });

  test('refuses a list with `listing_link`', async () => {
    await expect(setup({}).resolve('https://vimeo.com/showcase/12')).rejects.toMatchObject({ code: 'listing_link' });
    const { context } = setup({});
    const list = { ports: context.ports, signal: context.signal, limit: 10 };
    expect(await ytDlpPlaylists.list(new URL('https://vimeo.com/showcase/12'), list)).toMatchObject({
      title: 'Walks',
      kind: 'playlist',
      siteName: 'Vimeo',
      total: 3,
      items: [{ title: 'Walk 1' }, { title: 'Walk 2' }],
    });
  });
});

test('SUM-02 takes five hundred chapters and five thousand characters of a description at most', async () => {
  const chapters = Array.from({ length: 501 }, (_, index) => ({ title: `${index}`, startMs: index }));
  const record = await setup({ chapters, description: 'x'.repeat(5001), live: 'live' }).resolve();
  expect([record?.chapters.length, record?.description?.length]).toEqual([500, 5000]);
});

test.each([
  ['https://vimeo.com/showcase/12/', 'playlist'],
  ['https://vimeo.com/album/12/', 'playlist'],
  ['https://vimeo.com/channels/kilns', 'channel'],
  ['https://soundcloud.com/ada/sets/kilns', 'playlist'],
  ['https://soundcloud.com/ada/tracks', 'channel'],
  ['https://www.ted.com/playlists/1/kilns', 'playlist'],
  ['https://www.dailymotion.com/playlist/x1', 'playlist'],
  ['https://www.ted.com/series/kilns/1', 'playlist'],
  ['https://www.nicovideo.jp/user/1/mylist/2', 'playlist'],
  ['https://www.tiktok.com/@ada', 'channel'],
])('SUM-02 the list %s is a %s, each video once', async (address, kind) => {
  const { context } = setup({});
  const found = await ytDlpPlaylists.list(new URL(address), { ports: context.ports, signal: context.signal, limit: 10 });
  expect([found?.kind, found?.url, found?.coverUrl, found?.items.length]).toEqual([kind, address, null, 2]);
});

test('SUM-02 a list of yt-dlp is empty, none, or cannot be asked for', async () => {
  const { context } = setup({});
  const url = new URL('https://vimeo.com/showcase/12');
  const listWith = (ytDlp: unknown) =>
    ytDlpPlaylists.list(url, { ports: { ...context.ports, ytDlp } as EnginePorts, signal: context.signal, limit: 10 });
  expect(await listWith({ list: async () => null })).toBeNull();
  await expect(listWith({ list: async () => ({ items: [] }) })).rejects.toMatchObject({ code: 'listing_empty' });
  await expect(listWith(undefined)).rejects.toMatchObject({ code: 'ytdlp_missing' });
});

describe('a page that is read as a page', () => {
  const pages = (outcome: ErrorCode | 'text' | null): Source => ({
    id: 'pages',
    canHandle: () => true,
    async resolve() {
      if (outcome === null) return null;
      if (outcome === 'text')
        return {
          ...((await setup({}, { en: good }).resolve()) as NonNullable<Awaited<ReturnType<Source['resolve']>>>),
          title: 'Text',
        };
      throw new AppError(outcome);
    },
  });
  const page = 'https://pages.example/screening';

  test('is searched for a video only without text', async () => {
    const { resolve, asked } = setup({ pageUrl: page }, { en: good });
    expect(await resolve(page, withVideoFallback(pages('text')))).toMatchObject({ title: 'Text' });
    expect(await resolve(page, withVideoFallback(pages(null)))).toBeNull();
    await expect(resolve(page, withVideoFallback(pages('fetch_status')))).rejects.toMatchObject({ code: 'fetch_status' });
    expect(asked).toEqual([]);
    for (const outcome of ['page_no_text', 'page_needs_browser'] as const)
      expect(await resolve(page, withVideoFallback(pages(outcome)))).toMatchObject({ title: 'The walk', canonicalUrl: page });
  });

  test('keeps its error without a video, and names a missing yt-dlp', async () => {
    const from = (code: ErrorCode, address: string) =>
      setup(new AppError(code)).resolve(address, withVideoFallback(pages('page_no_text')));
    for (const code of ['input_unsupported', 'ytdlp_missing', 'video_private', 'timed_out'] as const)
      await expect(from(code, page), code).rejects.toMatchObject({ code: 'page_no_text' });
    await expect(from('ytdlp_missing', 'https://x.com/ada/status/12')).rejects.toMatchObject({ code: 'ytdlp_missing' });
    await expect(from('cancelled', page)).rejects.toMatchObject({ code: 'cancelled' });
  });
});
