import { expect, test } from 'vitest';
import { type BilibiliLink, bilibiliAddress, bvidOf, readBilibiliCreator, readBilibiliLink } from './link.ts';

const bvid = bvidOf(170_001) ?? '';
const read = (link: string) => readBilibiliLink(new URL(link));
const video = (part: number | null = null): BilibiliLink => ({ kind: 'video', bvid, part });

test.each<[link: string, found: BilibiliLink | null]>([
  [`https://player.bilibili.com/player.html?bvid=${bvid}&page=3`, video(3)],
  ['https://player.bilibili.com/player.html?aid=170001&p=2&page=3', video(2)],
  ['https://www.bilibili.com/blackboard/player?avid=170001&page=3', video()],
  [`https://www.bilibili.com/festival/x?bvid=${bvid}&p=0`, video()],
  [`https://www.bilibili.com/list/ml5?bvid=${bvid}&p=9999`, video(9999)],
  [`https://www.bilibili.com/list/ml5?bvid=${bvid}&p=10000`, video()],
  ['https://www.bilibili.com/list/ml5', { kind: 'favourites', id: 5 }],
  ['https://www.bilibili.com/medialist/detail/ml12', { kind: 'favourites', id: 12 }],
  ['https://www.bilibili.com/x/list/ml5', null],
  [`https://www.bilibili.com/read/list?bvid=${bvid}`, null],
  [`https://www.bilibili.com/lists?bvid=${bvid}`, null],
  ['https://www.bilibili.com/list/x?bvid=nothing&aid=x', null],
  ['https://www.bilibili.com/list/x', null],
  ['https://www.bilibili.com/video/av170001x', null],
  ['https://live.bilibili.com/123', { kind: 'live' }],
  ['https://live.bilibili.com/h5/123?x', { kind: 'live' }],
  ['https://live.bilibili.com/blanc/123', { kind: 'live' }],
  ['https://live.bilibili.com/x/123', null],
  ['https://live.bilibili.com/all', null],
  ['https://b23.tv/ep12', { kind: 'episode', id: 12 }],
  ['https://b23.tv/SS12?x', { kind: 'season', id: 12 }],
  ['https://b23.tv/ep12a', { kind: 'short', url: 'https://b23.tv/ep12a' }],
  ['https://b23.tv/x/ep12', null],
  ['https://b23.tv/aBc1', { kind: 'short', url: 'https://b23.tv/aBc1' }],
  ['https://www.bili2233.cn/aBc1/', { kind: 'short', url: 'https://www.bili2233.cn/aBc1/' }],
  ['https://b23.tv/aBc1%E4%BD%A0', { kind: 'short', url: 'https://b23.tv/aBc1' }],
  ['https://b23.tv/aBc1%20x', null],
  ['https://b23.tv/x/aBc1%E4%BD%A0', null],
  ['https://b23.tv/abc', null],
  ['https://b23.tv/x/aBc1', null],
  ['https://space.bilibili.com/7/favlist?fid=8', { kind: 'favourites', id: 8 }],
  ['https://space.bilibili.com/7/favlist', null],
  ['https://space.bilibili.com/7/favlist/x?fid=8', null],
  ['https://space.bilibili.com/7/lists/8', { kind: 'list', type: 'season', owner: 7, id: 8 }],
  ['https://space.bilibili.com/7/lists/8/?type=series', { kind: 'list', type: 'series', owner: 7, id: 8 }],
  ['https://space.bilibili.com/7/lists/8/x', null],
  ['https://space.bilibili.com/7/lists/0', null],
  ['https://space.bilibili.com/7/channel/collectiondetail?sid=8', { kind: 'list', type: 'season', owner: 7, id: 8 }],
  ['https://space.bilibili.com/7/channel/seriesdetail?sid=8', { kind: 'list', type: 'series', owner: 7, id: 8 }],
  ['https://space.bilibili.com/7/channel/seriesdetails?sid=8', null],
  ['https://space.bilibili.com/7/channel/seriesdetail?sid=x8', null],
  ['https://space.bilibili.com/7/video?sid=8', null],
  ['https://space.bilibili.com/x/lists/8', null],
  ['https://www.bilibili.com.example/video/av170001', null],
])('SUM-02 reads the Bilibili link %s', (link, found) => {
  expect(read(link)).toEqual(found);
});

test.each<[link: string, id: number | null]>([
  ['https://space.bilibili.com/123', 123],
  ['https://space.bilibili.com./123/', 123],
  ['https://space.bilibili.com/123/video', 123],
  ['https://space.bilibili.com/123/upload/', 123],
  ['https://space.bilibili.com/123/upload/video', 123],
  ['https://space.bilibili.com/123/dynamic', 123],
  ['https://m.bilibili.com/space/123', 123],
  ['https://m.bilibili.com/123', null],
  ['https://m.bilibili.com/spaces/123', null],
  ['https://m.bilibili.com/x/space/123', null],
  ['https://space.bilibili.com/space/123', null],
  ['https://www.bilibili.com/123', null],
  ['https://space.bilibili.com/123/favlist', null],
  ['https://space.bilibili.com/123/video/x', null],
  ['https://space.bilibili.com/0', null],
  ['https://space.bilibili.com/x', null],
  ['https://space.bilibili.com/', null],
])('SUM-02 reads whose page %s is', (link, id) => {
  expect(readBilibiliCreator(new URL(link))).toBe(id);
});

test('SUM-02 writes a part of a video into its address, except the first', () => {
  expect([null, 1, 2].map((part) => bilibiliAddress(video(part)))).toEqual([
    `https://www.bilibili.com/video/${bvid}`,
    `https://www.bilibili.com/video/${bvid}`,
    `https://www.bilibili.com/video/${bvid}?p=2`,
  ]);
  expect(bilibiliAddress({ kind: 'live' })).toBeNull();
});

test('SUM-02 makes ids of numbers that a video may have', () => {
  const most = 2n ** 51n - 1n;
  expect([bvidOf(0), bvidOf(-1), bvidOf(most + 1n)]).toEqual([null, null, null]);
  for (const aid of [1n, most]) {
    const made = bvidOf(aid);
    expect(made).toMatch(/^BV1[1-9A-HJ-NP-Za-km-z]{9}$/);
    expect(read(`https://www.bilibili.com/video/${made}`)).toEqual({ kind: 'video', bvid: made, part: null });
  }
  expect(bvid).toBe('BV17x411w7KC');
});
