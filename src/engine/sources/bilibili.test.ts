import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { AppError } from '#lib/app-error.ts';
import {
  type FakeBilibili,
  type FakeTrack,
  type FakeVideo,
  spokenLines,
  startBilibili,
} from '../../../tests/harness/bilibili.ts';
import { type Replay, startReplay } from '../../../tests/harness/replay.ts';
import { type Extracted, zExtracted } from '../model.ts';
import type { EnginePorts } from '../ports.ts';
import { bilibiliSource } from './bilibili.ts';

let replay: Replay;
let site: FakeBilibili;
let clock: number;
let fetch: EnginePorts['fetch'];
beforeEach(async () => {
  replay = await startReplay();
  site = startBilibili(replay);
  replay.on('https://i1.hdslb.com/bfs/archive/BV17x411w7KC.jpg', { body: Buffer.from('ffd8ffe000104a464946', 'hex') });
  clock = 1_790_000_000_000;
  fetch = createGuardedFetch({ replayFrom: replay.url });
});
afterEach(async () => {
  await replay.close();
  expect(site.badSignatures).toEqual([]);
});

type Extra = { session?: string; heard?: string | AppError };

function portsWith({ session, heard }: Extra = {}): { ports: EnginePorts; fetched: string[] } {
  const stored = new Map<string, number>();
  const fetched: string[] = [];
  const ports: Partial<EnginePorts> = {
    fetch,
    clock: { now: () => clock, sleep: async () => {} },
    blobs: {
      async put(key, bytes) {
        let size = 0;
        if (bytes instanceof Uint8Array) size = bytes.length;
        else for await (const chunk of bytes) size += chunk.length;
        stored.set(key, size);
        if (key.startsWith('temporary/')) fetched.push(String(size));
        return { size };
      },
      localPath: async (key) => `/blobs/${key}`,
      delete: async (key) => void stored.delete(key),
    },
    checkpoints: { get: async () => undefined, put: async () => {} },
    ...(session === undefined ? {} : { credential: async () => session }),
  };
  if (heard !== undefined) {
    ports.media = {
      // Two seconds of noise, enough to be worth a piece.
      async *sound() {
        const samples = Int16Array.from({ length: 32_000 }, (_, index) => Math.round(8000 * Math.sin(index / 3)));
        yield new Uint8Array(samples.buffer);
      },
    } as Partial<EnginePorts['media']> as EnginePorts['media'];
    ports.speech = {
      async engineFor() {
        if (heard instanceof AppError) throw heard;
        return {
          id: 'test:recogniser',
          maxPieceSeconds: 30,
          parallel: 1,
          recognise: async () => ({ language: 'zh', segments: [{ startMs: 0, endMs: 1800, text: heard }] }),
        };
      },
    };
  }
  return { ports: ports as EnginePorts, fetched };
}

async function resolve(url: string, extra: Extra = {}, language: string | null = null): Promise<Extracted> {
  expect(bilibiliSource.canHandle({ type: 'url', url })).toBe(true);
  const { ports } = portsWith(extra);
  const context = { ports, progress: { stage: () => {}, partial: () => {} }, signal: AbortSignal.timeout(20_000), language };
  return zExtracted.parse(await bilibiliSource.resolve({ type: 'url', url }, context));
}

async function failure(url: string, extra: Extra = {}): Promise<AppError> {
  const ended: unknown = await resolve(url, extra).catch((error: unknown) => error);
  if (ended instanceof AppError) return ended;
  throw new Error('no error');
}

function track(lan: string, more: Partial<FakeTrack> = {}): FakeTrack {
  return { lan, name: lan, lines: spokenLines(300, lan.endsWith('en') ? 'en' : 'zh'), ...more };
}

function video(more: Partial<FakeVideo> = {}) {
  return site.add({ aid: 170001, bvid: 'BV17x411w7KC', title: '陶窑里的十一个小时', seconds: 300, ...more });
}

