import { describe, expect, test } from 'vitest';
import { spokenLines } from '../../../../tests/harness/sites/bilibili.ts';
import { freshBilibili, track } from '../../../../tests/harness/sites/bilibili-source.ts';

const world = freshBilibili();

describe('captions', () => {
  test('SUM-02 reads the transcript from an uploaded track, with cover, player, chapters and facts', async () => {
    const points = [
      { from: 120, to: 300, content: '烧制' },
      { from: 0, to: 120, content: '选土' },
    ];
    const { url } = world.video({ openTracks: [track('ai-zh'), track('zh-Hans', { name: '中文（简体）' })], points });
    const extracted = await world.resolve(`${url}?p=1&spm_id_from=333`);
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
    expect(world.site.seen.every(({ referer, cookie }) => referer === 'https://www.bilibili.com/' && cookie === undefined)).toBe(
      true,
    );
  });

  test('SUM-02 prefers uploaded to automatic tracks, and the title’s language', async () => {
    const { url } = world.video({
      openTracks: [track('ai-en', { translated: true }), track('ai-zh'), track('en-US'), track('zh-Hans')],
    });
    const extracted = await world.resolve(url);
    expect(extracted.transcript?.language).toBe('zh-Hans');
    expect(extracted.captionLanguages).toEqual(['en-US', 'zh-Hans']);
    world.video({ openTracks: [track('zh-Hans'), track('en', { name: 'English' })] });
    expect((await world.resolve(url, {}, 'en')).transcript?.language).toBe('en');
    expect((await world.resolve(url, {}, 'fr')).transcript?.language).toBe('zh-Hans');
    world.video({ openTracks: [track('ai-en', { translated: true }), track('ai-zh')] });
    for (const language of [null, 'en'])
      expect((await world.resolve(url, {}, language)).transcript).toMatchObject({
        language: 'zh',
        provenance: { origin: 'automatic' },
      });
  });

  test("SUM-04 another video's track is not taken, whatever it says, and is named", async () => {
    const other = track('ai-zh', { file: '/bfs/ai_subtitle/prod/99887766112233ffff' });
    const { url } = world.video({ openTracks: [other, track('ai-en', { translated: true })] });
    const { transcript } = await world.resolve(url);
    expect(transcript?.provenance.rejected).toEqual([{ track: 'automatic subtitles (ai-zh, ai-zh)', fault: 'other_video' }]);
    expect(transcript?.language).toBe('en');
    expect(world.replay.requests).not.toContain('aisubtitle.hdslb.com/bfs/ai_subtitle/prod/99887766112233ffff');
  });

  test('SUM-04 rejects a track that ends more than five seconds after the video', async () => {
    const { url } = world.video({ openTracks: [track('zh-Hans', { lines: spokenLines(310) })] });
    expect((await world.resolve(url)).transcript).toBeNull();
    world.video({ openTracks: [track('zh-Hans', { lines: spokenLines(305).map((line) => ({ ...line, to: line.to + 0.3 })) })] });
    expect((await world.resolve(url)).transcript?.timed).toBe(true);
  });

  test('SUM-04 rejects a track whose address is empty, missing or no JSON', async () => {
    const gone = track('zh-Hant', { file: '/bfs/subtitle/gone' });
    const broken = track('en-US', { file: '/bfs/subtitle/broken' });
    const { url } = world.video({ openTracks: [broken, gone, track('ai-zh')] });
    world.replay.on('https://aisubtitle.hdslb.com/bfs/subtitle/gone', { body: 'no', status: 404 });
    world.replay.on('https://aisubtitle.hdslb.com/bfs/subtitle/broken', { body: '<html>login</html>' });
    const { transcript } = await world.resolve(url);
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

  test('SUM-02 reads the part of `p=`: transcript, length, title and player', async () => {
    const { url } = world.video({ parts, seconds: 600, openTracks: [track('ai-zh')] });
    const second = await world.resolve(`${url}?p=2`);
    expect(second).toMatchObject({
      canonicalUrl: `${url}?p=2`,
      title: '陶窑里的十一个小时 P2 烧制',
      durationMs: 300_000,
      embed: { part: 2 },
      problem: null,
    });
    expect(world.replay.requests.some((path) => path.includes('/170001502'))).toBe(true);
    expect(await world.failure(`${url}?p=3`)).toMatchObject({ code: 'video_unavailable' });
  });

  test('SUM-02 follows a short link to its video', async () => {
    world.video({ openTracks: [track('ai-zh')] });
    const location = 'https://www.bilibili.com/video/BV17x411w7KC?share_source=copy_web&p=1';
    world.replay.on('https://b23.tv/GaK5Prk', { body: '', status: 302, headers: { location } });
    world.replay.on('https://www.bilibili.com/video/BV17x411w7KC', { body: '<html></html>' });
    expect((await world.resolve('https://b23.tv/GaK5Prk')).canonicalUrl).toBe('https://www.bilibili.com/video/BV17x411w7KC');
    world.replay.on('https://b23.tv/gone00', { body: '{"code":-404}', status: 200 });
    expect(await world.failure('https://b23.tv/gone00')).toMatchObject({ code: 'video_unavailable' });
  });

  test('SUM-02 reads an episode of a bangumi', async () => {
    world.video({
      aid: 6060,
      bvid: 'BV1L9Uoa9EUx',
      parts: [{ cid: 77, title: '', seconds: 300 }],
      openTracks: [track('zh-Hans')],
    });
    world.replay.on('https://i0.hdslb.com/bfs/ep.jpg', { body: 'no picture' });
    const episode = (id: number, status: number) => ({
      ...{ id, aid: 6060, bvid: 'BV1L9Uoa9EUx', cid: 77, title: String(id - 83), long_title: '入窑', duration: 300_000 },
      ...{ cover: '//i0.hdslb.com/bfs/ep.jpg', pub_time: 1_668_700_801, status, badge: '', rights: { area_limit: 0 } },
    });
    const season = { season_id: 33, title: '陶窑', evaluate: '关于窑', cover: '', episodes: [episode(84, 2), episode(85, 13)] };
    world.replay.on('https://api.bilibili.com/pgc/view/web/season', { body: JSON.stringify({ code: 0, result: season }) });
    expect(await world.resolve('https://www.bilibili.com/bangumi/play/ep84')).toMatchObject({
      title: '陶窑 第1话 入窑',
      canonicalUrl: 'https://www.bilibili.com/bangumi/play/ep84',
      durationMs: 300_000,
      transcript: { provenance: { origin: 'human' } },
      coverBlob: null,
    });
    // An episode for members: its metadata is there, and its captions are not requested, with or without a session.
    const asked = world.site.seen.length;
    expect(await world.resolve('https://www.bilibili.com/bangumi/play/ep85', { session: world.site.session })).toMatchObject({
      transcript: null,
      problem: 'video_members_only',
    });
    expect(world.site.seen.length).toBe(asked);
    expect(await world.failure('https://www.bilibili.com/bangumi/play/ss33')).toMatchObject({ code: 'listing_link' });
    expect(await world.failure('https://www.bilibili.com/bangumi/play/ep99')).toMatchObject({ code: 'video_unavailable' });
  });
});

describe('with and without a sign-in', () => {
  test('SUM-02 keeps the record of a video whose tracks require a sign-in', async () => {
    const { url } = world.video({
      tracks: [track('ai-zh')],
      points: [{ from: 0, to: 9, content: '开始' }],
      description: '窑'.repeat(300),
    });
    expect(await world.resolve(url)).toMatchObject({
      title: '陶窑里的十一个小时',
      transcript: null,
      problem: 'site_login_needed',
      embed: { id: 'BV17x411w7KC' },
      chapters: [{ title: '开始' }],
    });
  });

  test('SUM-02 sends the session to the list of tracks only', async () => {
    const { url } = world.video({ tracks: [track('ai-zh')] });
    let leaked = '';
    world.replay.on('https://i1.hdslb.com/bfs/archive/BV17x411w7KC.jpg', (request, response) => {
      leaked += request.headers.cookie ?? '';
      response.end();
    });
    const extracted = await world.resolve(url, { session: world.site.session });
    expect(extracted).toMatchObject({ problem: null, transcript: { provenance: { origin: 'automatic' } } });
    expect(world.site.seen.filter(({ cookie }) => cookie !== undefined).map(({ path }) => path)).toEqual(['/x/player/wbi/v2']);
    expect(leaked).toBe('');
    expect(JSON.stringify(extracted)).not.toContain(world.site.session);
    expect(JSON.stringify(extracted)).not.toContain('the name of the viewer');
  });

  test('SUM-02 reports an invalid session', async () => {
    const { url } = world.video({ tracks: [track('ai-zh')] });
    expect(await world.resolve(url, { session: 'old000000000000000' })).toMatchObject({
      transcript: null,
      problem: 'credential_invalid',
    });
    world.site.refusals.set('/x/player/wbi/v2', { code: -101, times: 1 });
    expect(await world.resolve(url, { session: world.site.session })).toMatchObject({ problem: 'credential_invalid' });
  });

  test('SUM-02 sends no session for paid videos', async () => {
    const { url } = world.video({ paid: true, tracks: [track('ai-zh')] });
    expect(await world.resolve(url, { session: world.site.session, heard: '不该听到' })).toMatchObject({
      transcript: null,
      problem: 'video_members_only',
    });
    expect(world.site.seen.map(({ path }) => path)).toEqual(['/x/web-interface/view']);
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
    const { url } = world.video({ openTracks: [track('ai-zh')] });
    for (const path of ['/x/web-interface/view', '/x/player/wbi/v2', '/x/web-interface/nav']) {
      if (path.endsWith('nav') && 'body' in refusal) continue;
      world.forget();
      world.site.refusals.clear();
      world.site.refusals.set(path, refusal);
      const error = await world.failure(url);
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
    const { url } = world.video();
    world.site.refusals.set('/x/web-interface/view', { code });
    expect(await world.failure(url)).toMatchObject({ code: expected, retry: undefined });
  });

  test('SUM-02 reports unknown answers as a changed site and retries server errors', async () => {
    const { url } = world.video();
    for (const body of ['<html>', '{"code":"0"}', '{"code":0}', '{"code":0,"data":{"aid":1}}', '[]', '']) {
      world.site.refusals.set('/x/web-interface/view', { body });
      expect(await world.failure(url)).toMatchObject({ code: 'site_changed' });
    }
    world.site.refusals.set('/x/web-interface/view', { status: 502, body: '<html>' });
    expect(await world.failure(url)).toMatchObject({ code: 'fetch_status', retry: {} });
  });

  test('renews an outdated key once and keeps it for an hour at most', async () => {
    const { url } = world.video({ openTracks: [track('ai-zh')] });
    const navs = () => world.site.seen.filter(({ path }) => path.endsWith('/nav')).length;
    await world.resolve(url);
    await world.resolve(url);
    expect(navs()).toBe(1);
    world.clock += 61 * 60_000;
    await world.resolve(url);
    expect(navs()).toBe(2);
    world.site.refusals.set('/x/player/wbi/v2', { code: -403, times: 1 });
    expect((await world.resolve(url)).transcript).not.toBeNull();
    expect(navs()).toBe(3);
    world.site.refusals.set('/x/player/wbi/v2', { code: -403 });
    expect(await world.failure(url)).toMatchObject({ code: 'video_private' });
    expect(navs()).toBe(4);
  });
});
