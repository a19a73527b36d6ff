import { beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import {
  captchaPage,
  consentPage,
  type FakeVideo,
  json3,
  noBody,
  playerResponse,
  refusals,
  watchPage,
} from '../../../../tests/harness/sites/youtube.ts';
import { chinese, cues, failure, freshYoutube, id, unlabelled, video } from '../../../../tests/harness/sites/youtube-source.ts';

const site = freshYoutube();
const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

describe('captions', () => {
  beforeEach(() => {
    site.internet.on(`https://i.ytimg.com/vi/${id}/maxresdefault.jpg`, { body: jpeg, type: 'image/jpeg' });
  });

  test('SUM-02 CON-08 reads the creator’s captions, chapters, length, cover and player with two requests', async () => {
    site.onPage(watchPage(video));
    site.internet.on(unlabelled('web', 'en'), json3(cues));
    const extracted = await site.resolve();
    expect(extracted).toMatchObject({
      kind: 'video',
      canonicalUrl: `https://www.youtube.com/watch?v=${id}`,
      title: 'Fire and Ash',
      author: 'Valley Films',
      siteName: 'YouTube',
      publishedAt: '2026-03-04T08:00:00-07:00',
      language: 'en',
      durationMs: 305_000,
      embed: { player: 'youtube', id },
      chapters: video.chapters,
      captionLanguages: ['en', 'zh-Hans'],
      problem: null,
      transcript: { timed: true, language: 'en', provenance: { origin: 'human', track: 'English' } },
    });
    expect(extracted.coverBlob).toMatch(/^covers\/[0-9a-f]{64}\.jpg$/);
    expect(extracted.transcript?.segments[0]).toMatchObject({ startMs: 0, endMs: 9000 });
    expect(site.internet.requests.filter((path) => path.startsWith('www.youtube.com'))).toEqual([
      'www.youtube.com/watch',
      'www.youtube.com/api/timedtext',
    ]);
    expect(site.internet.unexpected).toEqual([]);
  });

  test('SUM-02 prefers the note’s language, never machine translations, always as json3', async () => {
    site.onPage(watchPage(video));
    let asked = '';
    site.internet.on('https://www.youtube.com/api/timedtext', (request, response) => {
      asked = request.url ?? '';
      response.end(json3(chinese).body);
    });
    const extracted = await site.resolve({ language: 'zh' });
    expect(extracted.transcript).toMatchObject({ language: 'zh-Hans', provenance: { track: 'Chinese (Simplified)' } });
    const query = new URLSearchParams(asked.split('?')[1]);
    expect([query.get('lang'), query.get('fmt'), query.has('tlang')]).toEqual(['zh-Hans', 'json3', false]);
  });

  test('SUM-02 never requests gated addresses, but asks another player with the page’s visitor', async () => {
    const gated = { ...video, tracks: video.tracks?.map((track) => ({ ...track, gated: true })) } as FakeVideo;
    site.onPage(watchPage(gated));
    const seen = site.onPlayer({ ANDROID: playerResponse(video, 'android') });
    site.internet.on(unlabelled('android', 'en'), json3(cues));
    const extracted = await site.resolve({ youtubeClients: ['VISIONOS/9.9', 'ANDROID'] });
    expect(extracted.transcript?.provenance).toEqual({ origin: 'human', track: 'English' });
    expect(seen.bodies.map(({ client }) => client)).toEqual(['VISIONOS', 'ANDROID']);
    expect(seen.bodies[0]?.headers).toMatchObject({
      'x-youtube-client-name': '101',
      'x-youtube-client-version': '9.9',
      'x-goog-visitor-id': 'VISITOR%3D%3D',
    });
    expect(JSON.parse(seen.bodies[0]?.body ?? '')).toMatchObject({
      videoId: id,
      context: { client: { clientVersion: '9.9', visitorData: 'VISITOR%3D%3D', hl: 'en' } },
    });
  });

  test('SUM-02 asks other players after an empty body and keeps the reason', async () => {
    site.onPage(watchPage(video));
    site.onPlayer({ VISIONOS: playerResponse(video, 'visionos'), ANDROID: playerResponse(video, 'android') });
    site.internet.on('https://www.youtube.com/api/timedtext', noBody);
    site.internet.on(`${unlabelled('android', 'en')}&kind=asr`, json3(cues));
    const extracted = await site.resolve({ youtubeClients: ['VISIONOS', 'ANDROID'] });
    // The creator's English track was empty for every client; clients with an empty track are not asked for another one.
    expect(extracted.transcript).toBeNull();
    expect(extracted.problem).toBe('ytdlp_missing');
    expect(site.internet.requests.filter((path) => path.endsWith('timedtext'))).toHaveLength(3);
  });

  test('SUM-02 replaces captions of another film by the automatic track and names both', async () => {
    site.onPage(watchPage(video));
    site.internet.on(
      unlabelled('web', 'en'),
      json3(cues.map((cue) => ({ ...cue, startMs: cue.startMs + 900_000, endMs: cue.endMs + 900_000 }))),
    );
    site.internet.on(`${unlabelled('web', 'en')}&kind=asr`, json3(cues));
    const extracted = await site.resolve();
    expect(extracted.transcript?.provenance).toEqual({
      origin: 'automatic',
      track: 'English (auto-generated)',
      rejected: [{ track: 'English', fault: 'other_video' }],
    });
  });

  test('stops all requests and waits as long as the site asks while captions are fetched', async () => {
    site.onPage(watchPage(video));
    const seen = site.onPlayer({});
    site.internet.on('https://www.youtube.com/api/timedtext', {
      body: 'slow down',
      status: 429,
      headers: { 'retry-after': '90' },
    });
    const error = await failure(site.resolve());
    expect(error).toMatchObject({ code: 'site_wait', retry: { afterMs: 90_000 }, params: { site: 'YouTube', minutes: 2 } });
    expect(site.internet.requests.filter((path) => path.endsWith('timedtext'))).toHaveLength(1);
    expect(seen.bodies).toEqual([]);
  });

  test('SUM-02 asks the player’s endpoint after a consent page or bot check', async () => {
    site.internet.on(unlabelled('visionos', 'en'), json3(cues));
    for (const page of [consentPage, captchaPage, { body: '', status: 429 }]) {
      site.onPage(page);
      const seen = site.onPlayer({ VISIONOS: playerResponse(video, 'visionos') });
      const extracted = await site.resolve();
      expect(extracted.transcript?.provenance.track).toBe('English');
      expect(extracted.title).toBe('Fire and Ash');
      expect(seen.bodies[0]?.headers).not.toHaveProperty('x-goog-visitor-id');
    }
  });

  test('ignores an answer about another video', async () => {
    site.onPage(watchPage({ ...video, id: 'OtherVideo1' }));
    site.onPlayer({ VISIONOS: playerResponse({ ...video, id: 'OtherVideo1' }), ANDROID: playerResponse(video, 'android') });
    site.internet.on(unlabelled('android', 'en'), json3(cues));
    expect((await site.resolve()).title).toBe('Fire and Ash');
  });

  test('reads a clip’s video', async () => {
    site.internet.on('https://www.youtube.com/clip/UgkxAbCdEfGhIjKlMnOp', watchPage(video));
    site.onPage(watchPage(video));
    site.internet.on(unlabelled('web', 'en'), json3(cues));
    const extracted = await site.resolve({}, 'https://www.youtube.com/clip/UgkxAbCdEfGhIjKlMnOp');
    expect(extracted.canonicalUrl).toBe(`https://www.youtube.com/watch?v=${id}`);
  });
});

describe('unavailable videos', () => {
  test.each([
    ['private', { id }, refusals.private, 'video_private'],
    ['deleted', { id }, refusals.deleted, 'video_unavailable'],
  ] as const)('SUM-07 %s', async (_name, known, status, code) => {
    site.onPage(watchPage({ ...known, status }));
    expect((await failure(site.resolve())).code).toBe(code);
    expect(site.internet.requests).toEqual(['www.youtube.com/watch']);
  });

  test.each([
    ['age-restricted', refusals.age, {}, 'video_age_restricted'],
    ['closed to a region', refusals.region, {}, 'video_region_blocked'],
    ['for members', refusals.members, {}, 'video_members_only'],
    ['coming', refusals.upcoming, { isUpcoming: true }, 'video_live'],
    ['live', { status: 'OK' }, { isLive: true }, 'video_live'],
  ] as const)(
    'SUM-07 %s: title and cover are kept, no player is shown that would refuse',
    async (_name, status, details, code) => {
      site.internet.on(`https://i.ytimg.com/vi/${id}/hqdefault.jpg`, { body: jpeg, type: 'image/jpeg' });
      site.onPage(watchPage({ ...video, status, details }));
      const extracted = await site.resolve();
      expect(extracted).toMatchObject({ title: 'Fire and Ash', problem: code, transcript: null, embed: null });
      expect(extracted.coverBlob).toMatch(/^covers\//);
      expect(site.internet.requests).not.toContain('www.youtube.com/youtubei/v1/player');
    },
  );

  test('waits and says so when every player reports a bot', async () => {
    site.onPage(watchPage({ id, status: refusals.bot }));
    const seen = site.onPlayer({});
    const error = await failure(site.resolve());
    expect(error).toMatchObject({ code: 'site_bot_check', retry: { afterMs: 300_000 } });
    expect(seen.bodies).toHaveLength(3);
  });

  test('waits when every player answers 429', async () => {
    site.onPage(captchaPage);
    site.internet.on('https://www.youtube.com/youtubei/v1/player', { body: '', status: 429 });
    expect(await failure(site.resolve())).toMatchObject({ code: 'site_wait', retry: { afterMs: 300_000 } });
  });

  test('reports a changed site for unknown pages and players', async () => {
    site.onPage({ body: '<html><body>new</body></html>' });
    site.internet.on('https://www.youtube.com/youtubei/v1/player', { body: '{"what":1}', type: 'application/json' });
    expect((await failure(site.resolve())).code).toBe('site_changed');
  });

  test('refuses lists with `listing_link`', async () => {
    expect((await failure(site.resolve({}, 'https://www.youtube.com/playlist?list=PLabcdefghijk123'))).code).toBe('listing_link');
    expect((await failure(site.resolve({}, 'https://www.youtube.com/@valley'))).code).toBe('listing_link');
    expect(site.internet.requests).toEqual([]);
  });

  test('ends when cancelled', async () => {
    const stop = new AbortController();
    site.onPage(() => stop.abort(new AppError('cancelled')));
    expect((await failure(site.resolve({ signal: stop.signal }))).code).toBe('cancelled');
  });
});
