import type { Site } from '../site.ts';
import { isXiaoyuzhouEpisode } from './link.ts';
import { xiaoyuzhouPlaylists } from './playlist.ts';
import { xiaoyuzhouSource } from './source.ts';

export const xiaoyuzhou: Site = {
  id: 'xiaoyuzhou',
  name: '小宇宙',
  requestGap: { hosts: /(?:^|\.)xiaoyuzhoufm\.com$/, gapMs: 1_500 },
  source: xiaoyuzhouSource,
  playlists: xiaoyuzhouPlaylists,
  readLink: (url) => (isXiaoyuzhouEpisode(url) ? { kind: 'audio' } : null),
};
