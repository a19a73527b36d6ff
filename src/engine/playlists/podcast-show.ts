/** Podcast shows: a feed with several episodes, a show's page at Apple Podcasts, a podcast's page at Xiaoyuzhou. */
import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import type { FetchResponse } from '../ports.ts';
import { appleShowId } from '../sites/apple-podcasts/source.ts';
import { isXiaoyuzhouShow } from '../sites/xiaoyuzhou/source.ts';
import { mediaExtension } from '../sources/media/media-types.ts';
import { feedAccept, maxFeedBytes } from '../sources/podcast/feed-item.ts';
import { decodeText } from '../text/charset.ts';
import type { Listing, ListingContext, ListingItem, ListingSource } from './playlist.ts';

const answerTimeoutMs = 30_000;
const maxLookupBytes = 10_000_000;
const maxPageBytes = 5_000_000;

/** AppError `fetch_status` for an error status; null when the type of the answer is not one that is wanted. */
export async function fetchAnswer(
  url: string,
  options: { accept: string; maxBytes: number; type?: RegExp },
  { ports, signal }: ListingContext,
): Promise<{ bytes: Uint8Array; response: FetchResponse } | null> {
  const { accept, maxBytes, type } = options;
  const response = await ports.fetch(url, { signal, maxBytes, timeoutMs: answerTimeoutMs, headers: { accept } });
  if (response.status >= 400) {
    await response.cancel();
    throw new AppError('fetch_status', { params: { status: response.status } });
  }
  if (type && !type.test(response.headers.get('content-type') ?? '')) {
    await response.cancel();
    return null;
  }
  return { bytes: await response.bytes(), response };
}

/** The episodes of the feed behind an address; null when there is something else. */
async function listFeedAt(url: string, context: ListingContext): Promise<Listing | null> {
  const options = { accept: feedAccept, maxBytes: maxFeedBytes, type: /xml|\brss\b|\batom\b/i };
  const answer = await fetchAnswer(url, options, context);
  if (!answer) return null;
  const { bytes, response } = answer;
  const input = { bytes, contentType: response.headers.get('content-type'), base: response.url, feedUrl: url };
  return context.ports.compute('listFeed', { ...input, limit: context.limit }, context);
}

/** RSS or Atom with several episodes. A feed with one, or a link that names one, is not looked into. */
export const feedListingSource: ListingSource = {
  id: 'feed',
  anyAddress: true,
  whole: true,
  canHandle(url) {
    return !url.searchParams.has('guid') && url.hash === '' && mediaExtension(url.pathname.split('/').at(-1) ?? '') === null;
  },
  async list(url, context) {
    const listing = await listFeedAt(url.href, context);
    return listing && listing.items.length > 1 ? listing : null;
  },
};

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

/** The directory names the feed, which has every episode; without the feed, the newest 200 that the directory knows. */
export const appleShowSource: ListingSource = {
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

async function lookUp(show: string, context: ListingContext): Promise<LookupResult[]> {
  const address = `https://itunes.apple.com/lookup?id=${show}&entity=podcastEpisode&limit=200`;
  const answer = await fetchAnswer(address, { accept: 'application/json', maxBytes: maxLookupBytes }, context);
  const parsed = zLookup.safeParse(parseJson(answer ? decodeText(answer.bytes).text : ''));
  if (!parsed.success) throw new AppError('site_changed', { cause: parsed.error });
  return parsed.data.results;
}

/** A feed that cannot be had leaves what the directory says; a cancelled call ends. */
export async function feedOrNothing(url: string, context: ListingContext): Promise<Listing | null> {
  try {
    return await listFeedAt(url, context);
  } catch (error) {
    if (context.signal.aborted) throw error;
    return null;
  }
}

function appleItem(show: string, result: LookupResult): ListingItem[] {
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

const zText = z.string().nullish();
const zPicture = z.object({ picUrl: zText }).nullish();
const zShowPage = z.object({
  props: z.object({
    pageProps: z.object({
      podcast: z.object({
        title: zText,
        author: zText,
        image: zPicture,
        episodeCount: z.number().int().nonnegative().nullish(),
        episodes: z.array(
          z.object({
            eid: z.string().regex(/^\w{6,40}$/),
            title: zText,
            duration: z.number().nonnegative().nullish(),
            pubDate: zText,
            image: zPicture,
          }),
        ),
      }),
    }),
  }),
});

/** The page's data, as JSON; empty when it has none. */
function pageDataOf(html: string): string {
  const mark = html.indexOf('id="__NEXT_DATA__"');
  if (mark < 0) return '';
  const start = html.indexOf('>', mark) + 1;
  const end = html.indexOf('</script', start);
  return start > 0 && end > start ? html.slice(start, end) : '';
}

/** The site shows the latest fifteen or so; how many there are in all it says too. */
export const xiaoyuzhouShowSource: ListingSource = {
  id: 'xiaoyuzhou-show',
  whole: true,
  canHandle: isXiaoyuzhouShow,
  async list(url, context) {
    const answer = await fetchAnswer(url.href, { accept: 'text/html', maxBytes: maxPageBytes }, context);
    const html = answer ? decodeText(answer.bytes, { contentType: 'text/html', sniff: 'html' }).text : '';
    const parsed = zShowPage.safeParse(parseJson(pageDataOf(html)));
    if (!parsed.success) throw new AppError('site_changed', { cause: parsed.error });
    const { podcast } = parsed.data.props.pageProps;
    const seen = new Set<string>();
    const items = podcast.episodes.flatMap(({ eid, title, duration, pubDate, image }): ListingItem[] => {
      if (seen.has(eid)) return [];
      seen.add(eid);
      return [
        {
          url: `https://www.xiaoyuzhoufm.com/episode/${eid}`,
          title: title || eid,
          durationMs: duration ? Math.round(duration * 1000) : null,
          publishedAt: pubDate && !Number.isNaN(Date.parse(pubDate)) ? pubDate : null,
          coverUrl: parseHttpUrl(image?.picUrl ?? '')?.href ?? null,
          author: podcast.author ?? null,
        },
      ];
    });
    if (items.length === 0) throw new AppError('listing_empty');
    return {
      title: podcast.title || url.href,
      kind: 'show',
      url: url.href,
      siteName: '小宇宙',
      coverUrl: parseHttpUrl(podcast.image?.picUrl ?? '')?.href ?? null,
      total: Math.max(podcast.episodeCount ?? 0, items.length),
      items: items.slice(0, context.limit),
    };
  },
};

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
