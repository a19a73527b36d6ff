import { expect, test } from 'vitest';
import { isInsecure, playableOf } from './playable.ts';

const media = (url: string) => ({ type: 'audio' as const, mime: 'audio/mpeg', url });
const embed = (id: string) => ({ player: 'youtube', id, url: 'https://youtu.be/x' }) as never;

test('own media are played, over https only; else the site’s player, if it has this video', () => {
  expect(playableOf({ media: media('HTTP://a.test/http://x.mp3'), embed: embed('dQw4w9WgXcQ') })).toEqual({
    type: 'audio',
    media: media('https://a.test/http://x.mp3'),
  });
  expect(playableOf({ media: media('/api/x'), embed: null })).toEqual({ type: 'audio', media: media('/api/x') });
  expect(playableOf({ media: null, embed: embed('dQw4w9WgXcQ') })).toEqual({ type: 'video', embed: embed('dQw4w9WgXcQ') });
  expect([playableOf({ media: null, embed: embed('../x') }), playableOf({ media: null, embed: null })]).toEqual([null, null]);
});

test('media of a host without encryption are known by their address', () => {
  expect(
    [media('http://a.test/x'), media('HTTP://a.test/x'), media('https://a.test/x'), media('/http://x'), null].map(isInsecure),
  ).toEqual([true, true, false, false, false]);
});
