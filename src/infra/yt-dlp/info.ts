/** Parses yt-dlp's JSON, in which every field may be missing or of another type. */
import { z } from 'zod';
import type { YtDlpList, YtDlpTrack, YtDlpVideo } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import { trackName } from './arguments.ts';

const zText = z.string().nullish().catch(null);
const zNumber = z.number().nonnegative().nullish().catch(null);
const zTracks = z
  .record(z.string(), z.array(z.object({ ext: zText, name: zText }).catch({ ext: null, name: null })).catch([]))
  .nullish()
  .catch(null);
const zThumbnails = z
  .array(z.object({ url: zText, width: zNumber, preference: z.number().nullish().catch(null) }))
  .nullish()
  .catch(null);
const zFormat = z.object({ vcodec: zText, acodec: zText });

const zAbout = {
  id: z.union([z.string(), z.number()]).nullish().catch(null),
  title: zText,
  uploader: zText,
  channel: zText,
  creator: zText,
  duration: zNumber,
  timestamp: z.number().nullish().catch(null),
  release_timestamp: z.number().nullish().catch(null),
  upload_date: zText,
  release_date: zText,
  thumbnail: zText,
  thumbnails: zThumbnails,
  webpage_url: zText,
  url: zText,
};

const zVideo = z.object({
  ...zAbout,
  extractor_key: zText,
  description: zText,
  language: zText,
  chapters: z
    .array(z.object({ title: zText, start_time: zNumber }).catch({ title: null, start_time: null }))
    .nullish()
    .catch(null),
  subtitles: zTracks,
  automatic_captions: zTracks,
  live_status: zText,
  is_live: z.boolean().nullish().catch(null),
  availability: zText,
  formats: z
    .array(zFormat.catch({ vcodec: null, acodec: null }))
    .nullish()
    .catch(null),
});

const zEntry = z.object({ ...zAbout, _type: zText, formats: z.unknown().optional() });
const zTop = z.object({
  _type: zText,
  playlist_count: zNumber,
  entries: z.array(z.unknown()).nullish().catch(null),
});

export function parseAnswer(stdout: string): unknown {
  try {
    const value: unknown = JSON.parse(stdout);
    if (typeof value === 'object' && value !== null) return value;
  } catch {}
  throw new AppError('ytdlp_failed', { detail: 'no JSON' });
}

/** `elsewhere`: the URL that describes the video instead. Errors: `listing_link`, `input_unsupported`, `ytdlp_failed`. */
export function videoOf(answer: unknown): YtDlpVideo | { elsewhere: string } {
  const top = zTop.safeParse(answer);
  if (!top.success) throw new AppError('ytdlp_failed', { detail: 'unknown answer' });
  if (top.data._type !== 'playlist') return toVideo(answer);
  const entries = (top.data.entries ?? []).filter((entry) => entry !== null);
  const [first] = entries;
  const entry = zEntry.safeParse(first);
  if (!entry.success) throw new AppError('input_unsupported');
  if (Array.isArray(entry.data.formats)) return toVideo(first);
  const url = addressOf(entry.data.url ?? entry.data.webpage_url);
  if (entries.length > 1 || url === null) throw new AppError('listing_link');
  return { elsewhere: url };
}

function toVideo(answer: unknown): YtDlpVideo {
  const parsed = zVideo.safeParse(answer);
  if (!parsed.success) throw new AppError('ytdlp_failed', { detail: 'unknown answer' });
  const video = parsed.data;
  const formats = video.formats ?? [];
  return {
    extractor: video.extractor_key ?? 'Generic',
    id: String(video.id ?? ''),
    title: (video.title ?? '').trim().slice(0, 1000),
    author: authorOf(video),
    description: video.description?.trim() || null,
    publishedAt: dateOf(video),
    durationMs: video.duration ? Math.round(video.duration * 1000) : null,
    coverUrl: coverOf(video),
    pageUrl: addressOf(video.webpage_url),
    language: languageOf(video.language),
    chapters: (video.chapters ?? []).flatMap(({ title, start_time: start }) =>
      title?.trim() && typeof start === 'number' ? [{ title: title.trim(), startMs: Math.round(start * 1000) }] : [],
    ),
    tracks: [...tracksOf(video.subtitles, false), ...tracksOf(video.automatic_captions, true)],
    live: liveOf(video.live_status, video.is_live),
    availability: availabilityOf(video.availability),
    type: formats.length > 0 && formats.every(({ vcodec }) => vcodec === 'none') ? 'audio' : 'video',
  };
}

