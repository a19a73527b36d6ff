import { z } from 'zod';
import { AppError, hasCode } from '#lib/app-error.ts';
import type { SourceChapter, TrackFault } from '../../domain.ts';
import type { SubtitleCue } from '../../raw-content.ts';
import type { ResolveContext } from '../../sources/source.ts';
import { detectLanguage } from '../../text/language.ts';
import type { CaptionCandidate } from '../../transcribe/take-trusted.ts';
import { baseLanguage } from '../../transcribe/tracks/rank-embedded-tracks.ts';
import { askApi, siteHeaders, siteUrl } from './api.ts';
import type { SiteVideo } from './video.ts';

const zTrack = z.looseObject({
  lan: z.string().catch(''),
  lan_doc: z.string().catch(''),
  subtitle_url: z.string().catch(''),
  /** 1 marks a machine translation of another track. */
  ai_type: z.number().catch(0),
});
type SiteTrack = z.infer<typeof zTrack>;

const zPlayer = z.looseObject({
  login_mid: z.number().catch(0),
  need_login_subtitle: z.boolean().catch(false),
  subtitle: z
    .looseObject({ subtitles: z.array(zTrack).nullable().catch(null) })
    .nullable()
    .optional()
    .catch(null),
  view_points: z
    .array(z.looseObject({ from: z.number(), content: z.string() }))
    .nullable()
    .catch(null),
});

export type SiteCaptions = {
  tracks: SiteTrack[];
  chapters: SourceChapter[];
  /** `needed`: some tracks require a sign-in; `refused`: our session is no longer valid. */
  signIn: 'fine' | 'needed' | 'refused';
};

const mostTracks = 40;

/** The session is sent only for public videos, so that the answer may be shared between users. Errors: those of `askApi`. */
export async function askCaptions(video: SiteVideo, context: ResolveContext): Promise<SiteCaptions> {
  const session = video.paid ? null : ((await context.ports.credential?.('bilibili')) ?? null);
  try {
    return await ask(video, session, context);
  } catch (error) {
    if (session === null || !hasCode(error, 'credential_invalid')) throw error;
    return { ...(await ask(video, null, context)), signIn: 'refused' };
  }
}

async function ask(video: SiteVideo, session: string | null, context: ResolveContext): Promise<SiteCaptions> {
  const query = { aid: video.aid, cid: video.cid, bvid: video.bvid, ...(video.episode === null ? {} : { ep_id: video.episode }) };
  const player = await askApi({ path: '/x/player/wbi/v2', query, signed: true, session }, zPlayer, context);
  if (session !== null && player.login_mid === 0 && player.need_login_subtitle) throw new AppError('credential_invalid');
  return {
    tracks: (player.subtitle?.subtitles ?? []).slice(0, mostTracks),
    chapters: chaptersOf(player.view_points ?? [], video.durationMs),
    signIn: player.need_login_subtitle && session === null ? 'needed' : 'fine',
  };
}

function chaptersOf(points: readonly { from: number; content: string }[], durationMs: number | null): SourceChapter[] {
  const chapters = points
    .map(({ from, content }) => ({ title: content.trim(), startMs: Math.round(from * 1000) }))
    .filter(({ title, startMs }) => title !== '' && startMs >= 0 && startMs < (durationMs ?? Number.POSITIVE_INFINITY))
    .sort((a, b) => a.startMs - b.startMs);
  return chapters.filter(({ startMs }, index) => chapters[index - 1]?.startMs !== startMs);
}

function isAutomaticTrack(track: SiteTrack): boolean {
  return /^ai-/i.test(track.lan) || track.subtitle_url.includes('/ai_subtitle/');
}

/** Uploaded tracks first, in the wanted language or the title's; then automatic ones, translations last. */
export function captionCandidates(tracks: readonly SiteTrack[], video: SiteVideo, context: ResolveContext): CaptionCandidate[] {
  const original = detectLanguage(video.title);
  const wanted = baseLanguage(context.language) ?? original;
  const rank = (track: SiteTrack): number => {
    if (!isAutomaticTrack(track)) return languageRank(languageOf(track), [wanted, original, 'zh']);
    return 100 + (track.ai_type === 1 ? 10 : 0) + languageRank(languageOf(track), [original, wanted, 'zh']);
  };
  return [...tracks]
    .sort((a, b) => rank(a) - rank(b))
    .map((track) => {
      const automatic = isAutomaticTrack(track);
      const language = languageOf(track);
      return {
        track: `${automatic ? 'automatic' : 'uploaded'} subtitles (${[track.lan_doc, track.lan].filter((part) => part !== '').join(', ')})`,
        origin: automatic ? 'automatic' : 'human',
        language,
        load: () => loadTrack(track, video, context),
      };
    });
}

export function uploadedLanguages(tracks: readonly SiteTrack[]): string[] {
  const written = tracks.filter((track) => !isAutomaticTrack(track)).map(languageOf);
  return [...new Set(written.filter((language) => language !== null))];
}

function languageOf({ lan }: SiteTrack): string | null {
  return lan.replace(/^ai-/i, '') || null;
}

function languageRank(language: string | null, order: readonly string[]): number {
  const base = baseLanguage(language);
  const place = order.indexOf(base ?? '');
  return (place < 0 ? order.length : place) * 2 + (/hant|hk|tw/i.test(language ?? '') ? 1 : 0);
}

const overrunMs = 5000;
const maxTrackBytes = 10_000_000;

async function loadTrack(track: SiteTrack, video: SiteVideo, context: ResolveContext): Promise<SubtitleCue[] | TrackFault> {
  const url = siteUrl(track.subtitle_url);
  if (url === null) return 'unavailable';
  if (isOfOtherVideo(url, video)) return 'other_video';
  // The session is not sent: the address itself grants access, and the host is another one.
  const response = await context.ports.fetch(url, {
    signal: context.signal,
    maxBytes: maxTrackBytes,
    headers: { ...siteHeaders, accept: 'application/json' },
  });
  if (response.status !== 200) {
    await response.cancel();
    return 'unavailable';
  }
  const file = { bytes: await response.bytes(), name: 'subtitles.json' };
  const { cues } = await context.ports.compute('readSubtitles', file, context);
  const end = cues.reduce((latest, cue) => Math.max(latest, cue.endMs), 0);
  return video.durationMs !== null && end > video.durationMs + overrunMs ? 'beyond_media' : cues;
}

/** The site sometimes returns automatic tracks of another video; the file name shows which. */
function isOfOtherVideo(url: string, { aid, cid }: Pick<SiteVideo, 'aid' | 'cid'>): boolean {
  const name = /\/ai_subtitle\/prod\/([^/?#]+)/.exec(new URL(url).pathname)?.[1];
  return name !== undefined && !name.startsWith(`${aid}${cid}`);
}
