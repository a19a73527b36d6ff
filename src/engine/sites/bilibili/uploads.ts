/** A creator's uploads, newest first, as the site has no feeds. */
import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';
import { durationMs } from '../../feeds/fields.ts';
import type { Playlist } from '../../playlists/playlist.ts';
import type { PlaylistContext } from '../../playlists/playlist-source.ts';
import type { ChannelSource } from '../site.ts';
import { askApi, siteUrl } from './api.ts';
import { bilibiliAddress, readBilibiliCreator } from './shared/link.ts';
import { dateOf } from './video.ts';

const perPage = 30;

/** The site requires data about the browser's canvas. */
const canvas = { dm_img_list: '[]', dm_img_str: 'V2ViR0wgMS4w', dm_cover_img_str: 'QU5HTEUg' };

const zText = z.string().catch('');
const zUploads = z.looseObject({
  list: z.looseObject({
    vlist: z.array(
      z.looseObject({
        bvid: zText,
        title: zText,
        pic: zText,
        created: z.number().nonnegative().nullable().catch(null),
        /** `12:34`. */
        length: zText,
        author: zText,
      }),
    ),
  }),
  page: z.looseObject({ count: z.number().int().nonnegative().nullable().catch(null) }).optional(),
});

export const bilibiliChannel: ChannelSource = {
  async find(url) {
    const creator = readBilibiliCreator(url);
    return creator === null ? null : { kind: 'video', url: addressOf(creator), feed: null };
  },
  async list(url, context) {
    const creator = readBilibiliCreator(url);
    return creator === null ? null : listUploads(creator, context);
  },
};

function addressOf(creator: number): string {
  return `https://space.bilibili.com/${creator}`;
}

async function listUploads(creator: number, context: PlaylistContext): Promise<Playlist> {
  const query = { mid: creator, pn: 1, ps: perPage, order: 'pubdate', platform: 'web', ...canvas };
  const empty = () => new AppError('listing_empty');
  const request = { path: '/x/space/wbi/arc/search', query, signed: true, codes: { [-404]: empty, [-400]: empty } };
  const found = await askApi(request, zUploads, context);
  const videos = found.list.vlist.filter(({ bvid }) => bvid !== '').slice(0, context.limit);
  if (videos.length === 0) throw empty();
  return {
    title: videos.find(({ author }) => author !== '')?.author ?? addressOf(creator),
    kind: 'channel',
    url: addressOf(creator),
    siteName: 'Bilibili',
    coverUrl: null,
    total: found.page?.count ?? null,
    items: videos.map(({ bvid, title, pic, created, length, author }) => ({
      url: bilibiliAddress({ kind: 'video', bvid, part: null }) ?? '',
      title,
      durationMs: durationMs(length),
      publishedAt: dateOf(created),
      coverUrl: siteUrl(pic),
      author: author || null,
    })),
  };
}
