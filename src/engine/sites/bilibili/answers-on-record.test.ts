/**
 * Compares what is read from made-up answers of the site with records. `vitest run --project unit
 * src/engine/sites/bilibili/answers-on-record.test.ts -u` writes new ones, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';
import { changedAnswer, differences } from '../../../../tests/harness/changed-answer.ts';
import { computeHere } from '../../../../tests/harness/compute-here.ts';
import { readScript, type ScriptedAnswer, scriptedFetch } from '../../../../tests/harness/sites/scripted-fetch.ts';
import type { EnginePorts } from '../../ports.ts';
import type { ResolveContext } from '../../sources/source.ts';
import { askApi } from './api.ts';
import { askCaptions, captionCandidates, uploadedLanguages } from './captions.ts';
import { bilibiliPlaylists } from './playlist.ts';
import { transcribeVideo } from './sound.ts';
import { bilibiliChannel } from './uploads.ts';
import { askBangumi, askView, type SiteVideo, videoOfBangumi, videoOfView } from './video.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../../../tests/golden/bilibili/${name}`, import.meta.url));
const linesOf = (name: string) =>
  readFileSync(fileOf(`${name}.txt`), 'utf8')
    .split('\n')
    .slice(0, -1);
const usual = JSON.parse(readFileSync(fileOf('answers.json'), 'utf8')) as Record<string, Record<string, unknown>>;
const api = 'https://api.bilibili.com';

const script: ScriptedAnswer[] = [];
const { fetch, asked } = scriptedFetch(script);

/** In place of what the address answered before. */
function on(address: string, status: number, body: string, header = ''): void {
  const at = script.findIndex((known) => known.address === address);
  const scripted = { ...readScript(`${address} ${status} application/json${header}`, {}), body: new TextEncoder().encode(body) };
  script.splice(at < 0 ? script.length : at, at < 0 ? 0 : 1, scripted);
}
const answer = (path: string, value: unknown) => on(`${api}${path}?*`, 200, JSON.stringify(value));

const names = ['7cd084941338484aae1ad9425b84077c', '4932caff0ff746eab6f01bf08b70ac45'];
const [img_url, sub_url] = names.map((name) => `https://i0.hdslb.com/bfs/wbi/${name}.png`);
on(`${api}/x/web-interface/nav`, 200, JSON.stringify({ code: -101, data: { wbi_img: { img_url, sub_url } } }));

const context = {
  ports: {
    compute: computeHere,
    fetch,
    clock: { now: () => 1_790_000_000_000, sleep: async () => {} },
    blobs: { put: async () => ({ size: 0 }), localPath: async () => '', delete: async () => {} },
  } as Partial<EnginePorts> as EnginePorts,
  progress: { stage: () => {}, partial: () => {} },
  signal: AbortSignal.timeout(60_000),
  limit: 3,
} satisfies ResolveContext & { limit: number };

/** The value, or what it failed with. */
async function outcome<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, params, retry } = error;
    return [
      message,
      ...(Object.keys(params).length > 0 ? [JSON.stringify(params)] : []),
      ...(retry ? [`retry ${JSON.stringify(retry)}`] : []),
    ].join(' ');
  }
}

/** Per line a change of the usual answer, and how the outcome differs from the usual one. */
async function expectRecord(name: string, whole: unknown, read: (changed: unknown) => Promise<unknown>): Promise<void> {
  const text = JSON.stringify(whole);
  const before = asked.length;
  const asUsual = await read(JSON.parse(text));
  const requests = asked.slice(before).map(({ line, terms }) => `${line} (${terms})`);
  const lines = [];
  for (const line of linesOf(name)) lines.push(`${line} ⇒ ${differences(await read(changedAnswer(text, line)), asUsual)}`);
  await expect(`${JSON.stringify(asUsual, null, 1)}\n\n${requests.join('\n')}\n\n${lines.join('\n')}\n`).toMatchFileSnapshot(
    fileOf(`${name}.record.txt`),
  );
}

const list = (address: string) => outcome(() => bilibiliPlaylists.list(new URL(address), context));

