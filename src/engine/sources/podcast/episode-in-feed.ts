import type { FeedItem } from '../../feeds/feed.ts';
import { durationMs } from '../../feeds/fields.ts';
import { looksLikeFeed, parseFeed } from '../../feeds/parse-feed.ts';
import type { Episode } from './episode.ts';
import { itemEpisode, matchItem } from './feed-item.ts';
import { isSameName } from './same-name.ts';

/** Named by guid or address (null: the only episode), by the directory's data, or by title and length. */
export type WantedEpisode =
  | { by: 'choice'; choice: string | null }
  | { by: 'directory'; id: string | undefined; enclosure: string | undefined; title: string | undefined }
  | { by: 'name'; title: string; durationMs: number | null };

export type EpisodeSearch = {
  bytes: Uint8Array;
  contentType: string | null;
  base: string;
  url: string;
  wanted: WantedEpisode;
};

/** `episodes` is the number of episodes with sound. Errors: `feed_unreadable`. */
export function findEpisode(search: EpisodeSearch): { isFeed: boolean; episode: Episode | null; episodes: number } {
  const { bytes, contentType, base, url, wanted } = search;
  if (!looksLikeFeed(bytes)) return { isFeed: false, episode: null, episodes: 0 };
  const feed = parseFeed(bytes, { contentType });
  const known = feed.items.flatMap((item) => {
    const episode = itemEpisode(feed, item, { url, base });
    return episode ? [{ item, episode }] : [];
  });
  const items = known.map(({ item }) => item);
  const chosen = choose(items, wanted, base);
  const episode = known.find(({ item }) => item === chosen)?.episode ?? null;
  return { isFeed: true, episode, episodes: known.length };
}

function choose(items: readonly FeedItem[], wanted: WantedEpisode, base: string): FeedItem | null {
  switch (wanted.by) {
    case 'choice': {
      const { choice } = wanted;
      if (choice === null) return items.length === 1 ? (items[0] ?? null) : null;
      return matchItem(items, { id: choice, enclosure: choice, link: choice }, base);
    }
    case 'directory':
      return matchItem(items, wanted, base);
    case 'name': {
      const alike = items.filter((item) => isSameName(item.title ?? '', wanted.title) && fits(item, wanted.durationMs));
      return matchItem(alike, { title: wanted.title }, base) ?? (alike.length === 1 ? (alike[0] ?? null) : null);
    }
  }
}

/** Copies of an episode differ a little in length because of their advertisements. */
function fits(item: FeedItem, wantedMs: number | null): boolean {
  const ms = durationMs(item.duration);
  if (ms === null || wantedMs === null) return true;
  return Math.abs(ms - wantedMs) <= Math.max(300_000, wantedMs * 0.15);
}
