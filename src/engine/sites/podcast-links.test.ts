import { expect, test } from 'vitest';
import { appleIds, appleShowId } from './apple-podcasts/link.ts';
import { spotifyEpisodeId, spotifyShowId } from './spotify/link.ts';
import { isXiaoyuzhouEpisode, isXiaoyuzhouShow } from './xiaoyuzhou/link.ts';

const id = '4rOoJ6Egrf8K2IrywzwOMk';

test.each<[path: string, kind: 'episode' | 'show' | null]>([
  [`/episode/${id}`, 'episode'],
  [`/intl-de/episode/${id}/`, 'episode'],
  [`/embed/episode/${id}`, 'episode'],
  [`/embed-podcast/show/${id}`, 'show'],
  [`/intl-pt-br/embed/show/${id}`, 'show'],
  [`/x/episode/${id}`, null],
  [`/episode/${id}x`, null],
  [`/episode/${id}/x`, null],
  [`/show/${id.slice(1)}`, null],
  [`/intl-DE/show/${id}`, null],
  [`/track/${id}`, null],
])('SUM-03 reads the Spotify link %s', (path, kind) => {
  const url = new URL(`https://open.spotify.com${path}`);
  expect([spotifyEpisodeId(url), spotifyShowId(url)]).toEqual([kind === 'episode' ? id : null, kind === 'show' ? id : null]);
  const elsewhere = new URL(`https://www.spotify.com${path}`);
  expect([spotifyEpisodeId(elsewhere), spotifyShowId(elsewhere)]).toEqual([null, null]);
});

test.each<[link: string, ids: object | null, show: string | null]>([
  ['https://podcasts.apple.com/us/podcast/kiln/id123?i=4567', { show: '123', episode: '4567' }, null],
  ['https://itunes.apple.com/us/podcast/kiln/id123456789012345/x?i=456', { show: '123456789012345', episode: '456' }, null],
  ['https://podcasts.apple.com/us/podcast/kiln/id123?i=45', null, null],
  ['https://podcasts.apple.com/us/podcast/kiln/id123?i=456x', null, null],
  ['https://podcasts.apple.com/us/podcast/kiln/id123?i=', null, null],
  ['https://podcasts.apple.com/us/podcast/kiln/id12?i=4567', null, null],
  ['https://podcasts.apple.com/us/podcast/kiln/id123x?i=4567', null, null],
  ['https://podcasts.apple.com/us/podcast/kiln/id123', null, '123'],
  ['https://podcasts.apple.com/podcast/id123/', null, '123'],
  ['https://podcasts.apple.com/us/podcast/a/b/id123', null, null],
  ['https://podcasts.apple.com/us/podcast/kiln/id123/x', null, null],
  ['https://podcasts.apple.com/us/album/kiln/id123', null, null],
  ['https://music.apple.com/us/podcast/kiln/id123?i=4567', null, null],
  ['https://podcasts.apple.com.example/us/podcast/kiln/id123', null, null],
  ['https://my.podcasts.apple.com/us/podcast/kiln/id123', null, null],
])('SUM-03 reads the Apple link %s', (link, ids, show) => {
  expect([appleIds(new URL(link)), appleShowId(new URL(link))]).toEqual([ids, show]);
});

test.each<[link: string, episode: boolean, show: boolean]>([
  ['https://www.xiaoyuzhoufm.com/episode/abc123', true, false],
  ['https://xiaoyuzhoufm.com/podcast/abc123/', false, true],
  ['https://xiaoyuzhoufm.com/episode/abc12', false, false],
  ['https://xiaoyuzhoufm.com/episode/abc123/x', false, false],
  ['https://xiaoyuzhoufm.com/x/podcast/abc123', false, false],
  ['https://xiaoyuzhoufm.com/x/episode/abc123', false, false],
  ['https://xiaoyuzhoufm.com/podcast/abc-123', false, false],
  ['https://m.xiaoyuzhoufm.com/episode/abc123', false, false],
  ['https://xiaoyuzhoufm.com.example/podcast/abc123', false, false],
])('SUM-03 reads the 小宇宙 link %s', (link, episode, show) => {
  expect([isXiaoyuzhouEpisode(new URL(link)), isXiaoyuzhouShow(new URL(link))]).toEqual([episode, show]);
});
