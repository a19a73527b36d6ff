/** Media tools with the machine's ffmpeg, with the same allow-lists and limits as the native library. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { MediaTools } from '#engine/ports.ts';
import type { MediaProbe, MediaSubtitleTrack, SubtitleCue } from '#engine/raw-content.ts';
import { AppError } from '#lib/app-error.ts';
import { type LentFile, shownFile } from '../process/lend-file.ts';
import { type RunResult, runProcess } from '../process/run-process.ts';
import { streamProcess } from '../process/stream-process.ts';
import { findTool } from '../process/tools.ts';
import { TaskFailure } from './child/fail.ts';
import { sniffHead } from './child/sniff.ts';
import { allowedFormats, coverMaxWidth, maxPixels, soundRate } from './child-messages.ts';
import { repairTag } from './tags.ts';

export type SystemFfmpeg = {
  probe(file: LentFile, signal: AbortSignal): Promise<MediaProbe>;
  subtitles(file: LentFile, signal: AbortSignal): Promise<MediaSubtitleTrack[]>;
  cover(file: LentFile, signal: AbortSignal): Promise<string | null>;
  frames(file: LentFile, times: readonly number[], signal: AbortSignal): Promise<(string | null)[]>;
  sound(file: LentFile, signal: AbortSignal): ReturnType<MediaTools['sound']>;
};

const zStream = z.object({
  index: z.number(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  disposition: z.record(z.string(), z.number()).default({}),
  tags: z.record(z.string(), z.string()).default({}),
});
const zListing = z.object({
  streams: z.array(zStream).default([]),
  chapters: z.array(z.object({ start_time: z.coerce.number(), tags: z.record(z.string(), z.string()).default({}) })).default([]),
  format: z.object({
    format_name: z.string(),
    duration: z.coerce.number().optional(),
    tags: z.record(z.string(), z.string()).default({}),
  }),
});

const textCodecs = ['subrip', 'text', 'mov_text', 'ass', 'ssa', 'webvtt', 'ttml'];
const quiet = ['-v', 'error', '-nostdin'];

type Tool = 'ffmpeg' | 'ffprobe';
type Limits = { timeoutMs: number; memoryBytes: number; subtitles?: SubtitleLimits };
/** For all tracks of a file together. What is beyond is left out, as by the native library. */
type SubtitleLimits = { bytes: number; cues: number };

const usualSubtitles: SubtitleLimits = { bytes: 32 * 1024 * 1024, cues: 200_000 };
const pictureBytes = 32 * 1024 * 1024;
/** Some ten thousand chapters. */
const listingBytes = 8 * 1024 * 1024;