describe('captions', () => {
  test('SUM-02 an uploaded track becomes the words, with cover, player, chapters and facts', async () => {
    const points = [
      { from: 120, to: 300, content: '烧制' },
      { from: 0, to: 120, content: '选土' },
    ];
    const { url } = video({ openTracks: [track('ai-zh'), track('zh-Hans', { name: '中文（简体）' })], points });
    const extracted = await resolve(`${url}?p=1&spm_id_from=333`);
    expect(extracted).toMatchObject({
      kind: 'video',
      canonicalUrl: url,
      title: '陶窑里的十一个小时',
      author: '山谷陶窑',
      siteName: 'Bilibili',
      description: null,
      durationMs: 300_000,
      publishedAt: '2026-03-04T04:53:20.000Z',
      coverUrl: 'https://i1.hdslb.com/bfs/archive/BV17x411w7KC.jpg',
      embed: { player: 'bilibili', id: 'BV17x411w7KC' },
      chapters: [
        { title: '选土', startMs: 0 },
        { title: '烧制', startMs: 120_000 },
      ],
      problem: null,
    });
    expect(extracted.coverBlob).toMatch(/^covers\/[0-9a-f]{64}\.jpg$/);
    expect(extracted.transcript?.provenance).toEqual({ origin: 'human', track: 'uploaded subtitles (中文（简体）, zh-Hans)' });
    expect(extracted.transcript?.segments[0]).toMatchObject({ startMs: 0 });
    expect(site.seen.every(({ referer, cookie }) => referer === 'https://www.bilibili.com/' && cookie === undefined)).toBe(true);
  });

  test('SUM-02 of several, uploaded comes before machine-made, and the language of the title first', async () => {
    const { url } = video({
      openTracks: [track('ai-en', { translated: true }), track('ai-zh'), track('en-US'), track('zh-Hans')],
    });
    const extracted = await resolve(url);
    expect(extracted.transcript?.language).toBe('zh-Hans');
    expect(extracted.captionLanguages).toEqual(['en-US', 'zh-Hans']);
    video({ openTracks: [track('zh-Hans'), track('en', { name: 'English' })] });
    expect((await resolve(url, {}, 'en')).transcript?.language).toBe('en');
    expect((await resolve(url, {}, 'fr')).transcript?.language).toBe('zh-Hans');
    video({ openTracks: [track('ai-en', { translated: true }), track('ai-zh')] });
    for (const language of [null, 'en'])
      expect((await resolve(url, {}, language)).transcript).toMatchObject({
        language: 'zh',
        provenance: { origin: 'automatic' },
      });
  });

  test("SUM-04 another video's track is not taken, whatever it says, and is named", async () => {
    const other = track('ai-zh', { file: '/bfs/ai_subtitle/prod/99887766112233ffff' });
    const { url } = video({ openTracks: [other, track('ai-en', { translated: true })] });
    const { transcript } = await resolve(url);
    expect(transcript?.provenance.rejected).toEqual([{ track: 'automatic subtitles (ai-zh, ai-zh)', fault: 'other_video' }]);
    expect(transcript?.language).toBe('en');
    expect(replay.requests).not.toContain('aisubtitle.hdslb.com/bfs/ai_subtitle/prod/99887766112233ffff');
  });

  test('SUM-04 a track that runs over the end by more than five seconds is not taken; by less it is', async () => {
    const { url } = video({ openTracks: [track('zh-Hans', { lines: spokenLines(310) })] });
    expect((await resolve(url)).transcript).toBeNull();
    video({ openTracks: [track('zh-Hans', { lines: spokenLines(305).map((line) => ({ ...line, to: line.to + 0.3 })) })] });
    expect((await resolve(url)).transcript?.timed).toBe(true);
  });

  test('SUM-04 a track whose address is empty, gone or no JSON is one not taken', async () => {
    const gone = track('zh-Hant', { file: '/bfs/subtitle/gone' });
    const broken = track('en-US', { file: '/bfs/subtitle/broken' });
    const { url } = video({ openTracks: [broken, gone, track('ai-zh')] });
    replay.on('https://aisubtitle.hdslb.com/bfs/subtitle/gone', { body: 'no', status: 404 });
    replay.on('https://aisubtitle.hdslb.com/bfs/subtitle/broken', { body: '<html>login</html>' });
    const { transcript } = await resolve(url);
    expect(transcript?.provenance.origin).toBe('automatic');
    expect(transcript?.provenance.rejected?.map(({ track: name }) => name)).toEqual([
      'uploaded subtitles (zh-Hant, zh-Hant)',
      'uploaded subtitles (en-US, en-US)',
    ]);
  });
});

