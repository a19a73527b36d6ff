import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_DISPOSITION_DEFAULT,
  AV_DISPOSITION_FORCED,
  AV_DISPOSITION_HEARING_IMPAIRED,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_SUBTITLE,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import type { Dictionary, Stream } from 'node-av/lib';
import { avGetCodecName } from 'node-av/lib';
import type { MediaProbe } from '#engine/raw-content.ts';
import { readId3v1, repairTag } from '../tags.ts';
import { readChapters } from './chapters.ts';
import { isPlayable, measureTimeline } from './duration.ts';
import { TaskFailure } from './fail.ts';
import { type OpenMedia, openMedia } from './open.ts';
import { readAt, withFile } from './sniff.ts';

export async function probe(path: string): Promise<MediaProbe> {
  const media = await openMedia(path, { analyse: true });
  const { context } = media;
  const streams = context.streams;
  const playable = streams.filter(isPlayable);
  const picture = playable.find((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO);
  const audio = playable.some((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_AUDIO);
  if (playable.length === 0) throw new TaskFailure('media_unreadable', 'neither sound nor pictures');
  // Metadata must be read before the packets.
  const subtitles = streams.filter(isSubtitle).map((stream) => describeTrack(stream, media));
  const listed = await readChapters(context);
  const tags = readTags(media, streams);
  const kind = describeContainer(media, picture !== undefined);
  const hasCoverArt = streams.some((stream) => stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC));
  const size = { width: picture?.codecpar.width || null, height: picture?.codecpar.height || null };
  const { durationSeconds, originSeconds } = await measureTimeline(media);
  const chapters = listed
    .map(({ title, startSeconds }) => ({
      title: repairTag(title) ?? '',
      startSeconds: Math.max(0, startSeconds - originSeconds),
    }))
    .filter(({ startSeconds }) => durationSeconds === null || startSeconds < durationSeconds);
  return { durationSeconds, audio, video: picture !== undefined, ...kind, ...size, tags, chapters, subtitles, hasCoverArt };
}

/** FFmpeg has no reader for WebVTT in MP4 and reports it as data. */
export function isSubtitle({ codecpar }: Stream): boolean {
  return codecpar.codecType === AVMEDIA_TYPE_SUBTITLE || codecpar.codecTagString === 'wvtt';
}

export function describeTrack(stream: Stream, media: OpenMedia): MediaProbe['subtitles'][number] {
  const title = repairTag(tag(stream.metadata, 'title') ?? handlerName(stream));
  const language = tag(stream.metadata, 'language');
  return {
    index: stream.index,
    language: language && language !== 'und' ? language : null,
    title,
    codec: codecName(stream, media),
    isDefault: stream.hasDisposition(AV_DISPOSITION_DEFAULT),
    isForced: stream.hasDisposition(AV_DISPOSITION_FORCED) || /\bforced\b|强制/i.test(title ?? ''),
    isHearingImpaired: stream.hasDisposition(AV_DISPOSITION_HEARING_IMPAIRED) || /\bSDH\b|\bCC\b|hearing/i.test(title ?? ''),
  };
}

/** The name of an MP4 track, unless it is a muxer's default. */
function handlerName(stream: Stream): string | null {
  const name = tag(stream.metadata, 'handler_name');
  return name && !/handler|^core media|^mainconcept/i.test(name) ? name : null;
}

/** FFmpeg's name of the codec, or `webvtt` for newer WebVTT tracks that FFmpeg does not know. */
function codecName(stream: Stream, media: OpenMedia): string {
  if (stream.codecpar.codecTagString === 'wvtt') return 'wvtt';
  const name = avGetCodecName(stream.codecpar.codecId) ?? 'unknown';
  if (name !== 'none' && name !== 'unknown' && name !== 'unknown_codec') return name;
  return media.head.includes('S_TEXT/WEBVTT') ? 'webvtt' : 'unknown';
}

function tag(dictionary: Dictionary | null, ...names: string[]): string | null {
  const all = dictionary?.getAll() ?? {};
  const lower = new Map(Object.entries(all).map(([key, value]) => [key.toLowerCase(), value]));
  for (const name of names) {
    const value = lower.get(name);
    if (value) return value;
  }
  return null;
}

function readTags(media: OpenMedia, streams: Stream[]): MediaProbe['tags'] {
  const main = media.context.metadata;
  // In Ogg, the file's tags are stored with the first stream.
  const first = streams.find(isPlayable)?.metadata ?? null;
  const read = (...names: string[]) =>
    repairTag(tag(main, ...names)) ?? repairTag(media.format === 'ogg' ? tag(first, ...names) : null);
  const fields = {
    title: read('title'),
    artist: read('artist', 'author', 'album_artist', 'performer'),
    album: read('album', 'show'),
    date: read('date', 'date_released', 'year', 'tyer'),
    comment: read('comment', 'description', 'synopsis'),
    language: first ? languageOf(first) : null,
  };
  const old =
    media.format === 'mp3' ? withFile(media.path, (file) => readId3v1(readAt(file, Math.max(0, media.fileSize - 128), 128))) : {};
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  return { ...old, ...known };
}

function languageOf(dictionary: Dictionary): string | null {
  const language = tag(dictionary, 'language');
  return language === 'und' ? null : language;
}

function describeContainer({ format, head }: OpenMedia, video: boolean): { container: string; mime: string } {
  const kind = video ? 'video' : 'audio';
  const brand = head.toString('latin1', 4, 12);
  if (format.startsWith('mov')) {
    return brand === 'ftypqt  ' || !brand.startsWith('ftyp')
      ? { container: 'mov', mime: 'video/quicktime' }
      : { container: 'mp4', mime: `${kind}/mp4` };
  }
  if (format.startsWith('matroska')) {
    const web = head.subarray(0, 64).includes('webm');
    return web ? { container: 'webm', mime: `${kind}/webm` } : { container: 'matroska', mime: `${kind}/x-matroska` };
  }
  return { container: format, mime: mimes[format] ?? `${kind}/${format}` };
}

const mimes: Record<string, string> = {
  mp3: 'audio/mpeg',
  mpegts: 'video/mp2t',
  flv: 'video/x-flv',
  caf: 'audio/x-caf',
};