export function createSystemFfmpeg(limits: Limits, programs = { find: findTool, run: runProcess }): SystemFfmpeg {
  async function start(tool: Tool, args: string[], file: LentFile, signal: AbortSignal, maxStdoutBytes: number) {
    const program = programs.find(tool);
    if (!program) throw new AppError('config_invalid', { detail: `media needs the packaged library or ${tool} on this machine` });
    refusePlaylists(file.source);
    const result = await programs.run(program, args, {
      signal,
      timeoutMs: limits.timeoutMs,
      maxStdoutBytes,
      limits: { dataBytes: limits.memoryBytes, cpuSeconds: Math.ceil(limits.timeoutMs / 1000), fileSizeBytes: 0, openFiles: 64 },
      lent: file,
      sandbox: { readOnly: shownFile(file) },
    });
    if (result.exitCode === 0 || result.truncated) return result;
    const refused = result.stderr.includes('whitelist');
    throw new AppError(refused ? 'media_refused' : 'media_unreadable', { detail: result.stderr.slice(-300) });
  }

  async function run(tool: Tool, args: string[], file: LentFile, signal: AbortSignal, maxBytes = pictureBytes): Promise<Buffer> {
    const { stdout, truncated, stderr } = await start(tool, args, file, signal, maxBytes);
    if (truncated) throw new AppError('media_refused', { detail: stderr.slice(-300) });
    return stdout;
  }

  async function list(file: LentFile, signal: AbortSignal) {
    const shown = ['-show_format', '-show_streams', '-show_chapters', '-of', 'json'];
    const json = await run('ffprobe', ['-v', 'error', ...shown, ...inputOf(file)], file, signal, listingBytes);
    const listing = zListing.safeParse(JSON.parse(json.toString('utf8')));
    if (!listing.success) throw new AppError('media_unreadable', { cause: listing.error });
    return listing.data;
  }

  return {
    async probe(file, signal) {
      return toProbe(await list(file, signal));
    },
    async subtitles(file, signal) {
      const tracks = toProbe(await list(file, signal)).subtitles;
      return await readTracks(tracks, limits.subtitles ?? usualSubtitles, (index, maxBytes) => {
        const args = [...quiet, ...inputOf(file), '-map', `0:${index}`, '-f', 'srt', 'pipe:1'];
        return start('ffmpeg', args, file, signal, maxBytes);
      });
    },
    async cover(file, signal) {
      const args = coverArguments(await list(file, signal), file);
      if (args === null) return null;
      const jpeg = await run('ffmpeg', args, file, signal);
      return jpeg.length === 0 ? null : jpeg.toString('base64');
    },
    async frames(file, times, signal) {
      const { streams } = await list(file, signal);
      const video = streams.find(({ codec_type: type, disposition }) => type === 'video' && disposition.attached_pic !== 1);
      const frames: (string | null)[] = [];
      for (const ms of times) {
        const jpeg = video && (await run('ffmpeg', frameArguments(file, video.index, ms / 1000), file, signal));
        frames.push(jpeg && jpeg.length > 0 ? jpeg.toString('base64') : null);
      }
      return frames;
    },
    async *sound(file, signal) {
      if (!toProbe(await list(file, signal)).audio) throw new AppError('media_no_audio');
      const program = programs.find('ffmpeg');
      if (!program) throw new AppError('config_invalid', { detail: 'sound needs ffmpeg on this machine' });
      // Fills gaps with silence, so that positions in the sound match the media.
      const wanted = ['-map', '0:a:0', '-vn', '-af', 'aresample=async=1:first_pts=0', '-ac', '1', '-ar', String(soundRate)];
      const args = [...quiet, ...inputOf(file), ...wanted, '-f', 's16le', 'pipe:1'];
      const end = yield* streamProcess(program, args, {
        signal,
        idleMs: 60_000,
        limits: { dataBytes: limits.memoryBytes, cpuSeconds: 3600, fileSizeBytes: 0, openFiles: 64 },
        lent: file,
        sandbox: { readOnly: shownFile(file) },
      });
      if (end.exitCode === 0) return;
      const refused = end.stderr.includes('whitelist');
      throw new AppError(refused ? 'media_refused' : 'media_unreadable', { detail: end.stderr.slice(-300) });
    },
  };
}

/** `print` gives a track as SubRip, cut at a number of bytes. */
async function readTracks(
  tracks: readonly Omit<MediaSubtitleTrack, 'cues'>[],
  most: SubtitleLimits,
  print: (index: number, maxBytes: number) => Promise<Pick<RunResult, 'stdout' | 'truncated'>>,
): Promise<MediaSubtitleTrack[]> {
  const left = { ...most };
  const read: MediaSubtitleTrack[] = [];
  for (const track of tracks) {
    let cues: SubtitleCue[] = [];
    if (textCodecs.includes(track.codec) && left.bytes > 0 && left.cues > 0) {
      const { stdout, truncated } = await print(track.index, left.bytes);
      const text = stdout.toString('utf8');
      // The last cue of a text that was cut is not whole.
      const whole = truncated ? text.slice(0, Math.max(0, text.lastIndexOf('\n\n'))) : text;
      cues = await readPlainSrt(whole, left.cues);
      left.bytes -= stdout.length;
      left.cues -= cues.length;
    }
    read.push({ ...track, cues });
  }
  return read;
}

function inputOf(file: LentFile): string[] {
  return ['-protocol_whitelist', 'file,pipe', '-format_whitelist', allowedFormats, '-i', `file:${file.path}`];
}

function coverArguments({ streams, format }: z.infer<typeof zListing>, file: LentFile): string[] | null {
  const art = streams.find((stream) => stream.disposition.attached_pic === 1);
  const picture = art ?? streams.find((stream) => stream.codec_type === 'video');
  if (!picture) return null;
  return frameArguments(file, picture.index, art ? null : (format.duration ?? 0) * 0.1);
}

function frameArguments(file: LentFile, stream: number, seconds: number | null): string[] {
  const seek = seconds === null ? [] : ['-ss', String(seconds)];
  const scale = ['-vf', `scale='min(${coverMaxWidth},iw)':-2`];
  const jpeg = ['-c:v', 'mjpeg', '-q:v', '4', '-f', 'image2pipe', 'pipe:1'];
  const one = ['-map', `0:${stream}`, '-frames:v', '1', ...scale, ...jpeg];
  return [...quiet, '-max_pixels', String(maxPixels), ...seek, ...inputOf(file), ...one];
}

