import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import type { Extracted } from '../../domain.ts';
import { progressPercents } from '../../progress-percents.ts';
import { keepCover } from '../../sources/article/cover.ts';
import { fetchWhole, nullIfItFails } from '../../sources/fetch-whole.ts';
import type { Episode } from '../../sources/podcast/episode.ts';
import { feedAccept, maxFeedBytes } from '../../sources/podcast/feed-item.ts';
import { isSameName, plainName } from '../../sources/podcast/same-name.ts';
import { toExtracted } from '../../sources/podcast/to-extracted.ts';
import { type ResolveContext, type Source, urlOf } from '../../sources/source.ts';
import { decodeText } from '../../text/charset.ts';
import { canonicaliseUrl } from '../shared/canonical-url.ts';
import { spotifyEpisodeId, spotifyShowId } from './link.ts';

const maxPageBytes = 5_000_000;
const maxSearchBytes = 5_000_000;
const maxFeeds = 4;

const zText = z.string().nullish();
const zImages = z.array(z.object({ url: z.string(), maxHeight: z.number().nullish() })).nullish();
const zEntity = z.object({
  title: zText,
  name: zText,
  subtitle: zText,
  releaseDate: z.object({ isoString: zText }).nullish(),
  duration: z.number().nonnegative().nullish(),
  visualIdentity: z.object({ image: zImages }).nullish(),
  relatedEntityCoverArt: zImages,
});
const zPageData = z.object({
  props: z.object({ pageProps: z.object({ state: z.object({ data: z.object({ entity: zEntity }) }) }) }),
});

const zSearch = z.object({
  results: z.array(
    z.object({ collectionName: zText, trackName: zText, feedUrl: zText, episodeGuid: zText, artworkUrl600: zText }),
  ),
});

type SpotifyEpisode = {
  url: string;
  title: string;
  show: string;
  date: string | null;
  durationMs: number | null;
  image: string | null;
};

export const spotifySource: Source = {
  id: 'spotify',
  canHandle(input) {
    const url = urlOf(input);
    return url !== null && (spotifyEpisodeId(url) ?? spotifyShowId(url)) !== null;
  },
  async resolve(input, context) {
    const url = urlOf(input);
    const id = url && spotifyEpisodeId(url);
    if (url && spotifyShowId(url)) throw new AppError('listing_link');
    if (!id) return null;
    context.progress.stage('resolve', progressPercents.podcastPage.fetching, 'fetching_page');
    const episode = await readEpisodePage(id, context);
    const found = await findInFeeds(episode, context);
    return found ? await toExtracted(found, context) : await withoutFeed(episode, context);
  },
};

/** Spotify's audio is copy-protected and never fetched. Errors: `site_changed`, `fetch_status`, those of the guarded fetch. */
async function readEpisodePage(id: string, context: ResolveContext): Promise<SpotifyEpisode> {
  const address = `https://open.spotify.com/embed/episode/${id}`;
  const { bytes } = await fetchWhole(address, { accept: 'text/html', maxBytes: maxPageBytes }, context);
  const data = zPageData.safeParse(pageData(decodeText(bytes, { sniff: 'html' }).text));
  const entity = data.data?.props.pageProps.state.data.entity;
  const title = (entity?.title ?? entity?.name ?? '').trim();
  if (!entity || title === '') throw new AppError('site_changed');
  const images = [...(entity.visualIdentity?.image ?? []), ...(entity.relatedEntityCoverArt ?? [])];
  images.sort((a, b) => (b.maxHeight ?? 0) - (a.maxHeight ?? 0));
  return {
    url: `https://open.spotify.com/episode/${id}`,
    title,
    show: (entity.subtitle ?? '').trim(),
    date: entity.releaseDate?.isoString ?? null,
    durationMs: entity.duration || null,
    image: parseHttpUrl(images[0]?.url ?? '')?.href ?? null,
  };
}

function pageData(html: string): unknown {
  const mark = html.indexOf('id="__NEXT_DATA__"');
  const start = mark < 0 ? -1 : html.indexOf('>', mark);
  const end = start < 0 ? -1 : html.indexOf('</script', start);
  if (end < 0) return null;
  try {
    return JSON.parse(html.slice(start + 1, end));
  } catch {
    return null;
  }
}

async function findInFeeds(wanted: SpotifyEpisode, context: ResolveContext): Promise<Episode | null> {
  const tried = new Set<string>();
  for (const entity of ['podcast', 'podcastEpisode'] as const) {
    const term = entity === 'podcast' ? wanted.show : `${wanted.show} ${wanted.title}`;
    if (plainName(term) === '') continue;
    for (const feedUrl of await searchFeeds(term.slice(0, 200), entity, wanted, context)) {
      if (tried.has(feedUrl) || tried.size >= maxFeeds) continue;
      tried.add(feedUrl);
      const episode = await nullIfItFails(() => episodeIn(feedUrl, wanted, context), context);
      if (episode) return episode;
    }
  }
  return null;
}

async function searchFeeds(
  term: string,
  entity: 'podcast' | 'podcastEpisode',
  wanted: SpotifyEpisode,
  context: ResolveContext,
): Promise<string[]> {
  const address = new URL('https://itunes.apple.com/search?media=podcast&limit=10');
  address.searchParams.set('entity', entity);
  address.searchParams.set('term', term);
  const found = await nullIfItFails(async () => {
    const { bytes } = await fetchWhole(address.href, { accept: 'application/json', maxBytes: maxSearchBytes }, context);
    return zSearch.parse(JSON.parse(decodeText(bytes).text)).results;
  }, context);
  return (found ?? [])
    .filter(({ collectionName }) => isSameName(collectionName ?? '', wanted.show))
    .flatMap(({ feedUrl }) => parseHttpUrl(feedUrl ?? '')?.href ?? []);
}

async function episodeIn(feedUrl: string, wanted: SpotifyEpisode, context: ResolveContext): Promise<Episode | null> {
  const { bytes, response } = await fetchWhole(feedUrl, { accept: feedAccept, maxBytes: maxFeedBytes }, context);
  const { episode } = await context.ports.compute(
    'findEpisode',
    {
      bytes,
      contentType: response.headers.get('content-type'),
      base: response.url,
      url: wanted.url,
      wanted: { by: 'name', title: wanted.title, durationMs: wanted.durationMs },
    },
    context,
  );
  return episode && { ...episode, durationMs: episode.durationMs ?? wanted.durationMs, image: episode.image ?? wanted.image };
}

async function withoutFeed(episode: SpotifyEpisode, context: ResolveContext): Promise<Extracted> {
  const { image } = episode;
  const coverBlob = image ? await nullIfItFails(() => keepCover(image, episode.url, context), context) : null;
  return {
    kind: 'audio',
    canonicalUrl: canonicaliseUrl(episode.url),
    title: episode.title,
    author: null,
    siteName: episode.show || 'Spotify',
    description: null,
    publishedAt: episode.date,
    language: null,
    durationMs: episode.durationMs,
    coverUrl: image,
    coverBlob,
    media: null,
    chapters: [],
    articleMarkdown: null,
    transcript: null,
    problem: 'episode_not_found',
  };
}
