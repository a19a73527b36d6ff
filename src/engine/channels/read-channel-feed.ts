import { AppError } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import type { Feed, FeedItem } from '../feeds/feed.ts';
import { durationMs, personName } from '../feeds/fields.ts';
import { looksLikeFeed, parseFeed } from '../feeds/parse-feed.ts';
import { sharedIds } from '../feeds/shared-ids.ts';
import { playlistLimits } from '../playlists/items.ts';
import { episodeUrl, type FeedBytes } from '../playlists/list-feed.ts';
import { itemEpisode } from '../sources/podcast/feed-item.ts';
import type { ChannelEntry, ChannelNews } from './channel.ts';

const longestUrl = 4_096;
const longestKey = 500;

/**
 * News of a feed: episodes with sound, and texts that have an address. Episodes link to `feedUrl`. Null when the bytes are
 * no feed. Errors: `feed_unreadable`.
 */
export function readChannelFeed(input: FeedBytes & { feedUrl: string; limit: number }): ChannelNews | null {
  const { bytes, contentType, base, feedUrl, limit } = input;
  if (!looksLikeFeed(bytes)) return null;
  const feed = parseFeed(bytes, { contentType });
  // The feed was cut off before its title; throwing lets the channel keep the title that it has.
  if (feed.title === null && feed.items.length === 0) throw new AppError('feed_unreadable');
  const read = new Map<string, { entry: ChannelEntry; sounds: boolean }>();
  const shared = sharedIds(feed);
  for (const item of feed.items) {
    const id = item.id !== null && shared.has(item.id) ? null : item.id;
    const found = readEntry(feed, { ...item, id }, { feedUrl, base });
    if (found && !read.has(found.entry.key)) read.set(found.entry.key, found);
  }
  const all = [...read.values()];
  const withSound = all.filter(({ sounds }) => sounds).length;
  return {
    title: (feed.title ?? '').slice(0, playlistLimits.title) || null,
    url: absolute(feed.link, base),
    movedTo: absolute(feed.movedTo, base),
    kind: withSound > 0 && withSound * 2 >= all.length ? 'podcast' : 'feed',
    entries: newestFirst(all.map(({ entry }) => entry)).slice(0, limit),
  };
}

function readEntry(feed: Feed, item: FeedItem, at: { feedUrl: string; base: string }) {
  const episode = itemEpisode(feed, item, { url: at.feedUrl, base: at.base });
  const link = absolute(item.link, at.base);
  const key = (item.id ?? episode?.audio.url ?? link)?.slice(0, longestKey);
  const url = episode ? episodeUrl(at.feedUrl, item.id ?? episode.audio.url) : link;
  if (key === undefined || url === null || url.length > longestUrl) return null;
  const entry: ChannelEntry = {
    key,
    url,
    title: (item.title ?? '').slice(0, playlistLimits.title) || url.slice(0, playlistLimits.title),
    durationMs: durationMs(item.duration),
    publishedAt: item.date,
    coverUrl: null,
    author: personName(item.author ?? feed.author)?.slice(0, playlistLimits.title) ?? null,
  };
  return { entry, sounds: episode !== null };
}

/** Some feeds begin with their oldest entry. If any entry has no date, the feed's order stays. */
function newestFirst(entries: ChannelEntry[]): ChannelEntry[] {
  const dated = entries.map((entry) => ({ entry, at: entry.publishedAt === null ? Number.NaN : Date.parse(entry.publishedAt) }));
  if (dated.some(({ at }) => Number.isNaN(at))) return entries;
  return dated.sort((a, b) => b.at - a.at).map(({ entry }) => entry);
}

function absolute(address: string | null, base: string): string | null {
  return address && URL.canParse(address, base) ? (parseHttpUrl(new URL(address, base).href)?.href ?? null) : null;
}
