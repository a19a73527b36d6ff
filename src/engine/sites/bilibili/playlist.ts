/** No session is sent, so that only what is public is listed. */
import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';
import type { Playlist, PlaylistItem } from '../../playlists/playlist.ts';
import type { PlaylistContext, PlaylistSource } from '../../playlists/playlist-source.ts';
import { type ApiRequest, askApi, siteUrl } from './api.ts';
import { type BilibiliLink, bilibiliAddress, readBilibiliLink } from './shared/link.ts';
import { followShortLink } from './short-link.ts';
import { askBangumi, askView, dateOf, episodeTitle, milliseconds, type SiteView } from './video.ts';

const siteName = 'Bilibili';

const pageGapMs = 500;

/** Null for a single part, video or film. Errors: `listing_empty`, `site_wait`, `site_changed`, those of the guarded fetch. */
export const bilibiliPlaylists: PlaylistSource = {
  id: 'bilibili',
  canHandle(url) {
    const link = readBilibiliLink(url);
    return link !== null && link.kind !== 'live' && !(link.kind === 'video' && link.part !== null);
  },
  async list(url, context) {
    const found = readBilibiliLink(url);
    const link = found?.kind === 'short' ? await followShortLink(found.url, context) : found;
    switch (link?.kind) {
      case 'video':
        return link.part === null ? listOfVideo(await askView(link.bvid, context), context) : null;
      case 'episode':
        return listBangumi({ episode: link.id }, context);
      case 'season':
        return listBangumi({ season: link.id }, context);
      case 'favourites':
        return listFavourites(link, context);
      case 'list':
        return listOfCreator(link, context);
      default:
        return null;
    }
  },
};

function listOfVideo(view: SiteView, { limit }: PlaylistContext): Playlist | null {
  if (view.pages.length > 1) return partsOf(view, limit);
  const season = view.ugc_season;
  const episodes = season?.sections.flatMap((section) => section.episodes) ?? [];
  if (!season || episodes.length < 2) return null;
  return {
    title: season.title,
    kind: 'show',
    url: addressOf({ kind: 'video', bvid: view.bvid, part: null }),
    siteName,
    coverUrl: siteUrl(season.cover),
    total: episodes.length,
    items: episodes.slice(0, limit).map(({ bvid, title, arc }) => ({
      url: addressOf({ kind: 'video', bvid, part: null }),
      title,
      durationMs: milliseconds(arc?.duration ?? null),
      publishedAt: dateOf(arc?.pubdate ?? null),
      coverUrl: siteUrl(arc?.pic),
      author: view.owner?.name || null,
    })),
  };
}

function partsOf(view: SiteView, limit: number): Playlist {
  const url = addressOf({ kind: 'video', bvid: view.bvid, part: null });
  return {
    title: view.title,
    kind: 'parts',
    url,
    siteName,
    coverUrl: siteUrl(view.pic),
    total: view.pages.length,
    items: view.pages.slice(0, limit).map(({ page, part, duration }) => ({
      // Without `?p=1` the link would stand for the whole video.
      url: `${url}?p=${page}`,
      title: part.trim() || `P${page}`,
      durationMs: milliseconds(duration),
      publishedAt: dateOf(view.pubdate),
      coverUrl: siteUrl(view.pic),
      author: view.owner?.name || null,
    })),
  };
}

async function listBangumi(which: Parameters<typeof askBangumi>[0], context: PlaylistContext): Promise<Playlist | null> {
  const bangumi = await askBangumi(which, context);
  if (bangumi.episodes.length < 2) return null;
  return {
    title: bangumi.title,
    kind: 'show',
    url: addressOf({ kind: 'season', id: bangumi.season_id }),
    siteName,
    coverUrl: siteUrl(bangumi.cover),
    total: bangumi.episodes.length,
    items: bangumi.episodes.slice(0, context.limit).map((episode) => ({
      url: addressOf({ kind: 'episode', id: episode.id }),
      title: episodeTitle(episode),
      durationMs: episode.duration,
      publishedAt: dateOf(episode.pub_time),
      coverUrl: siteUrl(episode.cover),
      author: bangumi.up_info?.uname || null,
    })),
  };
}

const zText = z.string().catch('');
const zNumber = z.number().nonnegative().nullable().catch(null);

const zFavourites = z.looseObject({
  info: z.looseObject({ title: zText, cover: zText, media_count: zNumber }),
  has_more: z.boolean().catch(false),
  medias: z
    .array(
      z.looseObject({
        /** 2: a video. */
        type: z.number().catch(0),
        /** 0: still available. */
        attr: z.number().catch(0),
        bvid: zText,
        title: zText,
        cover: zText,
        duration: zNumber,
        pubtime: zNumber,
        upper: z.looseObject({ name: zText }).optional().catch(undefined),
      }),
    )
    .nullable()
    .catch(null),
});

