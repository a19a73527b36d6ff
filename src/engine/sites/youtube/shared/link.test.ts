import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicaliseUrl } from '../../shared/canonical-url.ts';
import { readYoutubeLink, youtubeAddress } from './link.ts';

const id = 'Kq8-w_T3zLo';
const address = `https://www.youtube.com/watch?v=${id}`;

describe('readYoutubeLink', () => {
  test.each([
    `https://www.youtube.com/watch?v=${id}`,
    `http://youtube.com/watch?v=${id}&t=1m30s`,
    `https://www.youtube.com/watch?app=desktop&v=${id}&list=PLabcdefghijk&index=4`,
    `https://m.youtube.com/watch?v=${id}&feature=youtu.be`,
    `https://music.youtube.com/watch?v=${id}&list=RDAMVM${id}`,
    `https://youtu.be/${id}`,
    `https://youtu.be/${id}?t=42&si=AbCdEf`,
    `https://www.youtu.be/${id}/`,
    `https://www.youtube.com/shorts/${id}?feature=share`,
    `https://www.youtube.com/live/${id}?si=x`,
    `https://www.youtube.com/embed/${id}?start=30`,
    `https://www.youtube-nocookie.com/embed/${id}`,
    `https://www.youtube.com/v/${id}&hl=en`,
    `https://www.youtube.com/e/${id}`,
    `https://youtube.googleapis.com/v/${id}`,
    `https://www.youtube.com/watch/${id}`,
    `https://www.youtube.com/watch_popup?v=${id}`,
    `https://www.youtube.com/?v=${id}`,
    `https://m.youtube.com/#/watch?v=${id}`,
    `https://www.youtube.com/attribution_link?a=1&u=%2Fwatch%3Fv%3D${id}%26feature%3Dshare`,
    `https://consent.youtube.com/m?continue=${encodeURIComponent(`https://www.youtube.com/watch?v=${id}&cbrd=1`)}&gl=DE`,
    `https://www.youtube.com/oembed?url=${encodeURIComponent(`https://youtu.be/${id}`)}&format=json`,
    `https://www.youtubekids.com/watch?v=${id}`,
    `https://gaming.youtube.com/watch?v=${id}#t=30`,
    `https://WWW.YouTube.com./watch?v=${id}`,
    `https://www.youtube.com/watch?v=${id}%20`,
  ])('SUM-02 SUM-09 %s is the one video', (link) => {
    expect(readYoutubeLink(new URL(link))).toEqual({ kind: 'video', id });
    expect(canonicaliseUrl(link)).toBe(address);
  });

  test('SUM-02 lists and channels are told from videos', () => {
    const read = (link: string) => readYoutubeLink(new URL(link));
    expect(read('https://www.youtube.com/playlist?list=PLabcdefghijk123')).toEqual({ kind: 'playlist', id: 'PLabcdefghijk123' });
    expect(read('https://music.youtube.com/playlist?list=OLAK5uy_abcdefghijk')).toEqual({
      kind: 'playlist',
      id: 'OLAK5uy_abcdefghijk',
    });
    expect(read('https://www.youtube.com/embed/videoseries?list=PLabcdefghijk123')).toMatchObject({ kind: 'playlist' });
    expect(read('https://www.youtube.com/watch?list=PLabcdefghijk123')).toMatchObject({ kind: 'playlist' });
    expect(read('https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv/videos')).toEqual({
      kind: 'channel',
      path: 'channel/UCabcdefghijklmnopqrstuv',
    });
    expect(read('https://www.youtube.com/@Some.Name/shorts')).toEqual({ kind: 'channel', path: '@some.name' });
    expect(read('https://www.youtube.com/c/SomeName')).toEqual({ kind: 'channel', path: 'c/SomeName' });
    expect(read('https://www.youtube.com/clip/UgkxAbCdEfGhIjKlMnOp')).toEqual({ kind: 'clip', id: 'UgkxAbCdEfGhIjKlMnOp' });
  });

  test.each([
    'https://www.youtube.com/',
    'https://www.youtube.com/feed/subscriptions',
    'https://www.youtube.com/watch?v=short',
    `https://www.youtube.com/watch?v=${id}x`,
    `https://www.youtube.com.evil.example/watch?v=${id}`,
    `https://notyoutube.com/watch?v=${id}`,
    'https://www.youtube.com/playlist?list=WL',
    `https://www.youtube.com/playlist?list=RD${id}`,
    `https://www.youtube.com/redirect?q=https%3A%2F%2Fyoutu.be%2F${id}`,
  ])('%s is none of them', (link) => expect(readYoutubeLink(new URL(link))).toBeNull());

  test('gives an address that leads to the same thing', () => {
    const idArbitrary = fc.stringMatching(/^[A-Za-z0-9_-]{11}$/);
    fc.assert(
      fc.property(
        fc.oneof(
          idArbitrary.map((video) => ({ kind: 'video' as const, id: video })),
          fc.stringMatching(/^PL[A-Za-z0-9_-]{16}$/).map((list) => ({ kind: 'playlist' as const, id: list })),
          fc.stringMatching(/^@[a-z0-9一-龥]{3,20}$/).map((path) => ({ kind: 'channel' as const, path })),
        ),
        (link) => {
          const url = new URL(youtubeAddress(link) ?? '');
          expect(readYoutubeLink(url)).toEqual(link);
          expect(canonicaliseUrl(url)).toBe(url.href);
        },
      ),
    );
  });

  test('reads any address of the site without an error', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), fc.webFragments(), (path, query, fragment) => {
        const url = new URL(`https://www.youtube.com${path}?${query}#${fragment}`);
        const once = canonicaliseUrl(url);
        expect(canonicaliseUrl(once)).toBe(once);
      }),
      { numRuns: 60 },
    );
  });
});
