/** Spotify's episodes are copy-protected, so shows are listed from the open feed of the same name. */
import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import { feedOrNothing, fetchAnswer, parseJson } from '../../playlists/feed.ts';
import type { PlaylistContext, PlaylistSource } from '../../playlists/playlist-source.ts';
import { plainName } from '../../sources/podcast/same-name.ts';
import { decodeText } from '../../text/charset.ts';
import type { ChannelSource } from '../site.ts';
import { spotifyShowId } from './link.ts';

const maxAnswerBytes = 5_000_000;

/** https://developer.spotify.com/documentation/embeds/reference/oembed */
const zAbout = z.object({ title: z.string().min(1), thumbnail_url: z.string().nullish() });
const zSearch = z.object({
  results: z.array(z.object({ collectionName: z.string().nullish(), feedUrl: z.string().nullish() })),
});

/** Errors: `show_not_found` unless exactly one feed has the show's name, `site_changed`. */
export const spotifyPlaylists: PlaylistSource = {
  id: 'spotify-show',
  whole: true,
  canHandle: (url) => spotifyShowId(url) !== null,
  async list(url, context) {
    const id = spotifyShowId(url);
    if (id === null) return null;
    const { page, about, feedUrl } = await findShow(id, context);
    const listed = feedUrl === null ? null : await feedOrNothing(feedUrl, context);
    if (!listed || listed.items.length === 0) throw new AppError('show_not_found');
    const coverUrl = parseHttpUrl(about.thumbnail_url ?? '')?.href ?? listed.coverUrl;
    return { ...listed, title: about.title, url: page, siteName: 'Spotify', coverUrl };
  },
};

export const spotifyChannel: ChannelSource = {
  async find(url, context) {
    const id = spotifyShowId(url);
    if (id === null) return null;
    const { page, feedUrl } = await findShow(id, context);
    if (feedUrl === null) throw new AppError('show_not_found');
    return { kind: 'podcast', url: page, feed: feedUrl };
  },
};

async function findShow(id: string, context: PlaylistContext) {
  const page = `https://open.spotify.com/show/${id}`;
  const about = zAbout.safeParse(await fetchJson(`https://open.spotify.com/oembed?url=${encodeURIComponent(page)}`, context));
  if (!about.success) throw new AppError('site_changed', { cause: about.error });
  return { page, about: about.data, feedUrl: await findFeed(about.data.title, context) };
}

async function findFeed(name: string, context: PlaylistContext): Promise<string | null> {
  const address = new URL('https://itunes.apple.com/search?media=podcast&entity=podcast&limit=20');
  address.searchParams.set('term', name.slice(0, 200));
  const found = zSearch.safeParse(await fetchJson(address.href, context));
  if (!found.success) return null;
  const wanted = plainName(name);
  const feeds = found.data.results
    .filter(({ collectionName }) => plainName(collectionName ?? '') === wanted)
    .flatMap(({ feedUrl }) => parseHttpUrl(feedUrl ?? '')?.href ?? []);
  const [first, ...others] = new Set(feeds);
  return first !== undefined && others.length === 0 && wanted !== '' ? first : null;
}

async function fetchJson(url: string, context: PlaylistContext): Promise<unknown> {
  const answer = await fetchAnswer(url, { accept: 'application/json', maxBytes: maxAnswerBytes }, context);
  return parseJson(answer ? decodeText(answer.bytes).text : '');
}
