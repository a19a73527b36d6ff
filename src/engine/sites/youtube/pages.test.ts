import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  captchaPage,
  consentPage,
  continuation,
  type FakeVideo,
  lockup,
  playerResponse,
  playlistAnswer,
  refusals,
  watchPage,
} from '../../../../tests/harness/sites/youtube.ts';
import { describedTranscript } from '../../transcribe/described-transcript.ts';
import { orderTracks } from '../../transcribe/tracks/order-site-tracks.ts';
import { readChapters } from './chapters.ts';
import { chooseClients, webClient } from './clients.ts';
import { describePage } from './describe-page.ts';
import { objectInPage, valuesOf } from './json-in-page.ts';
import { readPlayerResponse } from './player-response.ts';
import { readListFacts, readListPage } from './playlist-page.ts';
import { readWatchPage } from './watch-page.ts';

const video: FakeVideo = {
  id: 'AbCdEfGhIjK',
  title: 'The Kiln {of "Lorn"};',
  seconds: 316,
  description: 'Braces } and "quotes" \\ and </script> in words\n0:00 Start\n1:30 Fire',
  tracks: [
    { language: 'en', name: 'English' },
    { language: 'en', name: 'English (auto-generated)', automatic: true },
    { language: 'zh-Hans', name: 'Chinese (Simplified)', gated: true, relative: true },
  ],
  chapters: [
    { title: 'Opening', startMs: 0 },
    { title: 'Heat', startMs: 95_000 },
  ],
  autoChapters: [
    { title: 'Machine one', startMs: 0 },
    { title: 'Machine two', startMs: 10_000 },
  ],
};
const html = String(watchPage(video).body);

describe('the watch page', () => {
  test('SUM-02 gives the player’s answer, the visitor, and the creator’s chapters', () => {
    const page = readWatchPage(html);
    if (page.kind !== 'video') throw new Error(page.kind);
    expect(page.player).toMatchObject({
      state: 'ok',
      videoId: video.id,
      title: video.title,
      author: 'Valley Films',
      description: video.description,
      durationMs: 316_000,
      publishedAt: '2026-03-04T08:00:00-07:00',
      coverUrl: `https://i.ytimg.com/vi/${video.id}/maxresdefault.jpg`,
      spokenLanguage: 'en',
      embeddable: true,
    });
    expect(page.player.tracks.map(({ language, automatic, gated }) => [language, automatic, gated])).toEqual([
      ['en', false, false],
      ['en', true, false],
      ['zh-Hans', false, true],
    ]);
    expect(page.visitorData).toBe('VISITOR%3D%3D');
    expect(readChapters(page.data, null, 316_000)).toEqual(video.chapters);
    // Without the creator's chapters, times in the description count; automatic chapters never do.
    const { data } = readWatchPage(String(watchPage({ ...video, chapters: undefined } as FakeVideo).body)) as { data: unknown };
    expect(readChapters(data, video.description ?? '', 316_000)).toEqual([
      { title: 'Start', startMs: 0 },
      { title: 'Fire', startMs: 90_000 },
    ]);
  });

  test('tells consent page, bot check and a page without a player apart', () => {
    expect(readWatchPage(String(consentPage.body)).kind).toBe('consent');
    expect(readWatchPage(String(captchaPage.body)).kind).toBe('captcha');
    expect(readWatchPage(String(watchPage(video, { player: false }).body)).kind).toBe('other');
    expect(readWatchPage('').kind).toBe('other');
  });

  test('reads a page cut anywhere as far as it goes', () => {
    fc.assert(
      fc.property(fc.nat(html.length), fc.boolean(), (end, fromStart) => {
        const cut = fromStart ? html.slice(0, end) : html.slice(end);
        const page = readWatchPage(cut);
        // No value is partial: no half title, no half duration.
        if (page.kind === 'video') expect(page.player.title).toBe(video.title);
        expect([null, 316]).toContain(describePage(cut)?.duration ?? null);
      }),
      { numRuns: 150 },
    );
  });

  test('reads a page with any character changed without an error', () => {
    const changes = fc.array(fc.tuple(fc.nat(html.length - 1), fc.constantFrom('{', '}', '"', '\\', '[', '0', '<', '\u0000')), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(changes, (list) => {
        const letters = html.split('');
        for (const [index, letter] of list) letters[index] = letter;
        expect(() => readWatchPage(letters.join(''))).not.toThrow();
      }),
      { numRuns: 150 },
    );
  });

  test('reads any JSON in place of the player’s answer without an error', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom('playabilityStatus', 'videoDetails', 'captions', 'microformat'),
        (value, key) => {
          const answer = { ...playerResponse(video), [key]: value };
          expect(() => readPlayerResponse(answer)).not.toThrow();
          expect(() => readPlayerResponse(value)).not.toThrow();
          expect(() => readListPage(value)).not.toThrow();
          expect(() => readChapters(value, null, null)).not.toThrow();
          expect(() => readListFacts({ [key]: value, metadata: value, sidebar: value })).not.toThrow();
        },
      ),
      { numRuns: 200 },
    );
  });

  test('ends an object at its own brace, for any strings in it', () => {
    const tricky = fc.string({ unit: fc.constantFrom('{', '}', '"', '\\', '/', 'a', '\n', ';', '<', '窑') });
    fc.assert(
      fc.property(tricky, tricky, (a, b) => {
        const object = { [a]: b, inner: [{ b: a }] };
        const page = `<script>var x = "${'{'}"; data = ${JSON.stringify(object)};var y = {};</script>`;
        expect(objectInPage(page, 'data')).toEqual(object);
      }),
    );
  });

  test('survives deep nesting', () => {
    const deep = `var ytInitialData = {"a":${'['.repeat(3000)}${']'.repeat(3000)}};`;
    expect(readWatchPage(deep).kind).toBe('other');
    expect([...valuesOf(objectInPage(deep, 'ytInitialData'), 'b')]).toEqual([]);
  });
});

