import type { Site } from '../site.ts';
import { appleIds } from './link.ts';
import { appleShowChannel, appleShowPlaylists } from './playlist.ts';
import { appleSource } from './source.ts';

export const applePodcasts: Site = {
  id: 'apple',
  name: 'Apple Podcasts',
  requestGap: { hosts: /^(?:podcasts|itunes)\.apple\.com$/, gapMs: 1_500 },
  source: appleSource,
  playlists: appleShowPlaylists,
  channel: appleShowChannel,
  readLink: (url) => (appleIds(url) ? { kind: 'audio' } : null),
};
