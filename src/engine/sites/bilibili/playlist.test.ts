import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { AppError } from '#lib/app-error.ts';
import { computeHere } from '../../../../tests/harness/compute-here.ts';
import { type FakeBilibili, startBilibili } from '../../../../tests/harness/sites/bilibili.ts';
import { type Replay, startReplay } from '../../../../tests/harness/sites/replay.ts';
import type { Playlist } from '../../playlists/playlist.ts';
import type { EnginePorts } from '../../ports.ts';
import { bilibiliPlaylists } from './playlist.ts';

let replay: Replay;
let site: FakeBilibili;
let paused: number;
beforeEach(async () => {
  replay = await startReplay();
  site = startBilibili(replay);
  paused = 0;
});
afterEach(() => replay.close());

async function list(address: string, limit = 200): Promise<Playlist | null> {
  const url = new URL(address);
  expect(bilibiliPlaylists.canHandle(url)).toBe(true);
  const clock = { now: Date.now, sleep: async () => void paused++ };
  const ports = {
    compute: computeHere,
    fetch: createGuardedFetch({ replayFrom: replay.url }),
    clock,
  } as Partial<EnginePorts> as EnginePorts;
  return bilibiliPlaylists.list(url, { ports, signal: AbortSignal.timeout(10_000), limit });
}

async function failure(address: string): Promise<string> {
  const ended: unknown = await list(address).catch((error: unknown) => error);
  return ended instanceof AppError ? ended.code : 'none';
}

/** Answers page by page, as the site does. */
function paged(address: string, pageName: string, answer: (page: number) => unknown): void {
  replay.on(address, (request, response) => {
    const page = Number(new URL(request.url ?? '', 'http://replay').searchParams.get(pageName));
    response.end(JSON.stringify(answer(page)));
  });
}

const video = { aid: 170001, bvid: 'BV17x411w7KC', title: '陶窑', seconds: 600 };

test('SUM-02 lists the parts of a video, each with its own link', async () => {
  const parts = [1, 2, 3].map((n) => ({ cid: 500 + n, title: `第${n}课`, seconds: 60 * n }));
  site.add({ ...video, parts });
  const found = await list('https://b23.tv/BV17x411w7KC');
  expect(found).toMatchObject({ title: '陶窑', kind: 'parts', total: 3, url: 'https://www.bilibili.com/video/BV17x411w7KC' });
  expect(found?.items.map(({ url, title, durationMs }) => [url, title, durationMs])).toEqual([
    ['https://www.bilibili.com/video/BV17x411w7KC?p=1', '第1课', 60_000],
    ['https://www.bilibili.com/video/BV17x411w7KC?p=2', '第2课', 120_000],
    ['https://www.bilibili.com/video/BV17x411w7KC?p=3', '第3课', 180_000],
  ]);
  for (const item of found?.items ?? []) expect(bilibiliPlaylists.canHandle(new URL(item.url))).toBe(false);
  expect((await list('https://www.bilibili.com/video/BV17x411w7KC', 2))?.items).toHaveLength(2);
});

test('SUM-02 lists the season of a video, and nothing for a single video', async () => {
  site.add(video);
  expect(await list('https://www.bilibili.com/video/av170001')).toBeNull();
  site.add({ ...video, season: { title: '陶窑全集', bvids: ['BV17x411w7KC', 'BV1L9Uoa9EUx'] } });
  const found = await list('https://www.bilibili.com/video/av170001');
  expect(found).toMatchObject({ title: '陶窑全集', kind: 'show', total: 2 });
  expect(found?.items.map(({ url }) => url)).toEqual([
    'https://www.bilibili.com/video/BV17x411w7KC',
    'https://www.bilibili.com/video/BV1L9Uoa9EUx',
  ]);
});

