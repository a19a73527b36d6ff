import { parseHttpUrl } from '#lib/urls.ts';
import type { Feed, FeedItem } from '../../feeds/feed.ts';
import { durationMs, personName } from '../../feeds/fields.ts';
import { isMediaOffer } from '../../feeds/media-offer.ts';
import type { Episode } from './episode.ts';

export const maxFeedBytes = 20_000_000;
export const feedAccept =
  'application/rss+xml,application/atom+xml,application/feed+json,application/rdf+xml,application/xml;q=0.9,text/xml;q=0.9,application/json;q=0.8,*/*;q=0.1';
/** Content types that a feed may have: many JSON feeds come as plain JSON. */
export const feedTypes = /xml|\brss\b|\batom\b|\bfeed\+json|\bapplication\/json/i;

/** Matches by guid, then by address of audio or page, then by title without punctuation. */
export function matchItem(
  items: readonly FeedItem[],
  wanted: { id?: string | undefined; enclosure?: string | undefined; link?: string | undefined; title?: string | undefined },
  base: string,
): FeedItem | null {
  const { id, enclosure, link, title } = wanted;
  const byId = id ? items.find((item) => item.id === id) : undefined;
  const byAudio = enclosure ? items.find((item) => sameAddress(item.enclosure?.url, enclosure, base)) : undefined;
  const byLink = link ? items.find((item) => sameAddress(item.link, link, base)) : undefined;
  const named = title ? items.filter((item) => normal(item.title) === normal(title) && normal(title) !== '') : [];
  return byId ?? byAudio ?? byLink ?? (named.length === 1 ? (named[0] ?? null) : null);
}

/** Hosts add tracking parameters and mix http and https. */
function sameAddress(a: string | null | undefined, b: string, base: string): boolean {
  const bare = (address: string): string | null =>
    (URL.canParse(address, base) ? new URL(address, base) : null)?.href.replace(/^https?:\/\/|[?#].*/g, '') ?? null;
  return a ? a === b || (bare(a) !== null && bare(a) === bare(b)) : false;
}

function normal(title: string | null): string {
  return (title ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Null for an item without sound. `base` is the feed's address, `url` the given link. */
export function itemEpisode(feed: Feed, item: FeedItem, at: { url: string; base: string }): Episode | null {
  const audio = item.enclosure ? absolute(item.enclosure.url, at.base) : null;
  if (!audio || !isMediaOffer({ url: audio, type: item.enclosure?.type ?? null })) return null;
  return {
    url: at.url,
    title: item.title,
    show: feed.title,
    author: personName(item.author ?? feed.author),
    date: item.date,
    language: feed.language,
    durationMs: durationMs(item.duration),
    notes: item.description,
    image: absolute(item.image ?? feed.image, at.base),
    audio: { url: audio, type: item.enclosure?.type ?? null },
    transcripts: item.transcripts.flatMap((offer) => {
      const url = absolute(offer.url, at.base);
      return url ? [{ ...offer, url }] : [];
    }),
    chaptersUrl: absolute(item.chaptersUrl, at.base),
    chapters: item.chapters,
  };
}

function absolute(address: string | null, base: string): string | null {
  return address && URL.canParse(address, base) ? (parseHttpUrl(new URL(address, base).href)?.href ?? null) : null;
}
