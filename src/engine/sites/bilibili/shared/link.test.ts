import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicaliseUrl, findLinks } from '../../shared/canonical-url.ts';
import { aidOf, bilibiliAddress, bvidOf, readBilibiliLink } from './link.ts';

const anyAid = fc.oneof(fc.bigInt(1n, 2n ** 31n), fc.bigInt(1n, 2n ** 51n - 1n));

describe('numbers of videos', () => {
  test.each([
    [170001n, 'BV17x411w7KC'],
    [111298867365120n, 'BV1L9Uoa9EUx'],
  ])('SUM-02 av%s is %s', (aid, bvid) => {
    expect(bvidOf(aid)).toBe(bvid);
    expect(aidOf(bvid)).toBe(aid);
  });

  test('SUM-02 gives every number one BV form, which leads back to it', () => {
    fc.assert(
      fc.property(anyAid, (aid) => {
        const bvid = bvidOf(aid);
        expect(bvid).toMatch(/^BV1[0-9A-Za-z]{9}$/);
        expect(aidOf(bvid ?? '')).toBe(aid);
      }),
      { numRuns: 1000 },
    );
  });

  test('SUM-02 formats a parsed number the same way and rejects everything else', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^BV1[0-9A-Za-z]{9}$/), (text) => {
        const aid = aidOf(text);
        if (aid !== null) expect(bvidOf(aid)).toBe(text);
      }),
      { numRuns: 1000 },
    );
    for (const none of ['', 'BV', 'BV17x411w7K', 'BV17x411w7KCC', 'BV17x411w7K0', 'BV27x411w7KC', 'av170001'])
      expect(aidOf(none)).toBeNull();
    expect(bvidOf(0)).toBeNull();
    expect(bvidOf(2n ** 51n)).toBeNull();
  });
});

/** Links to the same video as people and pages write them. */
const forms: ((ids: { aid: bigint; bvid: string; part: number }) => string)[] = [
  ({ bvid, part }) => `https://www.bilibili.com/video/${bvid}?p=${part}`,
  ({ bvid, part }) => `https://www.bilibili.com/video/${bvid}/?spm_id_from=333.337.search-card&vd_source=abc&p=${part}&t=61.5`,
  ({ bvid, part }) => `http://m.bilibili.com/video/${bvid}?p=${part}`,
  ({ bvid, part }) => `https://bilibili.com/s/video/${bvid}?p=${part}#reply123`,
  ({ bvid, part }) => `https://www.bilibili.com/${bvid}?p=${part}`,
  ({ aid, part }) => `https://www.bilibili.com/video/av${aid}?p=${part}`,
  ({ aid, part }) => `https://www.bilibili.com/video/AV${aid}/?p=${part}&from=search`,
  ({ bvid, part }) => `https://b23.tv/${bvid}?p=${part}`,
  ({ aid, part }) => `https://b23.tv/av${aid}?p=${part}`,
  ({ bvid, part }) => `https://player.bilibili.com/player.html?isOutside=true&bvid=${bvid}&p=${part}`,
  ({ aid, part }) => `https://player.bilibili.com/player.html?aid=${aid}&cid=1&page=${part}`,
  ({ bvid, part }) => `https://www.bilibili.com/list/watchlater?oid=1&bvid=${bvid}&p=${part}`,
  ({ bvid, part }) => `https://www.bilibili.com/list/ml1234567?oid=1&bvid=${bvid}&p=${part}`,
  ({ bvid, part }) => `https://www.bilibili.com/festival/lantern?bvid=${bvid}&p=${part}`,
  ({ bvid, part }) => `https://www.bilibili.com/video/bv${bvid.slice(2)}?p=${part}`,
];

test('SUM-02 treats all forms of a video link alike and parts as different', () => {
  fc.assert(
    fc.property(anyAid, fc.integer({ min: 1, max: 400 }), fc.constantFrom(...forms), (aid, part, form) => {
      const bvid = bvidOf(aid) ?? '';
      const expected = `https://www.bilibili.com/video/${bvid}${part > 1 ? `?p=${part}` : ''}`;
      const link = form({ aid, bvid, part });
      expect(canonicaliseUrl(link)).toBe(expected);
      expect(canonicaliseUrl(expected)).toBe(expected);
      expect(canonicaliseUrl(form({ aid, bvid, part: part + 1 }))).not.toBe(expected);
    }),
    { numRuns: 1500 },
  );
});