test('SUM-02 lists the episodes of a series from its own or an episode’s link', async () => {
  const episodes = [1, 2].map((n) => ({
    ...{ id: 80 + n, aid: n, bvid: 'BV17x411w7KC', cid: n, title: String(n), long_title: `入窑${n}`, duration: 300_000 },
    ...{ cover: '//i0.hdslb.com/e.jpg', pub_time: 1_668_700_801, status: 2 },
  }));
  const result = { season_id: 33, title: '陶窑', evaluate: '', cover: 'http://i0.hdslb.com/c.jpg', episodes };
  replay.on('https://api.bilibili.com/pgc/view/web/season', { body: JSON.stringify({ code: 0, result }) });
  for (const link of ['https://www.bilibili.com/bangumi/play/ss33', 'https://www.bilibili.com/bangumi/play/ep82']) {
    expect(await list(link)).toMatchObject({
      kind: 'show',
      url: 'https://www.bilibili.com/bangumi/play/ss33',
      coverUrl: 'https://i0.hdslb.com/c.jpg',
      items: [
        { url: 'https://www.bilibili.com/bangumi/play/ep81', title: '第1话 入窑1', durationMs: 300_000 },
        { url: 'https://www.bilibili.com/bangumi/play/ep82' },
      ],
    });
  }
});

/** Valid video ids. */
const bvids = ['BV17x411w7KC', 'BV1L9Uoa9EUx', 'BV1xx411c7mD', 'BV1GJ411x7h7'];

test('SUM-02 lists a public favourites list page by page, paced, without deleted videos', async () => {
  const media = (bvid: string, attr = 0) => ({ id: 1, type: 2, attr, bvid, title: bvid, cover: '', duration: 60, pubtime: 1 });
  paged('https://api.bilibili.com/x/v3/fav/resource/list', 'pn', (page) => ({
    code: 0,
    data: {
      info: { title: '我喜欢的窑', cover: '', media_count: 5 },
      medias: page === 1 ? [media(bvids[0] ?? ''), media(bvids[1] ?? '', 9)] : [media(bvids[2] ?? ''), media(bvids[0] ?? '')],
      has_more: page === 1,
    },
  }));
  const found = await list('https://space.bilibili.com/7584632/favlist?fid=1052622027');
  expect(found).toMatchObject({
    title: '我喜欢的窑',
    kind: 'favourites',
    total: 5,
    url: 'https://www.bilibili.com/list/ml1052622027',
  });
  expect(found?.items.map(({ title }) => title)).toEqual([bvids[0], bvids[2]]);
  expect(paused).toBe(1);
});

test('SUM-02 lists a creator’s list', async () => {
  paged('https://api.bilibili.com/x/polymer/web-space/seasons_archives_list', 'page_num', (page) => ({
    code: 0,
    data: {
      meta: { name: '陶艺入门', cover: 'http://i0.hdslb.com/l.jpg', total: 2 },
      page: { page_num: page, page_size: 30, total: 2 },
      archives: [bvids[0], bvids[3]].map((bvid) => ({
        aid: 1,
        bvid,
        title: bvid,
        pic: '',
        duration: 90,
        pubdate: 1_600_000_000,
      })),
    },
  }));
  expect(await list('https://space.bilibili.com/1/lists/245991?type=season')).toMatchObject({
    title: '陶艺入门',
    kind: 'playlist',
    total: 2,
    items: [{ title: bvids[0], durationMs: 90_000, publishedAt: '2020-09-13T12:26:40.000Z' }, { title: bvids[3] }],
  });
});

