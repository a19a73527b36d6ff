import { expect, test } from 'vitest';
import { readKnownSite, titleOnSite } from './link-preview.ts';

const video = 'https://www.youtube.com/watch?v=abcdefghij1';

test.each([
  ['https://youtu.be/abcdefghij1?si=x', { kind: 'video', siteName: 'YouTube', address: video, turnsAway: true }],
  ['https://m.youtube.com/shorts/abcdefghij1', { kind: 'video', siteName: 'YouTube', address: video }],
  [
    'https://b23.tv/BV17x411w7KC',
    { kind: 'video', id: 'BV17x411w7KC', address: 'https://www.bilibili.com/video/BV17x411w7KC', turnsAway: true },
  ],
  [
    'https://www.bilibili.com/video/av170001?p=2',
    { siteName: 'Bilibili', id: expect.stringMatching(/^BV\w+ P2$/), address: expect.stringMatching(/\/BV\w+\?p=2$/) },
  ],
  ['https://www.bilibili.com/bangumi/play/ep12', { kind: 'video', siteName: 'Bilibili', id: 'ep12' }],
  ['https://vimeo.com/123456', { kind: 'video', siteName: 'Vimeo', turnsAway: true, maybe: false }],
  ['https://x.com/someone/status/1', { siteName: 'X', turnsAway: true, maybe: true }],
  ['https://podcasts.apple.com/us/podcast/kiln/id123456?i=1000111', { kind: 'audio', turnsAway: false }],
  ['https://www.xiaoyuzhoufm.com/episode/650000000000000000000001', { kind: 'audio', siteName: '小宇宙' }],
  ['https://open.spotify.com/episode/1111111111111111111111', { kind: 'audio', siteName: 'Spotify' }],
  ['https://docs.google.com/document/d/1sharedsharedshared/edit', { kind: 'document' }],
])('SUM-02 what its address alone says: %s', (url, known) => {
  expect(readKnownSite(new URL(url))).toMatchObject(known);
});

test.each([
  'https://example.org/abcdefghij1',
  'https://www.youtube.com/playlist?list=PLabcdefghijk123',
  'https://www.youtube.com/@valley',
  'https://b23.tv/AbCdEf1',
  'https://space.bilibili.com/1/lists/2',
])('has to be looked at first: %s', (url) => {
  expect(readKnownSite(new URL(url))).toBeNull();
});

test('SUM-02 removes the site’s suffix from titles and ignores titles of other pages', () => {
  const youtube = readKnownSite(new URL(video));
  const bilibili = readKnownSite(new URL('https://www.bilibili.com/video/BV17x411w7KC'));
  if (!youtube || !bilibili) throw new Error('known sites');
  expect(titleOnSite('Kilns - YouTube', youtube, video)).toBe('Kilns');
  expect(titleOnSite('- YouTube', youtube, video)).toBeNull();
  expect(titleOnSite('YouTube', youtube, video)).toBeNull();
  expect(titleOnSite('Before you continue', youtube, 'https://consent.youtube.com/m?gl=DE')).toBeNull();
  expect(titleOnSite('Sorry…', youtube, 'https://www.google.com/sorry/index')).toBeNull();
  expect(titleOnSite('陶窑_哔哩哔哩_bilibili', bilibili, bilibili.address)).toBe('陶窑');
  expect(titleOnSite('出错啦! - bilibili.com', bilibili, bilibili.address)).toBeNull();
});
