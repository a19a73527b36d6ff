import { decodeHTMLStrict } from 'entities/decode';
import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import { readHeadMetadata } from '../../page/metadata/head-metadata.ts';
import { progressPercents } from '../../progress-percents.ts';
import { fetchWhole, nullIfItFails } from '../../sources/fetch-whole.ts';
import type { Episode } from '../../sources/podcast/episode.ts';
import { toExtracted } from '../../sources/podcast/to-extracted.ts';
import { type ResolveContext, type Source, urlOf } from '../../sources/source.ts';
import { decodeText } from '../../text/charset.ts';
import { isXiaoyuzhouEpisode, isXiaoyuzhouShow } from './link.ts';

const maxPageBytes = 5_000_000;

const zText = z.string().nullish();
const zPicture = z.object({ picUrl: zText }).nullish();
const zPageData = z.object({
  props: z.object({
    pageProps: z.object({
      episode: z.object({
        title: zText,
        shownotes: zText,
        description: zText,
        duration: z.number().nonnegative().nullish(),
        pubDate: zText,
        enclosure: z.object({ url: zText }).nullish(),
        image: zPicture,
        podcast: z.object({ title: zText, author: zText, image: zPicture }).nullish(),
      }),
    }),
  }),
});

/** Null if there is no audio. Errors: `listing_link`, `fetch_status`, those of the guarded fetch. */
export const xiaoyuzhouSource: Source = {
  id: 'xiaoyuzhou',
  canHandle(input) {
    const url = urlOf(input);
    return url !== null && (isXiaoyuzhouEpisode(url) || isXiaoyuzhouShow(url));
  },
  async resolve(input, context) {
    const url = urlOf(input);
    if (!url) return null;
    if (isXiaoyuzhouShow(url)) throw new AppError('listing_link');
    context.progress.stage('resolve', progressPercents.podcastPage.fetching, 'fetching_page');
    const episode = await readEpisode(url, context);
    return episode && (await toExtracted(episode, context));
  },
};

/** Reads the page's data, else its head. Null if there is no audio. */
async function readEpisode(url: URL, context: ResolveContext): Promise<Episode | null> {
  const { bytes, response } = await fetchWhole(url.href, { accept: 'text/html', maxBytes: maxPageBytes }, context);
  const html = decodeText(bytes, { contentType: response.headers.get('content-type'), sniff: 'html' }).text;
  const head = readHeadMetadata(html, response.url);
  const data = await nullIfItFails(async () => zPageData.parse(JSON.parse(scriptText(html) ?? 'null')), context);
  const episode = data?.props.pageProps.episode;
  const audio = parseHttpUrl(episode?.enclosure?.url ?? metaAudio(html) ?? '');
  if (!audio) return null;
  return {
    url: url.href,
    title: episode?.title ?? head.title,
    show: episode?.podcast?.title ?? head.siteName,
    author: episode?.podcast?.author ?? null,
    date: episode?.pubDate && !Number.isNaN(Date.parse(episode.pubDate)) ? episode.pubDate : null,
    language: null,
    durationMs: episode?.duration ? Math.round(episode.duration * 1000) : null,
    notes: episode?.shownotes || episode?.description || head.description,
    image: parseHttpUrl(episode?.image?.picUrl ?? episode?.podcast?.image?.picUrl ?? head.coverUrl ?? '')?.href ?? null,
    audio: { url: audio.href, type: null },
    transcripts: [],
    chaptersUrl: null,
    chapters: [],
  };
}

function scriptText(html: string): string | null {
  const mark = html.indexOf('id="__NEXT_DATA__"');
  const start = mark < 0 ? -1 : html.indexOf('>', mark);
  const end = start < 0 ? -1 : html.indexOf('</script', start);
  return end < 0 ? null : html.slice(start + 1, end);
}

function metaAudio(html: string): string | null {
  for (const [tag] of html.slice(0, 300_000).matchAll(/<meta\s[^<>]{1,2000}>/gi)) {
    if (!/\b(?:property|name)\s*=\s*["']og:audio(?::(?:secure_)?url)?["']/i.test(tag)) continue;
    const content = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag);
    if (content) return decodeHTMLStrict(content[1] ?? content[2] ?? '');
  }
  return null;
}