describe('parts, episodes and short links', () => {
  const parts = [
    { cid: 501, title: '选土', seconds: 300 },
    { cid: 502, title: '烧制', seconds: 300 },
  ];

  test('SUM-02 `p=` is that part: its words, its length, its title, its place in the player', async () => {
    const { url } = video({ parts, seconds: 600, openTracks: [track('ai-zh')] });
    const second = await resolve(`${url}?p=2`);
    expect(second).toMatchObject({
      canonicalUrl: `${url}?p=2`,
      title: '陶窑里的十一个小时 P2 烧制',
      durationMs: 300_000,
      embed: { part: 2 },
      problem: null,
    });
    expect(replay.requests.some((path) => path.includes('/170001502'))).toBe(true);
    expect(await failure(`${url}?p=3`)).toMatchObject({ code: 'video_unavailable' });
  });

  test('SUM-02 a short link is followed to its video', async () => {
    video({ openTracks: [track('ai-zh')] });
    const location = 'https://www.bilibili.com/video/BV17x411w7KC?share_source=copy_web&p=1';
    replay.on('https://b23.tv/GaK5Prk', { body: '', status: 302, headers: { location } });
    replay.on('https://www.bilibili.com/video/BV17x411w7KC', { body: '<html></html>' });
    expect((await resolve('https://b23.tv/GaK5Prk')).canonicalUrl).toBe('https://www.bilibili.com/video/BV17x411w7KC');
    replay.on('https://b23.tv/gone00', { body: '{"code":-404}', status: 200 });
    expect(await failure('https://b23.tv/gone00')).toMatchObject({ code: 'video_unavailable' });
  });

  test('SUM-02 an episode is read on its own side of the site', async () => {
    video({ aid: 6060, bvid: 'BV1L9Uoa9EUx', parts: [{ cid: 77, title: '', seconds: 300 }], openTracks: [track('zh-Hans')] });
    replay.on('https://i0.hdslb.com/bfs/ep.jpg', { body: 'no picture' });
    const episode = (id: number, status: number) => ({
      ...{ id, aid: 6060, bvid: 'BV1L9Uoa9EUx', cid: 77, title: String(id - 83), long_title: '入窑', duration: 300_000 },
      ...{ cover: '//i0.hdslb.com/bfs/ep.jpg', pub_time: 1_668_700_801, status, badge: '', rights: { area_limit: 0 } },
    });
    const season = { season_id: 33, title: '陶窑', evaluate: '关于窑', cover: '', episodes: [episode(84, 2), episode(85, 13)] };
    replay.on('https://api.bilibili.com/pgc/view/web/season', { body: JSON.stringify({ code: 0, result: season }) });
    expect(await resolve('https://www.bilibili.com/bangumi/play/ep84')).toMatchObject({
      title: '陶窑 第1话 入窑',
      canonicalUrl: 'https://www.bilibili.com/bangumi/play/ep84',
      durationMs: 300_000,
      transcript: { provenance: { origin: 'human' } },
      coverBlob: null,
    });
    // For members: its facts are there, its words are not asked for, with or without a session.
    const asked = site.seen.length;
    expect(await resolve('https://www.bilibili.com/bangumi/play/ep85', { session: site.session })).toMatchObject({
      transcript: null,
      problem: 'video_members_only',
    });
    expect(site.seen.length).toBe(asked);
    expect(await failure('https://www.bilibili.com/bangumi/play/ss33')).toMatchObject({ code: 'collection_link' });
    expect(await failure('https://www.bilibili.com/bangumi/play/ep99')).toMatchObject({ code: 'video_unavailable' });
  });
});

