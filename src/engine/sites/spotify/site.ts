import type { Site } from '../site.ts';
import { spotifyEpisodeId } from './link.ts';
import { spotifyPlaylists } from './playlist.ts';
import { spotifySource } from './source.ts';

export const spotify: Site = {
  id: 'spotify',
  name: 'Spotify',
  source: spotifySource,
  playlists: spotifyPlaylists,
  readLink: (url) => (spotifyEpisodeId(url) ? { kind: 'audio' } : null),
};
