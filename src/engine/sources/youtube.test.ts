import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { AppError, toAppError } from '#lib/app-error.ts';
import { bodyOf, type Replay, startReplay } from '../../../tests/harness/replay.ts';
import {
  captchaPage,
  consentPage,
  type FakeVideo,
  json3,
  noBody,
  playerResponse,
  refusals,
  watchPage,
} from '../../../tests/harness/youtube.ts';
import { type Extracted, zExtracted } from '../model.ts';
import type { EnginePorts, SpeechPort, YtDlp, YtDlpVideo } from '../ports.ts';
import { youtubeSource } from './youtube.ts';

let internet: Replay;
beforeEach(async () => {
  internet = await startReplay();
});
afterEach(() => internet.close());

const id = 'Kq8-w_T3zLo';
const link = `https://youtu.be/${id}?t=12`;
const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

const topics = [
  'the kiln',
  'a river',
  'old bricks',
  'the valley school',
  'winter wood',
  'green glaze',
  'the chimney',
  'wet stones',
];
const cues = Array.from({ length: 30 }, (_, index) => ({
  startMs: index * 10_000,
  endMs: index * 10_000 + 9000,
  text: `Part ${index + 1} of the film says that ${topics[index % topics.length]} kept its heat for ${index + 11} hours after the ${index + 3} teams had left.`,
}));
const chinese = cues.map((cue, index) => ({
  ...cue,
  text: `影片的第${index + 1}段说，陶窑在${index + 3}支队伍离开之后仍然保温${index + 11}个小时，村民不必添柴。`,
}));

const video: FakeVideo = {
  id,
  title: 'Fire and Ash',
  seconds: 305,
  description: 'How a village built its oven.',
  tracks: [
    { language: 'en', name: 'English (auto-generated)', automatic: true },
    { language: 'en', name: 'English' },
    { language: 'zh-Hans', name: 'Chinese (Simplified)' },
  ],
  chapters: [
    { title: 'Fire', startMs: 0 },
    { title: 'Ash', startMs: 120_000 },
  ],
};
const unlabelled = (via: string, language: string): string =>
  `https://www.youtube.com/api/timedtext?v=${id}&lang=${language}&via=${via}`;

/** The player's endpoint: `answers` by the name of the client that asks; others are told that they are robots. */
function onPlayer(answers: Record<string, unknown>): {
  bodies: { client: string; body: string; headers: IncomingMessage['headers'] }[];
} {
  const seen: { bodies: { client: string; body: string; headers: IncomingMessage['headers'] }[] } = { bodies: [] };
  internet.on('https://www.youtube.com/youtubei/v1/player', (request, response) => {
    void bodyOf(request).then((body) => {
      const { context } = JSON.parse(body) as { context: { client: { clientName: string } } };
      const client = context.client.clientName;
      seen.bodies.push({ client, body, headers: request.headers });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answers[client] ?? playerResponse({ id, status: refusals.bot })));
    });
  });
  return seen;
}

function onPage(page: Parameters<Replay['on']>[1]): void {
  internet.on('https://www.youtube.com/watch', page);
}

type Extra = Partial<EnginePorts> & { language?: string; signal?: AbortSignal };

async function resolve({ language, signal, ...ports }: Extra = {}, url = link): Promise<Extracted> {
  const stored = new Map<string, unknown>();
  const all = {
    fetch: createGuardedFetch({ replayFrom: internet.url }),
    clock: { now: () => Date.now(), sleep: async () => {} },
    blobs: {
      put: async (key: string, bytes: Uint8Array) => ({ size: stored.set(key, bytes).size }),
      delete: async () => {},
      localPath: async () => '',
    },
    checkpoints: { get: async () => undefined, put: async () => {} },
    ...ports,
  } as Partial<EnginePorts> as EnginePorts;
  expect(youtubeSource.canHandle({ type: 'url', url })).toBe(true);
  const extracted = await youtubeSource.resolve(
    { type: 'url', url },
    {
      ports: all,
      progress: { stage: () => {}, partial: () => {} },
      signal: signal ?? AbortSignal.timeout(20_000),
      ...(language === undefined ? {} : { language }),
    },
  );
  return zExtracted.parse(extracted);
}

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = toAppError(
    await work.then(
      () => new Error('nothing failed'),
      (caught: unknown) => caught,
    ),
  );
  expect(error.code).not.toBe('internal');
  return error;
}

