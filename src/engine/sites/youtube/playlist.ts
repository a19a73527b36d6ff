import { AppError, hasCode, toAppError } from '#lib/app-error.ts';
import { parseFeed } from '../../feeds/parse-feed.ts';
import type { Playlist, PlaylistItem } from '../../playlists/playlist.ts';
import type { PlaylistContext, PlaylistSource } from '../../playlists/playlist-source.ts';
import { askEndpoint, askPage, siteWait } from './ask.ts';
import { webClient } from './clients.ts';
import { at, stringOf } from './json-in-page.ts';
import { hasErrorAlert, type ListedVideo, type ListFacts, readListFacts, readListPage } from './playlist-page.ts';
import { readYoutubeLink, youtubeAddress } from './shared/link.ts';
import { readWatchPage } from './watch-page.ts';

/** Maximum number of requests for one list; each returns up to a hundred videos. */
const mostPages = 30;
const maxFeedBytes = 5_000_000;

/** Lists channels without live and upcoming videos, from the feed if the page fails. Mixes and private lists are excluded. */
export const youtubePlaylists: PlaylistSource = {
  id: 'youtube',
  canHandle(url) {
    const link = readYoutubeLink(url);
    return link?.kind === 'playlist' || link?.kind === 'channel';
  },
  async list(url, context) {
    const link = readYoutubeLink(url);
    if (link?.kind === 'playlist') {
      const first = await browse({ browseId: `VL${link.id}` }, context);
      return collect(first, { kind: 'playlist', url: youtubeAddress(link) ?? url.href }, context);
    }
    if (link?.kind === 'channel') return channel(youtubeAddress(link) ?? url.href, link.path, context);
    return null;
  },
};

type About = { kind: 'playlist' | 'channel'; url: string };

async function channel(address: string, path: string, context: PlaylistContext): Promise<Playlist> {
  const about = { kind: 'channel' as const, url: address };
  const { data, blocked } = await channelPage(new URL(address).pathname, context);
  const id = idOf(data) ?? channelIdIn(path);
  if (readListPage(data)) return collect(data, about, context);
  const fromFeed = id === null ? null : await feedOf(id, about, context);
  if (fromFeed) return fromFeed;
  throw blocked ?? new AppError('listing_empty');
}

/** An id `UC…`; null if the channel's page has none. Errors: `site_wait`, those of the guarded fetch. */
export async function youtubeChannelId(path: string, context: PlaylistContext): Promise<string | null> {
  const known = channelIdIn(path);
  if (known !== null) return known;
  const { data, blocked } = await channelPage(`/${path}`, context);
  if (blocked) throw blocked;
  return channelIdIn(`channel/${idOf(data) ?? ''}`);
}

function idOf(data: unknown): string | null {
  return stringOf(at(data, 'metadata', 'channelMetadataRenderer', 'externalId'));
}

function channelIdIn(path: string): string | null {
  return /^channel\/(UC[\w-]{22})$/.exec(path)?.[1] ?? null;
}

async function channelPage(path: string, context: PlaylistContext): Promise<{ data: unknown; blocked: AppError | null }> {
  try {
    const { html } = await askPage(`${path}/videos?hl=en`, webClient(context.ports.youtubeClients), context);
    const page = readWatchPage(html);
    if (page.kind === 'captcha' || page.kind === 'consent') return { data: undefined, blocked: siteWait(null) };
    return { data: page.data, blocked: null };
  } catch (error) {
    const known = toAppError(error);
    if (context.signal.aborted || hasCode(known, 'cancelled', 'internal', 'database_unavailable')) throw error;
    return { data: undefined, blocked: known.params.status === 404 ? new AppError('listing_empty') : known };
  }
}

/** The newest fifteen, with dates. Null if there is no feed; feeds sometimes fail for days. */
async function feedOf(id: string, about: About, context: PlaylistContext): Promise<Playlist | null> {
  const response = await context.ports.fetch(`https://www.youtube.com/feeds/videos.xml?channel_id=${id}`, {
    signal: context.signal,
    maxBytes: maxFeedBytes,
    headers: { accept: 'application/atom+xml,application/xml' },
  });
  if (response.status !== 200) {
    await response.cancel();
    return null;
  }
  const feed = parseFeed(await response.bytes(), { contentType: response.headers.get('content-type') });
  const items = feed.items.flatMap((item): PlaylistItem[] => {
    const link = item.link !== null && URL.canParse(item.link) ? readYoutubeLink(new URL(item.link)) : null;
    if (link?.kind !== 'video') return [];
    const video = { id: link.id, title: item.title ?? link.id, durationMs: null, author: feed.title ?? null, coverUrl: null };
    return [{ ...toItem(video), publishedAt: item.date }];
  });
  if (items.length === 0) return null;
  const facts = { title: feed.title ?? null, author: feed.title ?? null, coverUrl: null, total: null };
  return toPlaylist(items.slice(0, context.limit), facts, about);
}

function browse(body: Readonly<Record<string, unknown>>, context: PlaylistContext): Promise<unknown> {
  return askEndpoint('browse', body, { client: webClient(context.ports.youtubeClients), visitorData: null }, context);
}

async function collect(first: unknown, about: About, context: PlaylistContext): Promise<Playlist> {
  const facts = readListFacts(first);
  const videos = new Map<string, ListedVideo>();
  let page = readListPage(first);
  if (!page) throw new AppError(hasErrorAlert(first) || facts.title !== null ? 'listing_empty' : 'site_changed');
  for (let pages = 1; ; pages++) {
    const before = videos.size;
    for (const video of page.videos) if (!videos.has(video.id)) videos.set(video.id, video);
    const isFull = videos.size >= context.limit || pages >= mostPages;
    if (isFull || page.continuation === null || videos.size === before) break;
    page = await nextPage(page.continuation, context);
    if (!page) break;
  }
  const items = [...videos.values()]
    .slice(0, context.limit)
    .map((video) => toItem({ ...video, author: video.author ?? facts.author }));
  return toPlaylist(items, facts, about);
}

/** If a later page fails, the videos so far are still useful. */
async function nextPage(continuation: string, context: PlaylistContext): Promise<ReturnType<typeof readListPage>> {
  try {
    return readListPage(await browse({ continuation }, context));
  } catch (error) {
    if (context.signal.aborted || hasCode(error, 'cancelled', 'internal', 'database_unavailable')) throw error;
    return null;
  }
}

function toItem({ id, title, durationMs, author, coverUrl }: ListedVideo): PlaylistItem {
  const url = youtubeAddress({ kind: 'video', id }) ?? '';
  return {
    url,
    title,
    durationMs,
    author,
    publishedAt: null,
    coverUrl: coverUrl ?? `https://i.ytimg.com/vi/${id}/mqdefault.jpg`,
  };
}

function toPlaylist(items: PlaylistItem[], facts: ListFacts, about: About): Playlist {
  return {
    title: facts.title ?? facts.author ?? about.url,
    kind: about.kind,
    url: about.url,
    siteName: 'YouTube',
    coverUrl: facts.coverUrl,
    total: facts.total,
    items,
  };
}
