import { AppError } from '#lib/app-error.ts';
import { mediaExtension } from '#lib/media-extension.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import { fetchWhole } from './fetch-whole.ts';
import { feedAccept, feedTypes, maxFeedBytes } from './podcast/feed-item.ts';
import { toExtracted } from './podcast/to-extracted.ts';
import type { Source } from './source.ts';

/** `?guid=` or the fragment names the episode and is not sent to the host. Errors: `listing_link`, `episode_not_found`. */
export const podcastFeedSource: Source = {
  id: 'podcast-feed',
  canHandle(input) {
    const url = input.type === 'url' ? parseHttpUrl(input.url) : null;
    return url !== null && mediaExtension(url.pathname.split('/').at(-1) ?? '') === null;
  },
  async resolve(input, context) {
    const url = input.type === 'url' ? parseHttpUrl(input.url) : null;
    if (!url) return null;
    const { feedUrl, wanted } = splitChoice(url);
    const options = { accept: feedAccept, maxBytes: maxFeedBytes, type: feedTypes };
    const { bytes, response } = await fetchWhole(feedUrl, options, context);
    const search = { bytes, contentType: response.headers.get('content-type'), base: response.url, url: url.href };
    const found = await context.ports.compute('findEpisode', { ...search, wanted: { by: 'choice', choice: wanted } }, context);
    if (!found.isFeed) return null;
    const { episode, episodes } = found;
    if (!episode && wanted !== null) throw new AppError('episode_not_found');
    if (!episode) throw new AppError(episodes > 1 ? 'listing_link' : 'input_unsupported');
    return await toExtracted(episode, context);
  },
};

function splitChoice(url: URL): { feedUrl: string; wanted: string | null } {
  const feed = new URL(url);
  const guid = feed.searchParams.get('guid');
  if (guid) feed.searchParams.delete('guid');
  feed.hash = '';
  return { feedUrl: feed.href, wanted: guid || fragmentOf(url) };
}

function fragmentOf(url: URL): string | null {
  try {
    return decodeURIComponent(url.hash.slice(1)) || null;
  } catch {
    return url.hash.slice(1) || null;
  }
}
