import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import { feedOrNothing, fetchAnswer, parseJson } from '../../playlists/feed.ts';
import type { PlaylistItem } from '../../playlists/playlist.ts';
import type { PlaylistContext, PlaylistSource } from '../../playlists/playlist-source.ts';
import { decodeText } from '../../text/charset.ts';
import type { ChannelSource } from '../site.ts';
import { appleShowId } from './link.ts';

const maxLookupBytes = 10_000_000;

const zLookup = z.object({
  results: z.array(
    z.object({
      kind: z.string().optional(),
      trackId: z.number().optional(),
      trackName: z.string().optional(),
      collectionName: z.string().optional(),
      artistName: z.string().optional(),
      feedUrl: z.string().optional(),
      releaseDate: z.string().optional(),
      trackTimeMillis: z.number().nonnegative().optional(),
      trackCount: z.number().int().nonnegative().optional(),
      artworkUrl600: z.string().optional(),
    }),
  ),
});
type LookupResult = z.infer<typeof zLookup>['results'][number];

/** The directory names the feed, which has every episode; the directory itself lists only the newest 200. */
export const appleShowPlaylists: PlaylistSource = {
  id: 'apple-show',
  whole: true,
  canHandle: (url) => appleShowId(url) !== null,
  async list(url, context) {
    const show = appleShowId(url);
    if (show === null) return null;
    const results = await lookUp(show, context);
    const about = results.find((result) => result.feedUrl) ?? results[0];
    if (!about) throw new AppError('listing_empty');
    const known = { title: about.collectionName ?? about.trackName, coverUrl: about.artworkUrl600 };
    const feedUrl = parseHttpUrl(about.feedUrl ?? '')?.href;
    const listed = feedUrl ? await feedOrNothing(feedUrl, context) : null;
    const shared = { kind: 'show' as const, url: url.href, siteName: 'Apple Podcasts' };
    if (listed && listed.items.length > 0)
      return { ...listed, ...shared, title: known.title ?? listed.title, coverUrl: known.coverUrl ?? listed.coverUrl };
    const items = results.flatMap((result) => appleItem(show, result)).slice(0, context.limit);
    if (items.length === 0) throw new AppError('listing_empty');
    return {
      ...shared,
      title: known.title ?? url.href,
      coverUrl: known.coverUrl ?? null,
      total: Math.max(about.trackCount ?? 0, items.length),
      items,
    };
  },
};

export const appleShowChannel: ChannelSource = {
  async find(url, context) {
    const show = appleShowId(url);
    if (show === null) return null;
    const feed = (await lookUp(show, context)).flatMap(({ feedUrl }) => parseHttpUrl(feedUrl ?? '')?.href ?? [])[0];
    if (feed === undefined) throw new AppError('show_not_found');
    return { kind: 'podcast', url: url.href, feed };
  },
};

async function lookUp(show: string, context: PlaylistContext): Promise<LookupResult[]> {
  const address = `https://itunes.apple.com/lookup?id=${show}&entity=podcastEpisode&limit=200`;
  const answer = await fetchAnswer(address, { accept: 'application/json', maxBytes: maxLookupBytes }, context);
  const parsed = zLookup.safeParse(parseJson(answer ? decodeText(answer.bytes).text : ''));
  if (!parsed.success) throw new AppError('site_changed', { cause: parsed.error });
  return parsed.data.results;
}

function appleItem(show: string, result: LookupResult): PlaylistItem[] {
  if (result.kind !== undefined && result.kind !== 'podcast-episode') return [];
  if (result.trackId === undefined || !result.trackName || String(result.trackId) === show) return [];
  return [
    {
      url: `https://podcasts.apple.com/podcast/id${show}?i=${result.trackId}`,
      title: result.trackName,
      durationMs: result.trackTimeMillis ?? null,
      publishedAt: result.releaseDate ?? null,
      coverUrl: result.artworkUrl600 ?? null,
      author: result.artistName ?? result.collectionName ?? null,
    },
  ];
}
