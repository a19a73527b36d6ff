/**
 * Compares what becomes of a video, whatever its site answers, with records. `vitest run --project unit
 * src/engine/sites/videos-on-record.test.ts -u` writes new ones, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Files, recordOf } from '../../../tests/harness/sites/resolve-scripted.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../../tests/golden/servers/${name}`, import.meta.url));

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const inPage = (player: unknown, more = '') =>
  Buffer.from(`<html>youtube<script>var ytInitialPlayerResponse = ${JSON.stringify(player)};${more}</script></html>`);

const topics = ['the kiln', 'the river clay', 'winter wood', 'green glaze', 'the chimney', 'wet stones'];
const lines = Array.from(
  { length: 20 },
  (_, index) =>
    `Part ${index + 1} says that ${topics[index % 6]} kept its heat for ${index + 11} hours after ${index + 3} teams left.`,
);
const spoken = { events: lines.map((text, index) => ({ tStartMs: index * 5000, dDurationMs: 4500, segs: [{ utf8: text }] })) };
const uploaded = { body: lines.map((content, index) => ({ from: index * 5, to: index * 5 + 4.5, content })) };

type Track = [language: string, name: string, kind?: 'asr' | 'gated'];

function player(status: object, tracks: readonly Track[] = [], details: object = {}) {
  const captionTracks = tracks.map(([languageCode, name, kind]) => ({
    ...{ languageCode, name: { simpleText: name }, ...(kind === 'asr' ? { kind } : {}) },
    baseUrl: `https://www.youtube.com/api/timedtext?lang=${languageCode}${kind === 'gated' ? '&exp=xpe' : ''}${kind === 'asr' ? '&kind=asr' : ''}`,
  }));
  return {
    playabilityStatus: status,
    videoDetails: {
      ...{ videoId: 'aaaaaaaaaaa', title: 'Kilns', author: 'Ann', lengthSeconds: '100' },
      ...{ shortDescription: '0:00 Wood\n0:30 Ash', ...details },
    },
    captions: { playerCaptionsTracklistRenderer: { captionTracks } },
  };
}
const ok = { status: 'OK' };
const english: Track = ['en', 'English'];
const heard: Track = ['en', 'English (auto)', 'asr'];
const bot = { status: 'LOGIN_REQUIRED', reason: 'Sign in to confirm you’re not a bot' };
const bare = { videoId: undefined, title: undefined, author: undefined, lengthSeconds: undefined, shortDescription: undefined };
const long = `${'What was seen on the walk by the river and the kiln that kept its heat for eleven hours. '.repeat(6)}`;
const chapters = {
  markersMap: [
    {
      key: 'DESCRIPTION_CHAPTERS',
      value: {
        chapters: ['Fire', 'Smoke', 'Cold'].map((title, index) => ({
          chapterRenderer: { title, timeRangeStartMillis: index * 20_000 },
        })),
      },
    },
  ],
};

const youtube: Files = {
  page: inPage(player(ok, [english, heard, ['fr', 'Français']])),
  chapterPage: inPage(player(ok, [english]), `var ytInitialData = ${JSON.stringify({ playerOverlays: chapters })};`),
  visitorPage: inPage(player(bot), 'ytcfg.set({"VISITOR_DATA":"visitor"});'),
  manyPage: inPage(
    player(
      ok,
      Array.from({ length: 101 }, (_, index): Track => [`x${index}`, `Language ${index}`]),
      { shortDescription: 'x'.repeat(5001) },
    ),
  ),
  gatedPage: inPage(player(ok, [['en', 'English', 'gated']])),
  gatedPageWithWords: inPage(player(ok, [['en', 'English', 'gated']], { shortDescription: long })),
  silentPage: inPage(player(ok)),
  wordyPage: inPage(player(ok, [], { shortDescription: long })),
  chinesePage: inPage(
    player(ok, [heard, ['zh-Hans', '中文']], { title: '陶窑的火焰与泥土', shortDescription: '村民们怎样看守陶窑' }),
  ),
  embedOff: inPage(player({ ...ok, playableInEmbed: false }, [english])),
  otherPage: inPage(player(ok, [english], { videoId: 'bbbbbbbbbbb' })),
  botPage: inPage(player(bot)),
  botPageBare: inPage(player(bot, [], bare)),
  privatePage: inPage(player({ status: 'ERROR', reason: 'This video is private' })),
  privatePageBare: inPage(player({ status: 'ERROR', reason: 'This video is private' }, [], bare)),
  livePage: inPage(player(ok, [], { isLive: true })),
  agePage: inPage(player({ status: 'AGE_CHECK_REQUIRED' })),
  regionPage: inPage(player({ status: 'UNPLAYABLE', reason: 'Not available in your country' })),
  membersPage: inPage(player({ status: 'UNPLAYABLE', reason: 'Join this channel to get access' })),
  gonePage: inPage(player({ status: 'ERROR', reason: 'Gone' })),
  unplayablePage: inPage(player({ status: 'UNPLAYABLE', reason: 'Something else' })),
  consentPage: Buffer.from('<form action="https://consent.youtube.com/s">'),
  captchaPage: Buffer.from('<div class="g-recaptcha">'),
  emptyPage: Buffer.from('<html>youtube</html>'),
  clipPage: inPage(player(ok)),
  clipPageBare: inPage(player(ok, [], bare)),
  player: json(player(ok, [english, heard])),
  silentPlayer: json(player(ok)),
  otherPlayer: json(player(ok, [english], { videoId: 'bbbbbbbbbbb' })),
  barePlayer: json(player(ok, [english], bare)),
  botPlayer: json(player(bot)),
  unplayablePlayer: json(player({ status: 'UNPLAYABLE', reason: 'Something else' })),
  privatePlayer: json(player({ status: 'ERROR', reason: 'This video is private' })),
  noPlayer: json({ error: 1 }),
  spoken: json(spoken),
  silence: json({ events: [] }),
  fewWords: json({ events: spoken.events.slice(0, 1) }),
  late: json({ events: spoken.events.map((event) => ({ ...event, tStartMs: event.tStartMs + 200_000 })) }),
};

const view = (more: object) => ({
  code: 0,
  data: {
    ...{ aid: 17, bvid: 'BV17x411w7KC', title: 'Kilns', desc: 'Short', pic: 'https://i.test/k.jpg', pubdate: 1_700_000_000 },
    ...{ duration: 100, owner: { name: 'Potter' }, pages: [{ cid: 1, page: 1, part: 'Wood', duration: 100 }], ...more },
  },
});
const captionsOf = (more: object, lans: readonly string[]) => ({
  code: 0,
  data: {
    subtitle: { subtitles: lans.map((lan) => ({ lan, lan_doc: lan, subtitle_url: `https://aisubtitle.hdslb.com/${lan}.json` })) },
    view_points: [
      { from: 0, content: 'Wood' },
      { from: 50, content: 'Ash' },
    ],
    ...more,
  },
});
const films = (count: number, more: object = {}) => ({
  code: 0,
  result: {
    ...{ season_id: 9, title: 'Clay', evaluate: 'A film.', cover: 'https://i.test/b.jpg' },
    episodes: Array.from({ length: count }, (_, index) => ({
      ...{ id: 101 + index, aid: 17 + index, bvid: 'BV17x411w7KC', cid: 1, title: String(index + 1), long_title: 'Earth' },
      ...{ cover: '', duration: 100_000, pub_time: 1_700_000_000, status: 2, ...more },
    })),
  },
});
const keys = {
  code: -101,
  data: {
    wbi_img: {
      img_url: 'https://i0.hdslb.com/bfs/wbi/7cd084941338484aae1ad9425b84077c.png',
      sub_url: 'https://i0.hdslb.com/bfs/wbi/4932caff0ff746eab6f01bf08b70ac45.png',
    },
  },
};
const bilibili: Files = {
  keys: json(keys),
  oldKeys: json({ ...keys, data: { wbi_img: { img_url: 'https://i0.hdslb.com/x.png', sub_url: '' } } }),
  view: json(view({})),
  wordy: json(view({ desc: long })),
  paid: json(view({ is_upower_exclusive: true })),
  parts: json(view({ pages: [1, 2].map((page) => ({ cid: page, page, part: `Part ${page}`, duration: 100 })) })),
  bare: json(view({ pic: '', owner: undefined })),
  tracks: json(captionsOf({}, ['en', 'ai-en'])),
  noTracks: json(captionsOf({}, [])),
  forViewers: json(captionsOf({ need_login_subtitle: true }, [])),
  film: json(films(1)),
  films: json(films(2)),
  noFilms: json(films(0)),
  soldFilm: json(films(1, { status: 13 })),
  uploaded: json(uploaded),
  late: json({ body: uploaded.body.map((line) => ({ ...line, from: line.from + 200, to: line.to + 200 })) }),
};

test.each([
  ['youtube', youtube],
  ['bilibili', bilibili],
])('SUM-02 answers of %s about videos are dealt with as on record', async (name, files) => {
  const blocks = readFileSync(fileOf(`${name}.txt`), 'utf8');
  await expect(await recordOf(blocks, files)).toMatchFileSnapshot(fileOf(`${name}.record.txt`));
});