describe('player answers', () => {
  const stateOf = (status: Record<string, unknown>, details: Record<string, unknown> = {}) =>
    readPlayerResponse(playerResponse({ ...video, status, details }))?.state;

  test.each([
    ['private', 'private'],
    ['deleted', 'unavailable'],
    ['age', 'age_restricted'],
    ['region', 'region_blocked'],
    ['members', 'members_only'],
    ['bot', 'bot_check'],
    ['reload', 'unplayable'],
    ['upcoming', 'upcoming'],
  ] as const)('SUM-07 refusal %s is %s', (refusal, state) => expect(stateOf(refusals[refusal])).toBe(state));

  test.each([
    [undefined, 'bot_check'],
    ['Please sign in', 'bot_check'],
    ['Log in to go on', 'bot_check'],
    ['The maker took a rest', 'unplayable'],
  ])('SUM-07 a demand to sign in whose reason is %j is %s', (reason, state) => {
    const errorScreen = { proceedButton: { text: 'Sign in' } };
    expect(stateOf({ status: 'LOGIN_REQUIRED', reason, errorScreen })).toBe(state);
  });

  test('reads the words of a refusal wherever they stand, as far as a refusal goes', () => {
    const refused = (words: object) => stateOf({ status: 'UNPLAYABLE', ...words });
    const nested = (depth: number): unknown => (depth === 0 ? 'not available in your country' : { a: nested(depth - 1) });
    const many = (length: number) => [...Array.from({ length: length - 1 }, () => 'no'), 'not available in your country'];
    const fields = (length: number) => Object.fromEntries(many(length).entries());
    const long = (length: number) => `${'x'.repeat(length - 15)} in your country`.slice(-length);
    for (const [near, far] of [
      [nested(13), nested(14)],
      [many(20), many(21)],
      [fields(30), fields(31)],
      [long(500), long(501)],
    ])
      for (const place of ['reason', 'messages', 'errorScreen']) {
        expect(refused({ [place]: near })).toBe('region_blocked');
        expect(refused({ [place]: far })).toBe('unplayable');
      }
  });

  test('tells a live stream from its replay', () => {
    const ok = { status: 'OK' };
    expect(stateOf(ok, { isLive: true, isLiveContent: true })).toBe('live');
    expect(stateOf(ok, { isUpcoming: true })).toBe('upcoming');
    expect(stateOf(ok, { isLiveContent: true })).toBe('ok');
  });

  test('accepts caption addresses of the site only', () => {
    const answer = playerResponse(video);
    const text = JSON.stringify(answer).replaceAll('https://www.youtube.com/api', 'https://youtube.com.evil.example/api');
    const tracks = readPlayerResponse(JSON.parse(text) as unknown)?.tracks ?? [];
    expect(tracks.map(({ language }) => language)).toEqual(['zh-Hans']);
    expect(new URL(tracks[0]?.url ?? '').origin).toBe('https://www.youtube.com');
  });

  test('describes no file that is not from the site', () => {
    for (const text of ['', 'hello', '{"a":1}', '<!doctype html><title>Kilns</title>', 'a text about YouTube'])
      expect(describePage(text)).toBeNull();
    expect(describePage('<!doctype html><title>Kilns - YouTube</title>')?.status).toBe('watch_page');
  });

  test('describes a saved answer in one line', () => {
    expect(describePage(JSON.stringify(playerResponse(video)))).toEqual({
      status: 'ok',
      tracks: ['en', 'en-asr', 'zh-Hans'],
      duration: 316,
    });
    const gated = { ...video, tracks: video.tracks?.map((track) => ({ ...track, gated: true })) };
    expect(describePage(JSON.stringify(playerResponse(gated as FakeVideo)))?.status).toBe('token_required');
    expect(describePage(JSON.stringify(playerResponse({ ...video, tracks: [] })))?.status).toBe('no_captions');
    expect(describePage(JSON.stringify(playerResponse({ ...video, status: refusals.bot })))?.status).toBe('blocked');
  });
});

