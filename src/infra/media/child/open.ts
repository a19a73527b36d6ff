import { statSync } from 'node:fs';
import { Dictionary, FormatContext, type Stream } from 'node-av/lib';
import { allowedFormats } from '../protocol.ts';
import { TaskFailure } from './fail.ts';
import { hasMovieBox, sniffHead } from './sniff.ts';

export type OpenMedia = { context: FormatContext; format: string; head: Buffer; path: string; fileSize: number };

export type OpenOptions = {
  /** Read enough to know sizes, rates and codecs that the header leaves out. */
  analyse: boolean;
  /** Hands packets out as they are stored, for files whose codec header is damaged. */
  withoutParsers?: boolean;
};

/** AVERROR(EINVAL): what opening gives for a format that is not on the list. */
const formatRefused = -22;

/**
 * Opens a file as one of the allowed formats, over the file protocol alone. Throws TaskFailure
 * `media_refused` (a playlist, or a format we do not open) or `media_unreadable`.
 */
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
  // Options per stream are not passed: the binding refuses them. Memory stays bounded by the process's limit.
  const analysed = options.analyse ? await context.findStreamInfo(null) : 0;
  if (analysed < 0) throw new TaskFailure('media_unreadable', `analysing failed with ${analysed}`);
  return { context, format, head, path, fileSize };
}

const noTimestamp = -9223372036854775808n;

/** A timestamp of the stream in seconds; null when the container has none. */
export function toSeconds(timestamp: bigint, stream: Stream): number | null {
  if (timestamp === noTimestamp) return null;
  const { num, den } = stream.timeBase;
  return den === 0 ? null : (Number(timestamp) * num) / den;
}

/** Lets the event loop turn, so that the end of the parent is noticed in long native loops. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
