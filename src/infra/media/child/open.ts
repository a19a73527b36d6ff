import { statSync } from 'node:fs';
import { Dictionary, FormatContext, type Stream } from 'node-av/lib';
import { allowedFormats } from '../child-messages.ts';
import { TaskFailure } from './fail.ts';
import { hasMovieBox, sniffHead } from './sniff.ts';

export type OpenMedia = { context: FormatContext; format: string; head: Buffer; path: string; fileSize: number };

export type OpenOptions = {
  analyse: boolean;
  /** For files with a damaged codec header. */
  withoutParsers?: boolean;
};

/** AVERROR(EINVAL), which FFmpeg returns for a format that is not allowed. */
const formatRefused = -22;

/** Errors: TaskFailure `media_refused` or `media_unreadable`. */
export async function openMedia(path: string, options: OpenOptions): Promise<OpenMedia> {
  const head = sniffHead(path);
  const fileSize = statSync(path).size;
  const context = new FormatContext();
  context.allocContext();
  const limits = Dictionary.fromObject({
    format_whitelist: allowedFormats,
    protocol_whitelist: 'file',
    probesize: 8_000_000,
    analyzeduration: 5_000_000,
    max_streams: 200,
    ...(options.withoutParsers ? { fflags: '+noparse' } : {}),
  });
  const opened = await context.openInput(`file:${path}`, null, limits);
  if (opened === formatRefused) throw new TaskFailure('media_refused', 'not a format that is opened here');
  if (opened < 0) throw new TaskFailure('media_unreadable', `opening failed with ${opened}`);
  const format = context.iformat?.name ?? '';
  if (format.startsWith('mov') && !hasMovieBox(path, fileSize)) throw new TaskFailure('media_unreadable', 'the index is missing');
  // The binding does not accept options per stream; the process limit bounds memory.
  const analysed = options.analyse ? await context.findStreamInfo(null) : 0;
  if (analysed < 0) throw new TaskFailure('media_unreadable', `analysing failed with ${analysed}`);
  return { context, format, head, path, fileSize };
}

/** A first timestamp above this comes from a broadcast clock and is subtracted. */
const clockOffsetSeconds = 10;
const longestClockSeconds = 3000 * 24 * 3600;

/** Where times of an analysed file begin: sound, chapters and subtitles count from here. */
export function clockOrigin(context: FormatContext): number {
  const start = Number(context.startTime) / 1e6;
  return start > clockOffsetSeconds && start < longestClockSeconds ? start : 0;
}

const noTimestamp = -9223372036854775808n;

export function toSeconds(timestamp: bigint, stream: Stream): number | null {
  if (timestamp === noTimestamp) return null;
  const { num, den } = stream.timeBase;
  return den === 0 ? null : (Number(timestamp) * num) / den;
}

/** Yields to the event loop, so that native loops notice the parent's end. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