test('SUM-02 answers about a video are read as on record', async () => {
  await expectRecord('view', usual.view, async (changed) => {
    answer('/x/web-interface/view', changed);
    const view = await outcome(() => askView('BV17x411w7KC', context));
    if (typeof view === 'string') return view;
    const part = (number: number | null) => outcome(async () => videoOfView(view, number));
    return {
      video: await part(null),
      second: await part(2),
      third: await part(3),
      parts: await list('https://www.bilibili.com/video/BV17x411w7KC'),
    };
  });
});

test('SUM-02 seasons of a video are listed as on record', async () => {
  const { data } = usual.view as { data: Record<string, unknown> };
  const pages = [{ cid: 11, page: 1, part: 'Wood', duration: 100 }];
  await expectRecord('season', usual.season, (ugc_season) => {
    answer('/x/web-interface/view', { code: 0, data: { ...data, pages, ugc_season } });
    return list('https://www.bilibili.com/video/BV17x411w7KC');
  });
});

test('SUM-02 answers about films are read as on record', async () => {
  await expectRecord('bangumi', usual.bangumi, async (changed) => {
    answer('/pgc/view/web/season', changed);
    const bangumi = await outcome(() => askBangumi({ episode: 101 }, context));
    if (typeof bangumi === 'string') return bangumi;
    const episode = (id: number) => outcome(async () => videoOfBangumi(bangumi, id));
    return {
      first: await episode(101),
      second: await episode(102),
      trailer: await episode(103),
      other: await episode(104),
      list: await list('https://www.bilibili.com/bangumi/play/ss9'),
    };
  });
});

test('SUM-02 lists of favourites are read as on record', async () => {
  await expectRecord('favourites', usual.favourites, (changed) => {
    answer('/x/v3/fav/resource/list', changed);
    return list('https://www.bilibili.com/list/ml5');
  });
});

test('SUM-02 lists of a creator are read as on record', async () => {
  await expectRecord('archives', usual.archives, async (changed) => {
    answer('/x/series/archives', changed);
    answer('/x/polymer/web-space/seasons_archives_list', changed);
    answer('/x/series/series', usual.series);
    return {
      season: await list('https://space.bilibili.com/7/lists/8?type=season'),
      series: await list('https://space.bilibili.com/7/lists/8?type=series'),
    };
  });
});

test('EXP-01 uploads of a creator are read as on record', async () => {
  await expectRecord('uploads', usual.uploads, (changed) => {
    answer('/x/space/wbi/arc/search', changed);
    return outcome(async () => bilibiliChannel.list?.(new URL('https://space.bilibili.com/7'), context));
  });
});

const video: SiteVideo = {
  ...{ aid: 17000, bvid: 'BV17x411w7KC', cid: 111, part: null, episode: null, title: 'The kiln and its fire' },
  ...{ author: 'Potter', description: null, publishedAt: null, durationMs: 100_000, coverUrl: null, paid: false },
};

test('SUM-04 tracks of a video are chosen as on record', async () => {
  const cues = (to: number) => JSON.stringify({ body: [{ from: 0, to, content: 'The kiln burns.' }] });
  for (const name of ['subtitle/a.json', 'subtitle/b.json', 'subtitle/c.json', 'ai_subtitle/9'])
    on(`https://aisubtitle.hdslb.com/bfs/${name}`, 200, cues(105));
  for (const name of ['17000111', '1700011112', '17000111x'])
    on(`https://aisubtitle.hdslb.com/bfs/ai_subtitle/prod/${name}`, 200, cues(90));
  on('https://aisubtitle.hdslb.com/late', 200, cues(105.001));
  on('https://aisubtitle.hdslb.com/missing', 404, '');
  await expectRecord('player', usual.player, async (changed) => {
    answer('/x/player/wbi/v2', changed);
    return {
      open: await outcome(() => tracksOf(video, null)),
      signedIn: await outcome(() => tracksOf(video, null, 'session')),
      inChinese: await outcome(() => tracksOf({ ...video, title: '陶窑的火焰与泥土' }, null)),
      wantedFrench: await outcome(() => tracksOf({ ...video, durationMs: null }, 'fr')),
    };
  });
});