describe('orderTracks', () => {
  const track = (language: string, automatic = false, name = language) => ({ language, automatic, name });
  const order = (tracks: ReturnType<typeof track>[], spoken: string | null, wanted: string | null) =>
    orderTracks(tracks, { spoken, wanted }).map(({ language, automatic }) => `${language}${automatic ? '-asr' : ''}`);

  test('SUM-02 prefers the wanted, then the spoken language, the creator before the machine', () => {
    const tracks = [track('en', true), track('de'), track('zh-TW'), track('en'), track('zh-Hans')];
    expect(order(tracks, 'en', 'zh')).toEqual(['zh-Hans', 'zh-TW', 'en', 'en-asr', 'de']);
    expect(order(tracks, 'en', 'en')).toEqual(['en', 'en-asr', 'zh-TW', 'zh-Hans', 'de']);
    expect(order(tracks, 'en', null)).toEqual(['en', 'en-asr', 'zh-TW', 'zh-Hans', 'de']);
    expect(order([track('en', true), track('ja')], 'en', 'zh')).toEqual(['en-asr', 'ja']);
    // Automatic captions of a dubbed sound track are not what is spoken.
    expect(order([track('en', true), track('es', true)], 'es', 'zh')).toEqual(['es-asr']);
    expect(order([track('en', false, 'Lyrics'), track('en', true)], 'en', 'en')).toEqual(['en-asr', 'en']);
  });
});

describe('clients', () => {
  test('takes names and versions from the configuration', () => {
    expect(chooseClients([]).map(({ name }) => name)).toEqual(['VISIONOS', 'ANDROID', 'IOS']);
    const [first, second, ...more] = chooseClients(['android/99.1.2', 'nonsense', 'TVHTML5']);
    expect(first).toMatchObject({ name: 'ANDROID', version: '99.1.2' });
    expect(first?.userAgent).toContain('/99.1.2 ');
    expect(second?.name).toBe('TVHTML5');
    expect(more).toEqual([]);
    expect(webClient(['WEB/3.1']).version).toBe('3.1');
    // A version cannot smuggle a header.
    expect(chooseClients(['IOS/1\r\nx: y'])[0]?.version).not.toContain('\n');
  });
});

describe('describedTranscript', () => {
  const words = 'The oven keeps its heat for eleven hours and three teams measured it. '.repeat(5);
  test('labels the description and drops links and requests to subscribe', () => {
    const transcript = describedTranscript(
      `${words}\nhttps://example.com/shop\nSubscribe to my channel\nMusic: https://a.example/b\n\n${words}`,
      [{ track: 'English', fault: 'empty' }],
    );
    expect(transcript?.provenance).toEqual({
      origin: 'description',
      track: 'description',
      rejected: [{ track: 'English', fault: 'empty' }],
    });
    expect(transcript?.timed).toBe(false);
    expect(transcript?.segments.map(({ text }) => text)).toEqual([words.trim(), words.trim()]);
  });
  test('rejects a few words', () => {
    expect(describedTranscript('My new film. Enjoy!', [])).toBeNull();
    expect(describedTranscript(null, [])).toBeNull();
  });
});

describe('lists', () => {
  test('reads the longest list with its continuation, without live entries', () => {
    const entries = [
      lockup('AAAAAAAAAA1', 'One', { author: 'Ada' }),
      lockup('AAAAAAAAAA2', 'Two', { length: '1:02:03' }),
      lockup('AAAAAAAAAA3', 'Now', { length: 'LIVE', badgeStyle: 'THUMBNAIL_OVERLAY_BADGE_STYLE_LIVE' }),
      continuation('NEXT'),
    ];
    const answer = playlistAnswer('Kilns', entries, '1,447');
    expect(readListPage(answer)).toEqual({
      videos: [
        {
          id: 'AAAAAAAAAA1',
          title: 'One',
          durationMs: 245_000,
          author: 'Ada',
          coverUrl: 'https://i.ytimg.com/vi/AAAAAAAAAA1/hqdefault.jpg',
        },
        expect.objectContaining({ id: 'AAAAAAAAAA2', durationMs: 3_723_000 }),
      ],
      continuation: 'NEXT',
    });
    expect(readListFacts(answer)).toMatchObject({ title: 'Kilns', author: 'Valley Films', total: 1447 });
  });

  test('reads the layout of earlier years', () => {
    const renderer = {
      playlistVideoRenderer: {
        videoId: 'BBBBBBBBBB1',
        title: { runs: [{ text: 'Old' }] },
        lengthSeconds: '61',
        shortBylineText: { runs: [{ text: 'Bo' }] },
        thumbnail: { thumbnails: [{ url: '//i.ytimg.com/vi/BBBBBBBBBB1/default.jpg', width: 120 }] },
      },
    };
    const more = { continuationItemRenderer: { continuationEndpoint: { continuationCommand: { token: 'OLD' } } } };
    expect(readListPage({ contents: [{ playlistVideoListRenderer: { contents: [renderer, more] } }] })).toEqual({
      videos: [
        {
          id: 'BBBBBBBBBB1',
          title: 'Old',
          durationMs: 61_000,
          author: 'Bo',
          coverUrl: 'https://i.ytimg.com/vi/BBBBBBBBBB1/default.jpg',
        },
      ],
      continuation: 'OLD',
    });
  });
});
