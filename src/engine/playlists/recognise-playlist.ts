/** Which links stand for many things. What an address of a site says is in its `site.ts` (`playlistAddress`, `playlists`). */
import { sites } from '../sites/index.ts';
import type { PlaylistAddress } from '../sites/site.ts';
import { ytDlpPlaylists } from '../sources/yt-dlp/playlist.ts';
import { feedPlaylists } from './feed.ts';
import type { Playlist } from './playlist.ts';
import type { PlaylistContext, PlaylistSource } from './playlist-source.ts';

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
