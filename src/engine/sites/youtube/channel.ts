import { AppError } from '#lib/app-error.ts';
import type { ChannelSource } from '../site.ts';
import { youtubeChannelId, youtubePlaylists } from './playlist.ts';
import { readYoutubeLink, youtubeAddress } from './shared/link.ts';

const site = 'https://www.youtube.com';

/** Feeds have the newest fifteen videos of a channel or playlist. They sometimes fail for days; the page then lists the same. */
export const youtubeChannel: ChannelSource = {
  async find(url, context) {
    const link = linkOf(url);
    if (link?.kind === 'playlist')
      return { kind: 'video', url: youtubeAddress(link) ?? url.href, feed: feedAddress('playlist_id', link.id) };
    if (link?.kind !== 'channel') return null;
    const id = await youtubeChannelId(link.path, context);
    if (id === null) throw new AppError('listing_empty');
    return { kind: 'video', url: `${site}/channel/${id}`, feed: feedAddress('channel_id', id) };
  },
  list: (url, context) => youtubePlaylists.list(url, context),
};

/** Accepts the address of a feed too, as OPML files give those. */
function linkOf(url: URL): ReturnType<typeof readYoutubeLink> {
  const id = url.pathname === '/feeds/videos.xml' && /(?:^|\.)youtube\.com$/.test(url.hostname) ? url.searchParams : null;
  const [channel, playlist] = [id?.get('channel_id'), id?.get('playlist_id')];
  if (channel) return readYoutubeLink(new URL(`${site}/channel/${encodeURIComponent(channel)}`));
  if (playlist) return readYoutubeLink(new URL(`${site}/playlist?list=${encodeURIComponent(playlist)}`));
  return readYoutubeLink(url);
}

function feedAddress(name: 'channel_id' | 'playlist_id', id: string): string {
  return `${site}/feeds/videos.xml?${name}=${id}`;
}