describe('with and without a sign-in', () => {
  test('SUM-02 without one, a video whose tracks want it says so and keeps its record', async () => {
    const { url } = video({
      tracks: [track('ai-zh')],
      points: [{ from: 0, to: 9, content: '开始' }],
      description: '窑'.repeat(300),
    });
    expect(await resolve(url)).toMatchObject({
      title: '陶窑里的十一个小时',
      transcript: null,
      problem: 'site_login_needed',
      embed: { id: 'BV17x411w7KC' },
      chapters: [{ title: '开始' }],
    });
  });

  test('SUM-02 with one the tracks come, and the session goes nowhere but to the list of tracks', async () => {
    const { url } = video({ tracks: [track('ai-zh')] });
    let leaked = '';
    replay.on('https://i1.hdslb.com/bfs/archive/BV17x411w7KC.jpg', (request, response) => {
      leaked += request.headers.cookie ?? '';
      response.end();
    });
    const extracted = await resolve(url, { session: site.session });
    expect(extracted).toMatchObject({ problem: null, transcript: { provenance: { origin: 'automatic' } } });
    expect(site.seen.filter(({ cookie }) => cookie !== undefined).map(({ path }) => path)).toEqual(['/x/player/wbi/v2']);
    expect(leaked).toBe('');
    expect(JSON.stringify(extracted)).not.toContain(site.session);
    expect(JSON.stringify(extracted)).not.toContain('the name of the viewer');
  });

  test('SUM-02 one that counts no more is said to be so', async () => {
    const { url } = video({ tracks: [track('ai-zh')] });
    expect(await resolve(url, { session: 'old000000000000000' })).toMatchObject({
      transcript: null,
      problem: 'credential_invalid',
    });
    site.refusals.set('/x/player/wbi/v2', { code: -101, times: 1 });
    expect(await resolve(url, { session: site.session })).toMatchObject({ problem: 'credential_invalid' });
  });

  test('SUM-02 paid videos are not asked for with anybody’s session', async () => {
    const { url } = video({ paid: true, tracks: [track('ai-zh')] });
    expect(await resolve(url, { session: site.session, heard: '不该听到' })).toMatchObject({
      transcript: null,
      problem: 'video_members_only',
    });
    expect(site.seen.map(({ path }) => path)).toEqual(['/x/web-interface/view']);
  });
});

describe('sound', () => {
  const smallest = '/upgcxcode/BV17x411w7KC-30216.m4s';

  test('SUM-04 without tracks the smallest sound is fetched from a server of the site, as from its page', async () => {
    const { url } = video({ description: '窑'.repeat(300) });
    let referer: string | undefined;
    replay.on(`https://upos-sz-mirrorcos.bilivideo.com${smallest}`, (request, response) => {
      referer = request.headers.referer;
      response.writeHead(403).end();
    });
    replay.on(`https://upos-sz-mirrorali.bilivideo.com${smallest}`, { body: Buffer.alloc(64, 1), type: 'video/mp4' });
    const { transcript } = await resolve(url, { heard: '陶窑的温度在夜里可以保持十一个小时。' });
    expect(transcript).toMatchObject({ timed: true, provenance: { origin: 'speech', track: 'test:recogniser' } });
    expect(transcript?.segments[0]?.text).toContain('十一个小时');
    expect(referer).toBe('https://www.bilibili.com/');
    expect(replay.requests.filter((path) => path.includes('bilivideo'))).toEqual([
      `upos-sz-mirrorcos.bilivideo.com${smallest}`,
      `upos-sz-mirrorali.bilivideo.com${smallest}`,
    ]);
  });

  test('SUM-04 tracks that were not trusted are named beside the words that were heard', async () => {
    const { url } = video({ openTracks: [track('ai-zh', { file: '/bfs/ai_subtitle/prod/1' })], tracks: [track('zh-Hans')] });
    replay.on(`https://upos-sz-mirrorcos.bilivideo.com${smallest}`, { body: Buffer.alloc(64, 1) });
    const { transcript } = await resolve(url, { heard: '前两次试烧都失败了。' });
    expect(transcript?.provenance.rejected).toEqual([
      { track: 'automatic subtitles (ai-zh, ai-zh)', fault: 'other_video' },
      { track: 'subtitles for signed-in viewers', fault: 'unavailable' },
    ]);
  });

  test('SUM-04 without a recogniser no stream is asked for, and the record says what is missing', async () => {
    const { url } = video();
    expect(await resolve(url)).toMatchObject({ transcript: null, problem: 'speech_not_configured' });
    const missing = new AppError('speech_model_missing', { params: { model: 'm', megabytes: 9 } });
    expect(await resolve(url, { heard: missing })).toMatchObject({ problem: 'speech_model_missing' });
    expect(site.seen.map(({ path }) => path)).not.toContain('/x/player/wbi/playurl');
  });

  test('SUM-02 last comes what the creator wrote, said to be that; a line of thanks is not enough', async () => {
    const { url } = video({
      description: `本期讲述陶窑的温度怎样在夜里保持。\n${'山谷里的人都来看火。'.repeat(20)}\nhttps://b23.tv/x`,
    });
    const { transcript, problem } = await resolve(url, { heard: '' });
    expect(problem).toBe('video_no_words');
    expect(transcript).toMatchObject({ timed: false, provenance: { origin: 'description', track: 'description' } });
    expect(transcript?.segments).toHaveLength(2);
    video({ description: '感谢支持！' });
    expect(await resolve(url, { heard: '' })).toMatchObject({ transcript: null, problem: 'video_no_words' });
  });
});