test.each([
  ['https://www.bilibili.com/bangumi/play/ep84776?from_spmid=666.25', 'https://www.bilibili.com/bangumi/play/ep84776'],
  ['https://m.bilibili.com/bangumi/play/ss5852', 'https://www.bilibili.com/bangumi/play/ss5852'],
  ['https://b23.tv/ep84776', 'https://www.bilibili.com/bangumi/play/ep84776'],
  ['https://www.bilibili.com/medialist/play/ml1052622027', 'https://www.bilibili.com/list/ml1052622027'],
  ['https://space.bilibili.com/7584632/favlist?fid=1052622027&ftype=create', 'https://www.bilibili.com/list/ml1052622027'],
  [
    'https://space.bilibili.com/1/channel/collectiondetail?sid=245991&spm_id_from=333',
    'https://space.bilibili.com/1/lists/245991?type=season',
  ],
  ['https://space.bilibili.com/1/lists/99?type=series', 'https://space.bilibili.com/1/lists/99?type=series'],
  // A short link stays as it is until it is followed.
  ['https://b23.tv/GaK5Prk?share_medium=android', 'https://b23.tv/GaK5Prk'],
])('SUM-02 %s is %s', (link, expected) => {
  expect(canonicaliseUrl(link)).toBe(expected);
});

test.each([
  'https://www.bilibili.com/',
  'https://www.bilibili.com/read/cv12345',
  'https://www.bilibili.com/opus/123456789',
  'https://search.bilibili.com/all?keyword=BV17x411w7KC',
  'https://space.bilibili.com/7584632',
  'https://evilbilibili.com/video/BV17x411w7KC',
  'https://bilibili.com.evil.example/video/BV17x411w7KC',
  'https://www.bilibili.com/video/BV17x411w7K0',
  'https://www.bilibili.com/video/av0',
  'https://www.bilibili.com/video/av9999999999999999',
])('%s is no video of the site', (link) => {
  expect(readBilibiliLink(new URL(link))).toBeNull();
});

test('finds the link in share text', () => {
  const text = '【【4K】某个视频-哔哩哔哩】 https://b23.tv/GaK5Prk';
  const [link = ''] = findLinks(text);
  expect(readBilibiliLink(new URL(link))).toEqual({ kind: 'short', url: 'https://b23.tv/GaK5Prk' });
  expect(bilibiliAddress({ kind: 'short', url: link })).toBeNull();
});

test.each([
  ['https://www.bilibili.com/video/BV17x411w7KC：好看', 'https://www.bilibili.com/video/BV17x411w7KC'],
  ['https://www.bilibili.com/video/BV17x411w7KC这个讲得好', 'https://www.bilibili.com/video/BV17x411w7KC'],
  ['https://www.bilibili.com/video/BV17x411w7KC…', 'https://www.bilibili.com/video/BV17x411w7KC'],
  ['https://www.bilibili.com/bangumi/play/ep84776好看', 'https://www.bilibili.com/bangumi/play/ep84776'],
  ['https://b23.tv/GaK5Prk快看', 'https://b23.tv/GaK5Prk'],
])('SUM-02 ends the link of %s before the text', (text, address) => {
  const link = readBilibiliLink(new URL(findLinks(text)[0] ?? ''));
  expect(link?.kind === 'short' ? link.url : link && bilibiliAddress(link)).toBe(address);
});

test('reads any address without an error', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string(), (address, noise) => {
      const path = encodeURI(noise.replace(/[\uD800-\uDFFF]/g, ''));
      for (const url of [address, `https://www.bilibili.com/${path}`, `https://space.bilibili.com/1/${path}?sid=${path}`])
        if (URL.canParse(url)) readBilibiliLink(new URL(url));
    }),
  );
});