export function listOf(answer: unknown, url: string, limit: number): YtDlpList | null {
  const top = zTop.safeParse(answer);
  if (!top.success) throw new AppError('ytdlp_failed', { detail: 'unknown answer' });
  if (top.data._type !== 'playlist') return null;
  const about = z.object(zAbout).parse(answer);
  const items = (top.data.entries ?? []).slice(0, limit).flatMap((one) => {
    const entry = zEntry.safeParse(one);
    const itemUrl = entry.success ? addressOf(entry.data.webpage_url ?? entry.data.url) : null;
    if (!entry.success || itemUrl === null) return [];
    return [
      {
        url: itemUrl,
        title: entry.data.title?.trim() || new URL(itemUrl).pathname,
        durationMs: entry.data.duration ? Math.round(entry.data.duration * 1000) : null,
        publishedAt: dateOf(entry.data),
        coverUrl: coverOf(entry.data),
        author: authorOf(entry.data),
      },
    ];
  });
  return {
    title: about.title?.trim() || new URL(url).hostname,
    url: addressOf(about.webpage_url) ?? url,
    author: authorOf(about),
    coverUrl: coverOf(about),
    total: top.data.playlist_count ?? null,
    items,
  };
}

type About = z.infer<z.ZodObject<typeof zAbout>>;

function authorOf(about: About): string | null {
  return (about.channel ?? about.uploader ?? about.creator)?.trim() || null;
}

function dateOf(about: About): string | null {
  const seconds = about.release_timestamp ?? about.timestamp;
  if (typeof seconds === 'number' && Math.abs(seconds) < 1e11) return new Date(seconds * 1000).toISOString();
  const day = /^(\d{4})(\d{2})(\d{2})$/.exec(about.release_date ?? about.upload_date ?? '');
  return day ? `${day[1]}-${day[2]}-${day[3]}` : null;
}

function coverOf(about: About): string | null {
  const listed = (about.thumbnails ?? []).findLast(({ url }) => addressOf(url) !== null);
  return addressOf(about.thumbnail) ?? addressOf(listed?.url) ?? null;
}

function addressOf(text: string | null | undefined): string | null {
  return text && /^https?:/i.test(text) ? (parseHttpUrl(text)?.href ?? null) : null;
}

function languageOf(tag: string | null | undefined): string | null {
  return tag && /^[a-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*$/i.test(tag) ? tag.replaceAll('_', '-') : null;
}

function tracksOf(tracks: z.infer<typeof zTracks>, automatic: boolean): YtDlpTrack[] {
  return Object.entries(tracks ?? {}).flatMap(([id, formats]) => {
    const usable = trackName.test(id) && !/^(?:live_chat|rechat|danmaku|comments)$/.test(id) && formats.length > 0;
    if (!usable) return [];
    return [{ id, language: languageOf(id), name: formats.find(({ name }) => name)?.name ?? null, automatic }];
  });
}

function liveOf(status: string | null | undefined, isLive: boolean | null | undefined): YtDlpVideo['live'] {
  if (status === 'is_upcoming') return 'upcoming';
  if (status === 'is_live' || (isLive && !status)) return 'live';
  return status === 'was_live' || status === 'post_live' ? 'ended' : 'no';
}

function availabilityOf(said: string | null | undefined): YtDlpVideo['availability'] {
  switch (said) {
    case 'public':
    case 'unlisted':
    case 'private':
      return said;
    case 'premium_only':
    case 'subscriber_only':
      return 'members';
    case 'needs_auth':
      return 'login';
    default:
      return null;
  }
}
