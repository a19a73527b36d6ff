import { open, readFile } from 'node:fs/promises';
import type { SubtitleCue } from '#engine/raw-content.ts';
import { parseSubtitles } from '#engine/transcribe/parse-subtitles.ts';
import { chooseTrack } from '#engine/transcribe/tracks/rank-embedded-tracks.ts';
import { createMediaTools } from '#infra/media/create-media-tools.ts';
import { AppError } from '#lib/app-error.ts';
import { UsageError } from '../command.ts';

/** `subs <file>`: the cues of a subtitle file, or of a media file's best track, as JSON `[{start, end, text}]` in seconds. */
export async function subs(args: string[]): Promise<void> {
  const [file, ...more] = args;
  if (!file || more.length > 0) throw new UsageError('expected one subtitle file');
  const cues = (await isMediaFile(file)) ? await readEmbedded(file) : parseSubtitles(await readFile(file), file).cues;
  const shown = cues.map(({ startMs, endMs, text, speaker }) => ({
    start: startMs / 1000,
    end: endMs / 1000,
    text,
    ...(speaker ? { speaker } : {}),
  }));
  process.stdout.write(`${JSON.stringify(shown)}\n`);
}

/** MP4 and Matroska, which can carry subtitle tracks. */
async function isMediaFile(path: string): Promise<boolean> {
  const head = await readHead(path).catch((cause: unknown) => {
    throw new AppError('file_missing', { cause });
  });
  return head.endsWith('ftyp') || head.endsWith('styp') || head.startsWith('\x1aE\xdf\xa3');
}

async function readHead(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function readEmbedded(file: string): Promise<SubtitleCue[]> {
  const tracks = await createMediaTools().subtitles(file, new AbortController().signal);
  const best = chooseTrack(tracks, null);
  if (!best) throw new AppError('subtitles_empty');
  return best.cues;
}
