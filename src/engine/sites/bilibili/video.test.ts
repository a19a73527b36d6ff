import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { dateOf, episodeTitle, milliseconds, type SiteBangumi, type SiteView, videoOfBangumi, videoOfView } from './video.ts';

const bvid = 'BV1xx411c7mD';
const view: SiteView = {
  aid: 2,
  bvid,
  title: 'Kiln',
  desc: ' One\r\ntwo\rthree ',
  pic: '//i0.hdslb.com/a.jpg',
  pubdate: 1_700_000_000,
  duration: 90,
  owner: { name: 'Ann' },
  pages: [{ cid: 3, page: 1, part: ' Kiln ', duration: null }],
  is_upower_exclusive: false,
  is_chargeable_season: false,
};
const video = {
  aid: 2,
  bvid,
  cid: 3,
  part: null,
  episode: null,
  title: 'Kiln',
  author: 'Ann',
  description: 'One\ntwo\nthree',
  publishedAt: '2023-11-14T22:13:20.000Z',
  durationMs: 90_000,
  coverUrl: 'https://i0.hdslb.com/a.jpg',
  paid: false,
};

test('SUM-02 takes a video from what Bilibili says of it', () => {
  expect(videoOfView(view, null)).toEqual(video);
  expect(videoOfView(view, 1)).toEqual(video);
  const bare = { ...view, owner: undefined, desc: ' - ', pubdate: 0, duration: null, pic: '' };
  expect(videoOfView(bare, null)).toEqual({
    ...video,
    author: null,
    description: null,
    publishedAt: null,
    durationMs: null,
    coverUrl: null,
  });
  expect(videoOfView({ ...view, owner: { name: '' } }, null).author).toBeNull();
  const missing = () => videoOfView(view, 2);
  expect(missing).toThrow(AppError);
  expect(missing).toThrow('video_unavailable');
});

test('SUM-02 takes one part of a video in several', () => {
  const pages = [
    { cid: 3, page: 1, part: 'Kiln', duration: 60.0004 },
    { cid: 4, page: 2, part: ' Clay ', duration: null },
    { cid: 5, page: 3, part: ' ', duration: 0 },
  ];
  const parts = [null, 1, 2, 3].map((part) => videoOfView({ ...view, pages }, part));
  expect(parts.map(({ cid, part, title, durationMs }) => [cid, part, title, durationMs])).toEqual([
    [3, 1, 'Kiln P1', 60_000],
    [3, 1, 'Kiln P1', 60_000],
    [4, 2, 'Kiln P2 Clay', null],
    [5, 3, 'Kiln P3', null],
  ]);
});

test('SUM-02 knows the videos that only paying viewers see whole', () => {
  const free = { pay: false, ugc_pay: false, arc_pay: false };
  const paid: Partial<SiteView>[] = [
    { is_upower_exclusive: true },
    { is_chargeable_season: true },
    { rights: { ...free, pay: true } },
    { rights: { ...free, ugc_pay: true } },
    { rights: { ...free, arc_pay: true } },
  ];
  expect(paid.map((more) => videoOfView({ ...view, ...more }, null).paid)).toEqual([true, true, true, true, true]);
  expect(videoOfView({ ...view, rights: free }, null).paid).toBe(false);
});

const episode = (id: number, more: object = {}): SiteBangumi['episodes'][number] => ({
  id,
  aid: id + 10,
  bvid,
  cid: id + 20,
  title: String(id),
  long_title: 'Fire',
  cover: '//i0.hdslb.com/e.jpg',
  duration: 60_500,
  pub_time: 1_700_000_000,
  status: 2,
  ...more,
});
const bangumi: SiteBangumi = {
  season_id: 1,
  title: 'Kilns',
  evaluate: 'All of them.',
  cover: '//i0.hdslb.com/s.jpg',
  up_info: { uname: 'Ann' },
  episodes: [episode(1)],
};

test('SUM-02 takes an episode from what Bilibili says of its season', () => {
  const first = {
    ...video,
    aid: 11,
    cid: 21,
    episode: 1,
    title: 'Kilns',
    description: 'All of them.',
    durationMs: 60_500,
    coverUrl: 'https://i0.hdslb.com/e.jpg',
  };
  expect(videoOfBangumi(bangumi, 1)).toEqual(first);
  const season: SiteBangumi = {
    ...bangumi,
    up_info: { uname: '' },
    section: [{ episodes: [episode(2, { status: 13, cover: '' })] }, { episodes: [episode(3, { status: null })] }],
  };
  expect(videoOfBangumi(season, 1)).toEqual({ ...first, title: 'Kilns 第1话 Fire', author: null });
  const others = [2, 3].map((id) => videoOfBangumi(season, id));
  expect(others.map(({ episode: id, coverUrl, paid }) => [id, coverUrl, paid])).toEqual([
    [2, 'https://i0.hdslb.com/s.jpg', true],
    [3, 'https://i0.hdslb.com/e.jpg', false],
  ]);
  expect(() => videoOfBangumi(season, 4)).toThrow('video_unavailable');
});

test.each([
  ['1', 'Fire', '第1话 Fire'],
  ['12.5', '', '第12.5话'],
  ['PV1', 'Fire', 'PV1 Fire'],
  ['1x', '', '1x'],
  ['', 'Fire', 'Fire'],
])('SUM-02 titles the episode %j %j', (title, long, whole) => {
  expect(episodeTitle(episode(1, { title, long_title: long }))).toBe(whole);
});

test('SUM-02 reads no time from a zero', () => {
  expect([milliseconds(1.5), milliseconds(0), milliseconds(null)]).toEqual([1500, null, null]);
  expect([dateOf(1), dateOf(0), dateOf(null)]).toEqual(['1970-01-01T00:00:01.000Z', null, null]);
});