function refusePlaylists(path: string): void {
  try {
    sniffHead(path);
  } catch (error) {
    if (error instanceof TaskFailure && error.code !== 'no_binding') throw new AppError(error.code, { detail: error.message });
    throw error;
  }
}

function toProbe({ streams, chapters, format }: z.infer<typeof zListing>): MediaProbe {
  const isArt = (stream: z.infer<typeof zStream>) => stream.disposition.attached_pic === 1;
  const video = streams.find((stream) => stream.codec_type === 'video' && !isArt(stream));
  const audio = streams.some((stream) => stream.codec_type === 'audio');
  if (!video && !audio) throw new AppError('media_unreadable', { detail: 'neither sound nor pictures' });
  const container = format.format_name.split(',')[0] ?? '';
  const kind = video ? 'video' : 'audio';
  const type = { mov: 'mp4', matroska: 'x-matroska', mp3: 'mpeg', mpegts: 'mp2t' }[container] ?? container;
  const subtitles = streams
    .filter((stream) => stream.codec_type === 'subtitle')
    .map((stream) => ({
      index: stream.index,
      language: stream.tags.language && stream.tags.language !== 'und' ? stream.tags.language : null,
      title: repairTag(stream.tags.title),
      codec: stream.codec_name ?? 'unknown',
      isDefault: stream.disposition.default === 1,
      isForced: stream.disposition.forced === 1,
      isHearingImpaired: stream.disposition.hearing_impaired === 1,
    }));
  return {
    durationSeconds: format.duration && format.duration > 0 && format.duration < 30 * 24 * 3600 ? format.duration : null,
    audio,
    video: video !== undefined,
    container,
    mime: `${kind}/${type}`,
    width: video?.width ?? null,
    height: video?.height ?? null,
    tags: readTags(format.tags),
    chapters: chapters.map((chapter) => ({
      title: repairTag(chapter.tags.title) ?? '',
      startSeconds: Math.max(0, chapter.start_time),
    })),
    subtitles,
    hasCoverArt: streams.some(isArt),
  };
}

function readTags(all: Record<string, string>): MediaProbe['tags'] {
  const lower = new Map(Object.entries(all).map(([key, value]) => [key.toLowerCase(), value]));
  const names = ['title', 'artist', 'album', 'date', 'comment'] as const;
  const known = names.map((name) => [name, repairTag(lower.get(name))] as const).filter(([, value]) => value !== null);
  return Object.fromEntries(known);
}

/** In characters. After each slice, other requests get their turn. */
const sliceLength = 256 * 1024;
const longestCue = 64 * 1024;

/** SubRip as ffmpeg writes it, up to `mostCues`. Read in slices, so that a huge file does not block the server. */
export async function readPlainSrt(text: string, mostCues: number): Promise<SubtitleCue[]> {
  const cues: SubtitleCue[] = [];
  const gaps = /(?<!\n)\n{2,}(?=\d{1,9}\n\d\d:)/g;
  let turnedAt = 0;
  for (let from = 0; from < text.length && cues.length < mostCues; ) {
    const gap = gaps.exec(text);
    const cue = cueOf(text.slice(from, Math.min(gap?.index ?? text.length, from + longestCue)));
    if (cue) cues.push(cue);
    from = gap ? gaps.lastIndex : text.length;
    if (from - turnedAt < sliceLength) continue;
    turnedAt = from;
    await nextTurn();
  }
  return cues;
}

function cueOf(block: string): SubtitleCue | null {
  const match = block.match(/(\d{1,6}):(\d\d):(\d\d),(\d{3}) --> (\d{1,6}):(\d\d):(\d\d),(\d{3})\n([\s\S]*)/);
  if (!match) return null;
  const at = (from: number) =>
    Number(match[from]) * 3_600_000 + Number(match[from + 1]) * 60_000 + Number(match[from + 2]) * 1000 + Number(match[from + 3]);
  const words = (match[9] ?? '')
    .replace(/<[^<>\n]*>/g, '')
    .replace(/\{\\[^{}]*\}/g, '')
    .trim();
  return words === '' ? null : { startMs: at(1), endMs: at(5), text: words };
}
