import type { Site } from '../site.ts';
import { isXiaoyuzhouEpisode, isXiaoyuzhouShow } from './link.ts';
import { xiaoyuzhouPlaylists } from './playlist.ts';
import { xiaoyuzhouSource } from './source.ts';

export const xiaoyuzhou: Site = {
  id: 'xiaoyuzhou',
  name: '小宇宙',
  requestGap: { hosts: /(?:^|\.)xiaoyuzhoufm\.com$/, gapMs: 1_500 },
  source: xiaoyuzhouSource,
  playlists: xiaoyuzhouPlaylists,
  channel: {
    find: async (url) => (isXiaoyuzhouShow(url) ? { kind: 'podcast', url: `${url.origin}${url.pathname}`, feed: null } : null),
    list: (url, context) => xiaoyuzhouPlaylists.list(url, context),
  },
  readLink: (url) => (isXiaoyuzhouEpisode(url) ? { kind: 'audio' } : null),
};
