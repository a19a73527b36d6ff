import type { Site } from '../site.ts';
import { spotifyEpisodeId } from './link.ts';
import { spotifyChannel, spotifyPlaylists } from './playlist.ts';
import { spotifySource } from './source.ts';

export const spotify: Site = {
  id: 'spotify',
  name: 'Spotify',
  source: spotifySource,
  playlists: spotifyPlaylists,
  channel: spotifyChannel,
  readLink: (url) => (spotifyEpisodeId(url) ? { kind: 'audio' } : null),
};
