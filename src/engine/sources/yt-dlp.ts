import { AppError, type ErrorCode, hasCode, toAppError } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import type { Extracted } from '../domain.ts';
import type { YtDlp, YtDlpVideo } from '../ports.ts';
import { progressPercents } from '../progress-percents.ts';
import { describedTranscript } from '../transcribe/described-transcript.ts';
import type { ResolveContext, Source } from './source.ts';
import { askYtDlp, problemOf } from './yt-dlp/captions-or-sound.ts';
import { recordOf, recordOfPage } from './yt-dlp/record.ts';
import { readVideoHost } from './yt-dlp/video-hosts.ts';

/** Null for a post without a video, to be read as a page. Errors: `listing_link`, `site_wait`, `url_blocked`, `cancelled`. */
export const videoSiteSource: Source = {
  id: 'video-site',
  canHandle(input) {
    const url = input.type === 'url' ? parseHttpUrl(input.url) : null;
    return url !== null && readVideoHost(url) !== null;
  },
  async resolve(input, context) {
    const url = input.type === 'url' ? parseHttpUrl(input.url) : null;
    const known = url && readVideoHost(url);
    if (!known) return null;
    context.progress.stage('resolve', progressPercents.ytDlp.page, 'reading_video_page');
    const { host, kind } = known;
    if (kind === 'list') throw new AppError('listing_link');
    try {
      const ytDlp = programOf(context);
      const video = await ytDlp.describe(url.href, context.signal);
      return await withTranscript(video, url, host.name, ytDlp, context);
    } catch (error) {
      const failure = toAppError(error);
      if (failure.code === 'input_unsupported') return null;
      // A text post can be read without yt-dlp.
      if (kind === 'maybe' && hasCode(failure, 'ytdlp_missing', 'ytdlp_outdated')) return null;
      if (!isAboutVideo(failure) || context.signal.aborted) throw failure;
      return await recordOfPage(url, host.name, failure.code, context);
    }
  },
};

/** Failures that are stored as the record's `problem`, beside the video's title and cover. */
const aboutVideo: readonly ErrorCode[] = [
  'ytdlp_missing',
  'ytdlp_outdated',
  'ytdlp_failed',
  'site_login_needed',
  'site_bot_check',
  'video_private',
  'video_age_restricted',
  'video_region_blocked',
  'video_members_only',
  'video_live',
  'timed_out',
];

function isAboutVideo(failure: AppError): boolean {
  return aboutVideo.includes(failure.code);
}

function programOf({ ports }: ResolveContext): YtDlp {
  if (!ports.ytDlp) throw new AppError('ytdlp_missing');
  return ports.ytDlp;
}

/** When no video is found, the page's own error is thrown, unless a video site needs yt-dlp or a login. */
export function withVideoFallback(pages: Source): Source {
  return {
    ...pages,
    async resolve(input, context) {
      try {
        return await pages.resolve(input, context);
      } catch (error) {
        const url = input.type === 'url' ? parseHttpUrl(input.url) : null;
        if (!url || !hasCode(error, 'page_no_text', 'page_needs_browser')) throw error;
        return await videoOn(url, toAppError(error), context);
      }
    },
  };
}

async function videoOn(url: URL, without: AppError, context: ResolveContext): Promise<Extracted> {
  context.progress.stage('resolve', progressPercents.ytDlp.page, 'reading_video_page');
  try {
    const ytDlp = programOf(context);
    const video = await ytDlp.describe(url.href, context.signal);
    return await withTranscript(video, url, null, ytDlp, context);
  } catch (error) {
    const failure = toAppError(error);
    const wanted = readVideoHost(url) !== null && hasCode(failure, 'ytdlp_missing', 'ytdlp_outdated', 'site_login_needed');
    throw wanted || context.signal.aborted || hasCode(failure, 'cancelled', 'storage_failed') ? failure : without;
  }
}

async function withTranscript(
  video: YtDlpVideo,
  url: URL,
  siteName: string | null,
  ytDlp: YtDlp,
  context: ResolveContext,
): Promise<Extracted> {
  const record = await recordOf(video, url, siteName, context);
  if (video.live === 'live' || video.live === 'upcoming') return { ...record, problem: 'video_live' };
  const about = {
    url: url.href,
    title: record.title,
    author: video.author,
    durationMs: video.durationMs,
    spoken: video.language,
    wanted: context.language ?? null,
    rejected: [],
  };
  const ports = { ...context.ports, ytDlp: { ...ytDlp, describe: () => Promise.resolve(video) } };
  const { transcript, rejected, failure } = await askYtDlp(about, { ...context, ports });
  if (transcript) return { ...record, language: transcript.language ?? video.language, transcript };
  const described = describedTranscript(video.description, rejected);
  const gated = gates[video.availability ?? 'public'];
  return { ...record, transcript: described, problem: gated ?? problemOf(failure) };
}

const gates: Partial<Record<NonNullable<YtDlpVideo['availability']>, ErrorCode>> = {
  private: 'video_private',
  members: 'video_members_only',
  login: 'site_login_needed',
};