describe('captions', () => {
  beforeEach(() => {
    internet.on(`https://i.ytimg.com/vi/${id}/maxresdefault.jpg`, { body: jpeg, type: 'image/jpeg' });
  });

  test('SUM-02 CON-08 the creator’s captions, chapters, length, cover and player; two requests and no other player', async () => {
    onPage(watchPage(video));
    internet.on(unlabelled('web', 'en'), json3(cues));
    const extracted = await resolve();
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
    expect(internet.requests.filter((path) => path.startsWith('www.youtube.com'))).toEqual([
      'www.youtube.com/watch',
      'www.youtube.com/api/timedtext',
    ]);
    expect(internet.unexpected).toEqual([]);
  });

  test('SUM-02 the language of the note is preferred, never as a machine’s translation, and always as json3', async () => {
    onPage(watchPage(video));
    let asked = '';
    internet.on('https://www.youtube.com/api/timedtext', (request, response) => {
      asked = request.url ?? '';
      response.end(json3(chinese).body);
    });
    const extracted = await resolve({ language: 'zh' });
    expect(extracted.transcript).toMatchObject({ language: 'zh-Hans', provenance: { track: 'Chinese (Simplified)' } });
    const query = new URLSearchParams(asked.split('?')[1]);
    expect([query.get('lang'), query.get('fmt'), query.has('tlang')]).toEqual(['zh-Hans', 'json3', false]);
  });

  test('SUM-02 gated addresses are never asked for: another player gives clean ones, with the visitor of the page', async () => {
    const gated = { ...video, tracks: video.tracks?.map((track) => ({ ...track, gated: true })) } as FakeVideo;
    onPage(watchPage(gated));
    const seen = onPlayer({ ANDROID: playerResponse(video, 'android') });
    internet.on(unlabelled('android', 'en'), json3(cues));
    const extracted = await resolve({ youtubeClients: ['VISIONOS/9.9', 'ANDROID'] });
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

  test('SUM-02 an empty body is no caption: other players are asked, and the reason is kept', async () => {
    onPage(watchPage(video));
    onPlayer({ VISIONOS: playerResponse(video, 'visionos'), ANDROID: playerResponse(video, 'android') });
    internet.on('https://www.youtube.com/api/timedtext', noBody);
    internet.on(`${unlabelled('android', 'en')}&kind=asr`, json3(cues));
    const extracted = await resolve({ youtubeClients: ['VISIONOS', 'ANDROID'] });
    // The creator's English was empty everywhere; nobody is asked again whose addresses give nothing.
    expect(extracted.transcript).toBeNull();
    expect(extracted.problem).toBe('ytdlp_missing');
    expect(internet.requests.filter((path) => path.endsWith('timedtext'))).toHaveLength(3);
  });

  test('SUM-02 captions of another film fall to what the site heard, and both are named', async () => {
    onPage(watchPage(video));
    internet.on(
      unlabelled('web', 'en'),
      json3(cues.map((cue) => ({ ...cue, startMs: cue.startMs + 900_000, endMs: cue.endMs + 900_000 }))),
    );
    internet.on(`${unlabelled('web', 'en')}&kind=asr`, json3(cues));
    const extracted = await resolve();
    expect(extracted.transcript?.provenance).toEqual({
      origin: 'automatic',
      track: 'English (auto-generated)',
      rejected: [{ track: 'English', fault: 'other_video' }],
    });
  });

  test('a site that says "later" while captions are fetched is left alone, and the run waits as long as it says', async () => {
    onPage(watchPage(video));
    const seen = onPlayer({});
    internet.on('https://www.youtube.com/api/timedtext', { body: 'slow down', status: 429, headers: { 'retry-after': '90' } });
    const error = await failure(resolve());
    expect(error).toMatchObject({ code: 'site_wait', retry: { afterMs: 90_000 }, params: { site: 'YouTube', minutes: 2 } });
    expect(internet.requests.filter((path) => path.endsWith('timedtext'))).toHaveLength(1);
    expect(seen.bodies).toEqual([]);
  });

  test('SUM-02 consent page or riddle: the player’s endpoint answers all the same', async () => {
    internet.on(unlabelled('visionos', 'en'), json3(cues));
    for (const page of [consentPage, captchaPage, { body: '', status: 429 }]) {
      onPage(page);
      const seen = onPlayer({ VISIONOS: playerResponse(video, 'visionos') });
      const extracted = await resolve();
      expect(extracted.transcript?.provenance.track).toBe('English');
      expect(extracted.title).toBe('Fire and Ash');
      expect(seen.bodies[0]?.headers).not.toHaveProperty('x-goog-visitor-id');
    }
  });

  test('an answer about another video is no answer', async () => {
    onPage(watchPage({ ...video, id: 'OtherVideo1' }));
    onPlayer({ VISIONOS: playerResponse({ ...video, id: 'OtherVideo1' }), ANDROID: playerResponse(video, 'android') });
    internet.on(unlabelled('android', 'en'), json3(cues));
    expect((await resolve()).title).toBe('Fire and Ash');
  });

  test('a clip leads to its video', async () => {
    internet.on('https://www.youtube.com/clip/UgkxAbCdEfGhIjKlMnOp', watchPage(video));
    onPage(watchPage(video));
    internet.on(unlabelled('web', 'en'), json3(cues));
    const extracted = await resolve({}, 'https://www.youtube.com/clip/UgkxAbCdEfGhIjKlMnOp');
    expect(extracted.canonicalUrl).toBe(`https://www.youtube.com/watch?v=${id}`);
  });
});

describe('what cannot be had', () => {
  test.each([
    ['private', { id }, refusals.private, 'video_private'],
    ['deleted', { id }, refusals.deleted, 'video_unavailable'],
  ] as const)('SUM-07 %s', async (_name, known, status, code) => {
    onPage(watchPage({ ...known, status }));
    expect((await failure(resolve())).code).toBe(code);
    expect(internet.requests).toEqual(['www.youtube.com/watch']);
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
      internet.on(`https://i.ytimg.com/vi/${id}/hqdefault.jpg`, { body: jpeg, type: 'image/jpeg' });
      onPage(watchPage({ ...video, status, details }));
      const extracted = await resolve();
      expect(extracted).toMatchObject({ title: 'Fire and Ash', problem: code, transcript: null, embed: null });
      expect(extracted.coverBlob).toMatch(/^covers\//);
      expect(internet.requests).not.toContain('www.youtube.com/youtubei/v1/player');
    },
  );

  test('taken for a robot everywhere: the run waits and says so', async () => {
    onPage(watchPage({ id, status: refusals.bot }));
    const seen = onPlayer({});
    const error = await failure(resolve());
    expect(error).toMatchObject({ code: 'site_bot_check', retry: { afterMs: 300_000 } });
    expect(seen.bodies).toHaveLength(3);
  });

  test('turned away everywhere with 429: the run waits', async () => {
    onPage(captchaPage);
    internet.on('https://www.youtube.com/youtubei/v1/player', { body: '', status: 429 });
    expect(await failure(resolve())).toMatchObject({ code: 'site_wait', retry: { afterMs: 300_000 } });
  });

  test('a page and players that nobody knows are a changed site', async () => {
    onPage({ body: '<html><body>new</body></html>' });
    internet.on('https://www.youtube.com/youtubei/v1/player', { body: '{"what":1}', type: 'application/json' });
    expect((await failure(resolve())).code).toBe('site_changed');
  });

  test('lists are for choosing from', async () => {
    expect((await failure(resolve({}, 'https://www.youtube.com/playlist?list=PLabcdefghijk123'))).code).toBe('collection_link');
    expect((await failure(resolve({}, 'https://www.youtube.com/@valley'))).code).toBe('collection_link');
    expect(internet.requests).toEqual([]);
  });

  test('cancelling ends it', async () => {
    const stop = new AbortController();
    onPage(() => stop.abort(new AppError('cancelled')));
    expect((await failure(resolve({ signal: stop.signal }))).code).toBe('cancelled');
  });
});

describe('without captions', () => {
  const silent: FakeVideo = { ...video, tracks: [], chapters: undefined } as FakeVideo;
  const words = 'The oven keeps its heat for eleven hours and three teams measured it in the valley. '.repeat(4);
  const described: YtDlpVideo = {
    extractor: 'Youtube',
    id,
    title: 'Fire and Ash',
    author: 'Valley Films',
    description: words,
    publishedAt: null,
    durationMs: 305_000,
    coverUrl: null,
    pageUrl: null,
    language: 'en',
    chapters: [],
    tracks: [],
    live: 'no',
    availability: 'public',
    type: 'video',
  };

  function fakeYtDlp(over: Partial<YtDlp>): { ytDlp: YtDlp } {
    const unused = async (): Promise<never> => {
      throw new AppError('ytdlp_failed');
    };
    return {
      ytDlp: {
        version: async () => '2026.08.19',
        describe: async () => described,
        subtitles: unused,
        withAudio: unused,
        list: unused,
        ...over,
      },
    };
  }

  test('SUM-02 yt-dlp’s subtitles: what was heard, not its translation', async () => {
    onPage(watchPage(silent));
    const tracks = [
      { id: 'en', language: 'en', name: 'English', automatic: true },
      { id: 'en-orig', language: 'en', name: 'English (Original)', automatic: true },
    ];
    const asked: string[] = [];
    const extracted = await resolve(
      fakeYtDlp({
        describe: async () => ({ ...described, tracks }),
        subtitles: async (_url, track) => {
          asked.push(track.id);
          return { format: 'json3', bytes: new TextEncoder().encode(String(json3(cues).body)) };
        },
      }),
    );
    expect(asked).toEqual(['en-orig']);
    expect(extracted).toMatchObject({
      problem: null,
      transcript: { provenance: { origin: 'automatic', track: 'English (Original) (yt-dlp)' } },
    });
  });

  test('SUM-02 no recogniser: the description stands in, says so, and the record says what is missing', async () => {
    onPage(watchPage({ ...silent, description: words }));
    let downloads = 0;
    const withAudio = async (): Promise<never> => {
      downloads++;
      throw new AppError('ytdlp_failed');
    };
    const extracted = await resolve(fakeYtDlp({ withAudio }));
    expect(extracted.transcript).toMatchObject({ timed: false, provenance: { origin: 'description' } });
    expect(extracted.problem).toBe('speech_not_configured');
    expect(extracted.embed).toEqual({ player: 'youtube', id });
    expect(downloads).toBe(0);
  });

  test('SUM-02 SUM-04 the sound is listened to', async () => {
    onPage(watchPage({ ...silent, seconds: 4 }));
    const speech: SpeechPort = {
      engineFor: async () => ({
        id: 'remote:test',
        maxPieceSeconds: 30,
        parallel: 1,
        recognise: async () => ({
          language: 'en',
          segments: [{ startMs: 0, endMs: 3000, text: 'The oven keeps its heat for eleven hours.' }],
        }),
      }),
    };
    const media = {
      async *sound() {
        // Four seconds of a tone at 16 kHz, so that there is something to hear.
        const samples = Int16Array.from({ length: 64_000 }, (_, index) => Math.round(8000 * Math.sin(index / 6)));
        yield new Uint8Array(samples.buffer);
      },
    };
    const extracted = await resolve({
      ...fakeYtDlp({ withAudio: async (_url, _options, work) => work('/nowhere/sound.webm') }),
      speech,
      media: media as Partial<EnginePorts['media']> as EnginePorts['media'],
    });
    expect(extracted.transcript).toMatchObject({ provenance: { origin: 'speech', track: 'remote:test' } });
    expect(extracted.problem).toBeNull();
  });

  test('SUM-07 nothing at all: the record stays with its player and says why', async () => {
    onPage(watchPage(silent));
    const missing = await resolve();
    expect(missing).toMatchObject({ transcript: null, problem: 'ytdlp_missing', title: 'Fire and Ash', embed: { id } });
    expect(await resolve(fakeYtDlp({ describe: async () => Promise.reject(new AppError('ytdlp_failed')) }))).toMatchObject({
      transcript: null,
      problem: 'video_no_words',
    });
  });

  test('SUM-07 captions behind a proof that nobody has, and no other way: the site wants a proof', async () => {
    onPage(watchPage({ ...video, tracks: [{ language: 'en', name: 'English', gated: true }] }));
    onPlayer({});
    const extracted = await resolve(fakeYtDlp({ describe: async () => Promise.reject(new AppError('ytdlp_failed')) }));
    expect(extracted).toMatchObject({ problem: 'site_bot_check', transcript: null });
    expect(internet.requests).not.toContain('www.youtube.com/api/timedtext');
  });

  test('taken for a robot, but yt-dlp is let in', async () => {
    onPage(watchPage({ id, status: refusals.bot }));
    onPlayer({});
    const extracted = await resolve(fakeYtDlp({}));
    expect(extracted).toMatchObject({ title: 'Fire and Ash', problem: 'speech_not_configured', durationMs: 305_000 });
  });
});
