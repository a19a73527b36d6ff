import { bilibiliListings } from '../sites/bilibili/playlist.ts';
import { spotifyShowSource } from '../sites/spotify/playlist.ts';
import { youtubeListings } from '../sites/youtube/playlist.ts';
import { ytDlpListings } from '../sources/yt-dlp/playlist.ts';
import type { Listing, ListingContext, ListingSource } from './playlist.ts';
import { appleShowSource, feedListingSource, xiaoyuzhouShowSource } from './podcast-show.ts';

/** In the order they are tried: a new kind of listing is one file and one line here. */
export const listingSources: readonly ListingSource[] = [
  bilibiliListings,
  youtubeListings,
  ytDlpListings,
  appleShowSource,
  xiaoyuzhouShowSource,
  spotifyShowSource,
  feedListingSource,
];

/** What is behind a link that stands for many; null when it is none. Errors: those of the lister that knows it. */
export async function readListing(url: URL, context: ListingContext): Promise<Listing | null> {
  for (const source of listingSources) {
    context.signal.throwIfAborted();
    if (!source.canHandle(url)) continue;
    const found = await source.list(url, context);
    if (found) return found;
  }
  return null;
}