async function listFavourites(link: Extract<BilibiliLink, { kind: 'favourites' }>, context: PlaylistContext): Promise<Playlist> {
  const items: PlaylistItem[] = [];
  const first = await turnPages(context, items, async (page) => {
    const query = { media_id: link.id, pn: page, ps: 20, platform: 'web' };
    const found = await askList({ path: '/x/v3/fav/resource/list', query }, zFavourites, context);
    const usable = (found.medias ?? []).filter(({ type, attr, bvid }) => type === 2 && attr === 0 && bvid !== '');
    return {
      found,
      more: found.has_more,
      items: usable.map(({ bvid, title, duration, pubtime, cover, upper }) =>
        itemOf({ bvid, title, duration, pubdate: pubtime, pic: cover, author: upper?.name }),
      ),
    };
  });
  const { title, cover, media_count } = first.info;
  return toPlaylist({ title, kind: 'favourites', link, cover, total: media_count, items });
}

const zArchives = z.looseObject({
  archives: z
    .array(z.looseObject({ bvid: zText, title: zText, pic: zText, duration: zNumber, pubdate: zNumber }))
    .nullable()
    .catch(null),
  meta: z.looseObject({ name: zText, cover: zText }).optional().catch(undefined),
  page: z.looseObject({ total: zNumber }).optional().catch(undefined),
});

const zSeriesMeta = z.looseObject({ meta: z.looseObject({ name: zText }) });

const archivesPerPage = 30;

async function listOfCreator(link: Extract<BilibiliLink, { kind: 'list' }>, context: PlaylistContext): Promise<Playlist> {
  const items: PlaylistItem[] = [];
  const series = link.type === 'series';
  const request = (page: number): ApiRequest =>
    series
      ? {
          path: '/x/series/archives',
          query: { mid: link.owner, series_id: link.id, only_normal: 'true', pn: page, ps: archivesPerPage },
        }
      : {
          path: '/x/polymer/web-space/seasons_archives_list',
          query: { mid: link.owner, season_id: link.id, sort_reverse: 'false', page_num: page, page_size: archivesPerPage },
        };
  const first = await turnPages(context, items, async (page) => {
    const found = await askList(request(page), zArchives, context);
    const archives = found.archives ?? [];
    const usable = archives.filter(({ bvid }) => bvid !== '');
    return { found, more: archives.length === archivesPerPage, items: usable.map((archive) => itemOf(archive)) };
  });
  const title = series
    ? (await askList({ path: '/x/series/series', query: { series_id: link.id } }, zSeriesMeta, context)).meta.name
    : (first.meta?.name ?? '');
  return toPlaylist({ title, kind: 'playlist', link, cover: first.meta?.cover ?? '', total: first.page?.total ?? null, items });
}

type ListPage<T> = { found: T; items: PlaylistItem[]; more: boolean };

async function turnPages<T>(
  { limit, ports, signal }: PlaylistContext,
  items: PlaylistItem[],
  readPage: (page: number) => Promise<ListPage<T>>,
): Promise<T> {
  const seen = new Set<string>();
  let first: ListPage<T> | undefined;
  for (let page = 1; items.length < limit; page++) {
    if (first) await ports.clock.sleep(pageGapMs, signal);
    const read = await readPage(page);
    first ??= read;
    const fresh = read.items.filter(({ url }) => !seen.has(url) && seen.add(url));
    items.push(...fresh.slice(0, limit - items.length));
    if (!read.more || page * 20 > limit * 3) break;
  }
  if (!first || items.length === 0) throw new AppError('listing_empty');
  return first.found;
}

function askList<T>(request: ApiRequest, shape: z.ZodType<T>, context: PlaylistContext): Promise<T> {
  const empty = () => new AppError('listing_empty');
  return askApi(
    { ...request, codes: { [-400]: empty, [-403]: empty, [-404]: empty, 11010: empty, 53013: empty } },
    shape,
    context,
  );
}

type Archive = {
  bvid: string;
  title: string;
  duration: number | null;
  pubdate: number | null;
  pic: string;
  author?: string | undefined;
};

function itemOf({ bvid, title, duration, pubdate, pic, author }: Archive): PlaylistItem {
  return {
    url: addressOf({ kind: 'video', bvid, part: null }),
    title,
    durationMs: milliseconds(duration),
    publishedAt: dateOf(pubdate),
    coverUrl: siteUrl(pic),
    author: author || null,
  };
}

type Listed = Pick<Playlist, 'title' | 'kind' | 'total' | 'items'> & { link: BilibiliLink; cover: string };

function toPlaylist({ title, kind, link, cover, total, items }: Listed): Playlist {
  const url = addressOf(link);
  return { title: title || url, kind, url, siteName, coverUrl: siteUrl(cover), total: total ?? null, items };
}

function addressOf(link: BilibiliLink): string {
  return bilibiliAddress(link) ?? '';
}
