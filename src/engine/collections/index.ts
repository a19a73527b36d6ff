import { bilibiliCollections } from '../sources/bilibili/collection.ts';
import { youtubeCollections } from '../sources/youtube/list.ts';
import { ytDlpCollections } from '../sources/yt-dlp/collection.ts';
import type { Collection, CollectionContext, CollectionSource } from './collection.ts';
import { appleShowSource, feedCollectionSource, xiaoyuzhouShowSource } from './podcast-show.ts';
import { spotifyShowSource } from './spotify-show.ts';

/** In the order they are tried: a new kind of collection is one file and one line here. */
export const collectionSources: readonly CollectionSource[] = [
  bilibiliCollections,
  youtubeCollections,
  ytDlpCollections,
  appleShowSource,
  xiaoyuzhouShowSource,
  spotifyShowSource,
  feedCollectionSource,
];

/** What a link leads to when it is a collection; null when it is none. Errors: those of the lister that knows it. */
export async function listCollection(url: URL, context: CollectionContext): Promise<Collection | null> {
  for (const source of collectionSources) {
    context.signal.throwIfAborted();
    if (!source.canHandle(url)) continue;
    const found = await source.list(url, context);
    if (found) return found;
  }
  return null;
}
