import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';
import { progressPercents } from '../../progress-percents.ts';
import { fetchWhole, nullIfItFails } from '../../sources/fetch-whole.ts';
import type { Episode } from '../../sources/podcast/episode.ts';
import { feedAccept, maxFeedBytes } from '../../sources/podcast/feed-item.ts';
import { toExtracted } from '../../sources/podcast/to-extracted.ts';
import { type ResolveContext, type Source, urlOf } from '../../sources/source.ts';
import { decodeText } from '../../text/charset.ts';
import { appleIds, appleShowId } from './link.ts';

const maxLookupBytes = 10_000_000;

const zLookup = z.object({
  results: z.array(
    z.object({
      trackId: z.number().optional(),
      trackName: z.string().optional(),
      collectionName: z.string().optional(),
      artistName: z.string().optional(),
      feedUrl: z.string().optional(),
      episodeUrl: z.string().optional(),
      episodeGuid: z.string().optional(),
      releaseDate: z.string().optional(),
      trackTimeMillis: z.number().nonnegative().optional(),
      artworkUrl600: z.string().optional(),
      description: z.string().optional(),
    }),
  ),
});

/** Null if there is no audio. Errors: `listing_link`, `fetch_status`, those of the guarded fetch. */
export const appleSource: Source = {
  id: 'apple-podcasts',
  canHandle(input) {
    const url = urlOf(input);
    return url !== null && (appleIds(url) ?? appleShowId(url)) !== null;
  },
  async resolve(input, context) {
    const url = urlOf(input);
    const ids = url && appleIds(url);
    if (url && appleShowId(url)) throw new AppError('listing_link');
    if (!url || !ids) return null;
    context.progress.stage('resolve', progressPercents.podcastPage.fetching, 'fetching_page');
    const episode = await episodeOf(url, ids, context);
    return episode && (await toExtracted(episode, context));
  },
};

/** Null when the episode is not among the newest 200 that the directory lists. */
async function episodeOf(url: URL, ids: { show: string; episode: string }, context: ResolveContext): Promise<Episode | null> {
  const address = `https://itunes.apple.com/lookup?id=${ids.show}&entity=podcastEpisode&limit=200`;
  const lookup = await nullIfItFails(async () => {
    const { bytes } = await fetchWhole(address, { accept: 'application/json', maxBytes: maxLookupBytes }, context);
    return zLookup.parse(JSON.parse(decodeText(bytes).text)).results;
  }, context);
  const listed = lookup?.find((result) => String(result.trackId) === ids.episode);
  if (!listed) return null;
  const feedUrl = lookup?.find((result) => result.feedUrl)?.feedUrl ?? null;
  const found = feedUrl
    ? await nullIfItFails(async () => {
        const { bytes, response } = await fetchWhole(feedUrl, { accept: feedAccept, maxBytes: maxFeedBytes }, context);
        const wanted = {
          by: 'directory',
          id: listed.episodeGuid,
          enclosure: listed.episodeUrl,
          title: listed.trackName,
        } as const;
        const contentType = response.headers.get('content-type');
        const search = { bytes, contentType, base: response.url, url: url.href, wanted };
        return (await context.ports.compute('findEpisode', search, context)).episode;
      }, context)
    : null;
  if (found)
    return {
      ...found,
      image: found.image ?? listed.artworkUrl600 ?? null,
      durationMs: found.durationMs ?? listed.trackTimeMillis ?? null,
    };
  if (!listed.episodeUrl || !URL.canParse(listed.episodeUrl)) return null;
  return {
    url: url.href,
    title: listed.trackName ?? null,
    show: listed.collectionName ?? null,
    author: listed.artistName ?? null,
    date: listed.releaseDate ?? null,
    language: null,
    durationMs: listed.trackTimeMillis ?? null,
    notes: listed.description ?? null,
    image: listed.artworkUrl600 ?? null,
    audio: { url: listed.episodeUrl, type: null },
    transcripts: [],
    chaptersUrl: null,
    chapters: [],
  };
}
