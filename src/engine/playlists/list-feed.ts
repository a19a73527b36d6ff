import { parseHttpUrl } from '#lib/urls.ts';
import type { Feed } from '../feeds/feed.ts';
import { durationMs, personName } from '../feeds/fields.ts';
import { looksLikeFeed, parseFeed } from '../feeds/parse-feed.ts';
import { sharedIds } from '../feeds/shared-ids.ts';
import { itemEpisode } from '../sources/podcast/feed-item.ts';
import { playlistLimits } from './items.ts';
import type { Playlist, PlaylistItem } from './playlist.ts';

/** `base` is the feed's address after redirects. */
export type FeedBytes = { bytes: Uint8Array; contentType: string | null; base: string };

const longestUrl = 4_096;

/** Null when the bytes are no feed. Errors: `feed_unreadable`. */
export function listFeed(input: FeedBytes & { feedUrl: string; limit: number }): Playlist | null {
  const { bytes, contentType, base, feedUrl, limit } = input;
  if (!looksLikeFeed(bytes)) return null;
  const feed = parseFeed(bytes, { contentType });
  const items = feedItems(feed, { feedUrl, base }, limit);
  const { image } = feed;
  const cover = image && URL.canParse(image, base) ? (parseHttpUrl(new URL(image, base).href)?.href ?? null) : null;
  return {
    title: (feed.title ?? new URL(feedUrl).hostname).slice(0, playlistLimits.title),
    kind: 'show',
    url: feedUrl,
    siteName: new URL(feedUrl).hostname.replace(/^www\./, ''),
    coverUrl: shortUrl(cover),
    // A feed lists all episodes, so their number is the total, unless the limit cut it. Entries without sound are not counted.
    total: items.length < limit ? items.length : null,
    items,
  };
}

function feedItems(feed: Feed, at: { feedUrl: string; base: string }, limit: number): PlaylistItem[] {
  const items: PlaylistItem[] = [];
  const taken = new Set<string>();
  const sounds = new Set<string>();
  const shared = sharedIds(feed);
  for (const item of feed.items) {
    if (items.length >= limit) break;
    const episode = itemEpisode(feed, item, { url: at.feedUrl, base: at.base });
    if (!episode) continue;
    // Of two episodes with one id, it identifies the first; the second goes by the address of its sound.
    const id = item.id !== null && !shared.has(item.id) && !taken.has(item.id) ? item.id : episode.audio.url;
    if (taken.has(id) || (item.id !== null && taken.has(item.id) && sounds.has(episode.audio.url))) continue;
    taken.add(id);
    sounds.add(episode.audio.url);
    const url = shortUrl(episodeUrl(at.feedUrl, id));
    if (url === null) continue;
    items.push({
      url,
      title: (item.title ?? item.id ?? episode.audio.url).slice(0, playlistLimits.title),
      durationMs: durationMs(item.duration),
      publishedAt: item.date,
      coverUrl: shortUrl(episode.image),
      author: personName(item.author ?? feed.author)?.slice(0, playlistLimits.title) ?? null,
    });
  }
  return items;
}

export function episodeUrl(feedUrl: string, id: string): string {
  const url = new URL(feedUrl);
  url.hash = '';
  url.searchParams.set('guid', id);
  return url.href;
}

function shortUrl(url: string | null): string | null {
  return url !== null && url.length <= longestUrl ? url : null;
}
