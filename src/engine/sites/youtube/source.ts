import { AppError, type ErrorCode, hasCode } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import type { Extracted } from '../../domain.ts';
import { progressPercents } from '../../progress-percents.ts';
import { keepCover } from '../../sources/article/cover.ts';
import type { ResolveContext, Source } from '../../sources/source.ts';
import type { Found } from '../../sources/yt-dlp/captions-or-sound.ts';
import { askPage } from './ask.ts';
import { captionsOrSound } from './captions-or-sound.ts';
import { readChapters } from './chapters.ts';
import { chooseClients } from './clients.ts';
import { type Inquiry, inquire, isDecided } from './inquiry.ts';
import type { PlayerResponse, PlayerState } from './player-response.ts';
import { readYoutubeLink, type YoutubeLink, youtubeAddress } from './shared/link.ts';
import { readWatchPage } from './watch-page.ts';

const percents = progressPercents.youtube;

/**
 * Trusted captions, else yt-dlp (subtitles, then audio); else the description, and `problem` says why. Errors:
 * `site_wait`, `site_bot_check`, `site_changed`, `listing_link`, the `video_*` codes, those of the guarded fetch.
 */
export const youtubeSource: Source = {
  id: 'youtube',
  canHandle(input) {
    const url = input.type === 'url' ? parseHttpUrl(input.url) : null;
    return url !== null && readYoutubeLink(url) !== null;
  },
  async resolve(input, context) {
    const url = input.type === 'url' ? parseHttpUrl(input.url) : null;
    const link = url && readYoutubeLink(url);
    if (!link) return null;
    context.progress.stage('resolve', percents.page, 'reading_video_page');
    return resolveVideo(await videoIdOf(link, context), context);
  },
};

async function videoIdOf(link: YoutubeLink, context: ResolveContext): Promise<string> {
  if (link.kind === 'video') return link.id;
  if (link.kind !== 'clip') throw new AppError('listing_link');
  const [client] = chooseClients(context.ports.youtubeClients);
  if (!client) throw new AppError('internal', { detail: 'no youtube client' });
  const page = readWatchPage((await askPage(`/clip/${link.id}?hl=en`, client, context)).html);
  const videoId = page.kind === 'video' ? page.player.videoId : null;
  if (videoId === null) throw new AppError(page.kind === 'other' ? 'video_unavailable' : 'site_bot_check');
  return videoId;
}

async function resolveVideo(videoId: string, context: ResolveContext): Promise<Extracted> {
  const inquiry = await inquire(videoId, context.ports.youtubeClients, context);
  const player = merged(inquiry);
  if (player && isDecided(player.state) && player.state !== 'ok')
    return refused(videoId, player, stateProblems[player.state], context);
  const found = await captionsOrSound(inquiry, player, context);
  // Behind a bot check, yt-dlp may know more than our own requests.
  const known = player?.state === 'ok' ? player : (playerOf(found.viaYtDlp, player) ?? player);
  if (!known) throw inquiry.blocked ?? new AppError('site_changed', { detail: 'youtube: no player answered' });
  const record = await recordOf(videoId, known, inquiry, context);
  return {
    ...record,
    language: found.transcript?.language ?? known.spokenLanguage ?? record.language,
    chapters: record.chapters.length > 0 ? record.chapters : (found.viaYtDlp?.video?.chapters ?? []),
    captionLanguages: [...new Set(known.tracks.filter((track) => !track.automatic).map((track) => track.language))].slice(0, 100),
    transcript: found.transcript,
    problem: found.problem,
  };
}

const stateProblems: Record<PlayerState, ErrorCode> = {
  ok: 'video_no_words',
  live: 'video_live',
  upcoming: 'video_live',
  private: 'video_private',
  members_only: 'video_members_only',
  age_restricted: 'video_age_restricted',
  region_blocked: 'video_region_blocked',
  unavailable: 'video_unavailable',
  bot_check: 'site_bot_check',
  unplayable: 'video_unavailable',
};

/** The first answer with a definite state counts; missing fields come from the other answers. */
function merged({ answers }: Inquiry): PlayerResponse | null {
  const [first, ...others] = answers
    .map(({ player }) => player)
    .sort((a, b) => Number(isDecided(b.state)) - Number(isDecided(a.state)));
  if (!first) return null;
  const player = { ...first };
  for (const other of others) {
    player.videoId ??= other.videoId;
    player.title ??= other.title;
    player.author ??= other.author;
    player.description ??= other.description;
    player.durationMs ??= other.durationMs;
    player.publishedAt ??= other.publishedAt;
    player.coverUrl ??= other.coverUrl;
    player.spokenLanguage ??= other.spokenLanguage;
  }
  return player;
}

async function refused(videoId: string, player: PlayerResponse, problem: ErrorCode, context: ResolveContext): Promise<Extracted> {
  if (player.title === null) throw new AppError(problem);
  return { ...(await recordOf(videoId, player, null, context)), problem };
}

function playerOf(found: Found | null, player: PlayerResponse | null): PlayerResponse | null {
  const video = found?.video;
  if (!video) return null;
  return {
    state: 'ok',
    videoId: player?.videoId ?? video.id,
    title: player?.title ?? video.title,
    author: player?.author ?? video.author,
    description: player?.description ?? video.description,
    durationMs: player?.durationMs ?? video.durationMs,
    publishedAt: player?.publishedAt ?? video.publishedAt,
    coverUrl: player?.coverUrl ?? video.coverUrl,
    tracks: [],
    spokenLanguage: player?.spokenLanguage ?? video.language,
    embeddable: true,
    visitorData: null,
  };
}

async function recordOf(
  videoId: string,
  player: PlayerResponse,
  inquiry: Inquiry | null,
  context: ResolveContext,
): Promise<Extracted> {
  const playable = player.state === 'ok' && player.embeddable;
  return {
    kind: 'video',
    canonicalUrl: youtubeAddress({ kind: 'video', id: videoId }),
    title: player.title ?? videoId,
    author: player.author,
    siteName: 'YouTube',
    description: player.description === null ? null : player.description.slice(0, 5000),
    publishedAt: player.publishedAt,
    language: player.spokenLanguage,
    durationMs: player.durationMs,
    coverUrl: player.coverUrl,
    coverBlob: await coverOf(videoId, player, context),
    media: null,
    embed: playable ? { player: 'youtube', id: videoId } : null,
    chapters: readChapters(inquiry?.data, player.description, player.durationMs),
    articleMarkdown: null,
    transcript: null,
    problem: null,
  };
}

/** The largest picture does not exist for every video; the second one always does. */
async function coverOf(videoId: string, player: PlayerResponse, context: ResolveContext): Promise<string | null> {
  context.progress.stage('transcript', percents.cover, 'making_cover');
  const addresses = [player.coverUrl, `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`];
  for (const address of new Set(addresses.filter((candidate) => candidate !== null))) {
    try {
      const kept = await keepCover(address, 'https://www.youtube.com/', context);
      if (kept !== null) return kept;
    } catch (error) {
      if (context.signal.aborted || hasCode(error, 'cancelled', 'storage_failed')) throw error;
    }
  }
  return null;
}