async function tracksOf(about: SiteVideo, language: string | null, session?: string) {
  const signedIn = session === undefined ? {} : { credential: async () => session };
  const asking = { ...context, language, ports: { ...context.ports, ...signedIn } };
  const { tracks, chapters, signIn } = await askCaptions(about, asking);
  const candidates = captionCandidates(tracks, about, asking);
  const loaded: string[] = [];
  for (const candidate of candidates) {
    const { track, origin, language: spoken } = candidate;
    const found = await candidate.load();
    loaded.push(`${origin} ${spoken}: ${track} ${Array.isArray(found) ? `${found.length} cues` : found}`);
  }
  return { loaded, chapters, signIn, languages: uploadedLanguages(tracks) };
}

test('SUM-04 sound is sought as on record', async () => {
  const deaf = { ...context, ports: { ...context.ports, speech: { engineFor: async () => ({}) } } } as unknown as ResolveContext;
  await expectRecord('playurl', usual.playurl, async (changed) => {
    answer('/x/player/wbi/playurl', changed);
    answer('/pgc/player/web/playurl', changed);
    const seek = async (about: SiteVideo) => {
      const before = asked.length;
      const failed = await outcome(() => transcribeVideo(about, [], deaf));
      const sought = asked.slice(before).filter(({ line }) => !line.includes('api.bilibili.com'));
      return { failed, asked: sought.map(({ line }) => line) };
    };
    return {
      video: await seek(video),
      episode: (await seek({ ...video, episode: 101 })).failed,
      sold: (await seek({ ...video, episode: 101, paid: true })).failed,
    };
  });
});

test('SUM-02 refusals of the site mean what is on record', async () => {
  const shape = z.looseObject({ a: z.number() });
  const lines = [];
  for (const line of linesOf('refusals')) {
    const [, status = '', body = ''] = /^(\d+) (.*)$/.exec(line) ?? [];
    const after = /^retry (\d+)/.exec(body)?.[1];
    on(`${api}/x/test?*`, Number(status), body, after ? ` retry-after=${after}` : '');
    const ask = (more: object) => outcome(() => askApi({ path: '/x/test', query: {}, ...more }, shape, context));
    const plain = JSON.stringify(await ask({}));
    const others: [string, object][] = [
      ['signed', { signed: true }],
      ['with a session', { session: 'x' }],
      ['with codes', { codes: { 7: () => new AppError('listing_empty'), [-404]: () => new AppError('listing_empty') } }],
    ];
    const more = [];
    for (const [name, how] of others) {
      const found = JSON.stringify(await ask(how));
      if (found !== plain) more.push(`${name} ${found}`);
    }
    lines.push([`${line} ⇒ ${plain}`, ...more].join(', '));
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(fileOf('refusals.record.txt'));
});

test('SUM-02 the signing key is kept for less than an hour, and asked for again when the clock was set back', async () => {
  const own = scriptedFetch([
    readScript(
      `${api}/x/web-interface/nav 200 application/json | ${JSON.stringify({ code: -101, data: { wbi_img: { img_url, sub_url } } })}`,
      {},
    ),
    readScript(`${api}/x/test?* 200 application/json | {"code":0,"data":{}}`, {}),
  ]);
  let minute = 100;
  const clock = { now: () => minute * 60_000, sleep: async () => {} };
  const asking = { ...context, ports: { ...context.ports, fetch: own.fetch, clock } };
  const keysAsked = [];
  for (minute of [100, 150, 154.9, 155, 200, 209.9, 210, 209]) {
    await askApi({ path: '/x/test', query: {}, signed: true }, z.looseObject({}), asking);
    keysAsked.push(own.asked.filter(({ line }) => line.includes('/nav')).length);
  }
  expect(keysAsked).toEqual([1, 1, 1, 2, 2, 2, 3, 4]);
});

test('SUM-02 takes forty tracks of a video at most', async () => {
  const subtitles = Array.from({ length: 41 }, (_, index) => ({ lan: `x${index}`, lan_doc: '', subtitle_url: '' }));
  answer('/x/player/wbi/v2', { code: 0, data: { subtitle: { subtitles } } });
  expect((await askCaptions(video, context)).tracks).toHaveLength(40);
});