test.each([
  {
    type: 'season',
    path: '/x/polymer/web-space/seasons_archives_list',
    pageName: 'page_num',
    query: { mid: '7', season_id: '245991', sort_reverse: 'false', page_size: '30' },
  },
  {
    type: 'series',
    path: '/x/series/archives',
    pageName: 'pn',
    query: { mid: '7', series_id: '245991', only_normal: 'true', ps: '30' },
  },
])('SUM-02 asks for a creator’s list page by page, by its own names: $type', async ({ type, path, pageName, query }) => {
  const all = Array.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZab', (last) => `BV1xx411c7m${last}`).slice(0, 32);
  const asked: Record<string, string>[] = [];
  replay.on(`https://api.bilibili.com${path}`, (request, response) => {
    const { [pageName]: page, ...rest } = Object.fromEntries(new URL(request.url ?? '', 'http://replay').searchParams);
    asked.push(rest);
    const archives = all
      .slice((Number(page) - 1) * 30, Number(page) * 30)
      .map((bvid) => ({ aid: 1, bvid, title: bvid, pic: '', duration: 90, pubdate: 1 }));
    const meta = { name: '陶艺入门', cover: '', total: 32 };
    response.end(
      JSON.stringify({ code: 0, data: { meta, page: { page_num: Number(page), page_size: 30, total: 32 }, archives } }),
    );
  });
  replay.on('https://api.bilibili.com/x/series/series', (request, response) => {
    expect(new URL(request.url ?? '', 'http://replay').searchParams.get('series_id')).toBe('245991');
    response.end(JSON.stringify({ code: 0, data: { meta: { name: '陶艺入门' } } }));
  });
  const found = await list(`https://space.bilibili.com/7/lists/245991?type=${type}`);
  expect(found?.title).toBe('陶艺入门');
  expect(found?.items.map(({ title }) => title)).toEqual(all);
  expect(asked.map((one) => Object.fromEntries(Object.keys(query).map((name) => [name, one[name]])))).toEqual([query, query]);
});

test.each([
  [-404, 'listing_empty'],
  [-403, 'listing_empty'],
  [11010, 'listing_empty'],
  [-352, 'site_wait'],
  [-509, 'site_wait'],
])('SUM-02 code %i of a list is %s', async (code, expected) => {
  replay.on('https://api.bilibili.com/x/v3/fav/resource/list', { body: JSON.stringify({ code, message: '' }) });
  expect(await failure('https://www.bilibili.com/list/ml77')).toBe(expected);
});

test('reports an empty list and ends at a limit of pages', async () => {
  paged('https://api.bilibili.com/x/v3/fav/resource/list', 'pn', () => ({
    code: 0,
    data: { info: {}, medias: null, has_more: false },
  }));
  expect(await failure('https://www.bilibili.com/list/ml77')).toBe('listing_empty');
  let asked = 0;
  paged('https://api.bilibili.com/x/v3/fav/resource/list', 'pn', () => {
    asked++;
    return { code: 0, data: { info: {}, medias: [], has_more: true } };
  });
  expect(await failure('https://www.bilibili.com/list/ml77')).toBe('listing_empty');
  // Twenty a page, up to three times what is wanted.
  expect(asked).toBe(31);
});

test('SUM-02 asks for no more pages of favourites than are wanted, and takes each video once', async () => {
  const asked: Record<string, string>[] = [];
  const ids = Array.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabc', (last) => `BV1xx411c7m${last}`);
  replay.on('https://api.bilibili.com/x/v3/fav/resource/list', (request, response) => {
    const query = Object.fromEntries(new URL(request.url ?? '', 'http://replay').searchParams);
    asked.push(query);
    const start = (Number(query.pn) - 1) * 10;
    const medias = [...ids.slice(start, start + 10), ids[start]].map((bvid) => ({ type: 2, attr: 0, bvid, title: bvid }));
    response.end(JSON.stringify({ code: 0, data: { info: { title: 'x' }, medias, has_more: true } }));
  });
  const titles = async (limit: number) =>
    (await list('https://www.bilibili.com/list/ml77', limit))?.items.map(({ title }) => title);
  expect(await titles(10)).toEqual(ids.slice(0, 10));
  expect(asked).toEqual([{ media_id: '77', pn: '1', ps: '20', platform: 'web' }]);
  expect(await titles(12)).toEqual(ids.slice(0, 12));
  expect(asked.map(({ pn }) => pn)).toEqual(['1', '1', '2']);
  expect(paused).toBe(1);
});