describe('refusals', () => {
  test.each([
    ['HTTP 412', { status: 412 }, 900_000],
    ['code -412', { code: -412 }, 900_000],
    ['code -352', { code: -352 }, 900_000],
    ['code -401', { code: -401 }, 900_000],
    ['code -509', { code: -509 }, 120_000],
    ['code -799', { code: -799 }, 120_000],
    ['HTTP 429', { status: 429 }, 120_000],
    ['HTTP 429 with a time', { status: 429, headers: { 'retry-after': '37' } }, 37_000],
    ['a voucher instead of data', { body: '{"code":0,"data":{"v_voucher":"voucher_1"}}' }, 900_000],
  ] as const)('SUM-02 %s means to wait', async (_name, refusal, afterMs) => {
    const { url } = video({ openTracks: [track('ai-zh')] });
    for (const path of ['/x/web-interface/view', '/x/player/wbi/v2', '/x/web-interface/nav']) {
      if (path.endsWith('nav') && 'body' in refusal) continue;
      fetch = createGuardedFetch({ replayFrom: replay.url });
      site.refusals.clear();
      site.refusals.set(path, refusal);
      const error = await failure(url);
      expect(error).toMatchObject({ code: 'site_wait', retry: { afterMs }, params: { minutes: Math.ceil(afterMs / 60_000) } });
    }
  });

  test.each([
    [-404, 'video_unavailable'],
    [62002, 'video_unavailable'],
    [62004, 'video_unavailable'],
    [62012, 'video_private'],
    [-403, 'video_private'],
    [-10403, 'video_region_blocked'],
    [-101, 'site_login_needed'],
    [12345, 'site_changed'],
  ])('SUM-02 code %i is %s', async (code, expected) => {
    const { url } = video();
    site.refusals.set('/x/web-interface/view', { code });
    expect(await failure(url)).toMatchObject({ code: expected, retry: undefined });
  });

  test('SUM-02 answers of no known shape are said to be so, and trouble of the site passes', async () => {
    const { url } = video();
    for (const body of ['<html>', '{"code":"0"}', '{"code":0}', '{"code":0,"data":{"aid":1}}', '[]', '']) {
      site.refusals.set('/x/web-interface/view', { body });
      expect(await failure(url)).toMatchObject({ code: 'site_changed' });
    }
    site.refusals.set('/x/web-interface/view', { status: 502, body: '<html>' });
    expect(await failure(url)).toMatchObject({ code: 'fetch_status', retry: {} });
  });

  test('a key of yesterday is fetched anew once, and kept for an hour at most', async () => {
    const { url } = video({ openTracks: [track('ai-zh')] });
    const navs = () => site.seen.filter(({ path }) => path.endsWith('/nav')).length;
    await resolve(url);
    await resolve(url);
    expect(navs()).toBe(1);
    clock += 61 * 60_000;
    await resolve(url);
    expect(navs()).toBe(2);
    site.refusals.set('/x/player/wbi/v2', { code: -403, times: 1 });
    expect((await resolve(url)).transcript).not.toBeNull();
    expect(navs()).toBe(3);
    site.refusals.set('/x/player/wbi/v2', { code: -403 });
    expect(await failure(url)).toMatchObject({ code: 'video_private' });
    expect(navs()).toBe(4);
  });
});
