/** Tells which links are playlists. What the address alone says is in the site's `site.ts` (`playlistAddress`, `playlists`). */

import { feedPlaylists } from '../playlists/feed.ts';
import type { Playlist } from '../playlists/playlist.ts';
import type { PlaylistContext, PlaylistSource } from '../playlists/playlist-source.ts';
import { ytDlpPlaylists } from '../playlists/yt-dlp.ts';
import { sites } from './index.ts';
import type { PlaylistAddress } from './site.ts';

export const playlistSources: readonly PlaylistSource[] = [
  ...sites.flatMap(({ playlists }) => playlists ?? []),
  ytDlpPlaylists,
  feedPlaylists,
];

/** Null when the link is no playlist. Errors: those of its source. */
export async function readPlaylist(url: URL, context: PlaylistContext): Promise<Playlist | null> {
  for (const source of playlistSources) {
    context.signal.throwIfAborted();
    if (!source.canHandle(url)) continue;
    const found = await source.list(url, context);
    if (found) return found;
  }
  return null;
}

export function playlistAddress(url: URL): PlaylistAddress {
  for (const site of sites) {
    const address = site.playlistAddress?.(url);
    if (address) return address;
  }
  return { url, alsoItem: false };
}
