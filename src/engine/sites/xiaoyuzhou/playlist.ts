import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import { fetchAnswer, parseJson } from '../../playlists/feed.ts';
import type { PlaylistItem } from '../../playlists/playlist.ts';
import type { PlaylistSource } from '../../playlists/playlist-source.ts';
import { decodeText } from '../../text/charset.ts';
import { isXiaoyuzhouShow } from './link.ts';

const maxPageBytes = 5_000_000;

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

function pageDataOf(html: string): string {
  const mark = html.indexOf('id="__NEXT_DATA__"');
  if (mark < 0) return '';
  const start = html.indexOf('>', mark) + 1;
  const end = html.indexOf('</script', start);
  return start > 0 && end > start ? html.slice(start, end) : '';
}

/** The page lists only the latest episodes, about fifteen. */
export const xiaoyuzhouPlaylists: PlaylistSource = {
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
    const items = podcast.episodes.flatMap(({ eid, title, duration, pubDate, image }): PlaylistItem[] => {
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
