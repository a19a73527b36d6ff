import { AppError, hasCode } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import type { Extracted } from '../../domain.ts';
import { progressPercents } from '../../progress-percents.ts';
import { keepCover } from '../../sources/article/cover.ts';
import type { ResolveContext, Source } from '../../sources/source.ts';
import { askCaptions, type SiteCaptions, uploadedLanguages } from './captions.ts';
import { captionsOrSound } from './captions-or-sound.ts';
import { type BilibiliLink, bilibiliAddress, readBilibiliLink } from './shared/link.ts';
import { followShortLink } from './short-link.ts';
import { askBangumi, askView, type SiteVideo, videoOfBangumi, videoOfView } from './video.ts';

const percents = progressPercents.bilibili;

/**
 * Uploaded subtitles, else trusted automatic ones, else the audio; else the description, and `problem` says why. Errors:
 * `site_wait`, `site_changed`, `listing_link`, the `video_*` codes, those of the guarded fetch.
 */
export const bilibiliSource: Source = {
  id: 'bilibili',
  canHandle(input) {
    const url = input.type === 'url' ? parseHttpUrl(input.url) : null;
    return url !== null && readBilibiliLink(url) !== null;
  },
  async resolve(input, context) {
    const url = input.type === 'url' ? parseHttpUrl(input.url) : null;
    const found = url && readBilibiliLink(url);
    if (!found) return null;
    context.progress.stage('resolve', percents.page, 'reading_video_page');
    const link = found.kind === 'short' ? await followShortLink(found.url, context) : found;
    const video = link && (await findVideo(link, context));
    return video ? await toExtracted(video, context) : null;
  },
};

async function findVideo(link: BilibiliLink, context: ResolveContext): Promise<SiteVideo | null> {
  switch (link.kind) {
    case 'video':
      return videoOfView(await askView(link.bvid, context), link.part);
    case 'episode':
      return videoOfBangumi(await askBangumi({ episode: link.id }, context), link.id);
    case 'season': {
      const bangumi = await askBangumi({ season: link.id }, context);
      const [only, ...more] = bangumi.episodes;
      if (!only || more.length > 0) throw new AppError(only ? 'listing_link' : 'listing_empty');
      return videoOfBangumi(bangumi, only.id);
    }
    case 'live':
      throw new AppError('video_live');
    case 'favourites':
    case 'list':
      throw new AppError('listing_link');
    default:
      return null;
  }
}

async function toExtracted(video: SiteVideo, context: ResolveContext): Promise<Extracted> {
  context.progress.stage('transcript', percents.captions, 'fetching_captions');
  const captions = video.paid ? noCaptions : await askCaptions(video, context);
  const found = video.paid
    ? { transcript: null, problem: 'video_members_only' as const }
    : await captionsOrSound(video, captions, context);
  return {
    kind: 'video',
    canonicalUrl: bilibiliAddress(
      video.episode === null ? { kind: 'video', bvid: video.bvid, part: video.part } : { kind: 'episode', id: video.episode },
    ),
    title: video.title,
    author: video.author,
    siteName: 'Bilibili',
    description: video.description,
    publishedAt: video.publishedAt,
    language: found.transcript?.language ?? null,
    durationMs: video.durationMs,
    coverUrl: video.coverUrl,
    coverBlob: await coverOf(video, context),
    media: null,
    embed: { player: 'bilibili', id: video.bvid, ...(video.part === null ? {} : { part: video.part }) },
    chapters: captions.chapters,
    captionLanguages: uploadedLanguages(captions.tracks),
    articleMarkdown: null,
    ...found,
  };
}

const noCaptions: SiteCaptions = { tracks: [], chapters: [], signIn: 'fine' };

async function coverOf(video: SiteVideo, context: ResolveContext): Promise<string | null> {
  if (video.coverUrl === null) return null;
  context.progress.stage('transcript', percents.cover, 'making_cover');
  try {
    return await keepCover(video.coverUrl, 'https://www.bilibili.com/', context);
  } catch (error) {
    if (context.signal.aborted || hasCode(error, 'cancelled', 'storage_failed')) throw error;
    return null;
  }
}
