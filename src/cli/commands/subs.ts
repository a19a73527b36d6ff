import { readFile } from 'node:fs/promises';
import { parseSubtitles } from '#engine/transcribe/parse-subtitles.ts';
import { AppError } from '#lib/app-error.ts';
import { UsageError } from '../command.ts';

/** `subs <file>`: the cues of a subtitle file as JSON `[{start, end, text}]`, times in seconds. */
export async function subs(args: string[]): Promise<void> {
  const [file, ...more] = args;
  if (!file || more.length > 0) throw new UsageError('name one subtitle file');
  const { cues } = parseSubtitles(await readSubtitleFile(file), file);
  const shown = cues.map(({ startMs, endMs, text, speaker }) => ({
    start: startMs / 1000,
    end: endMs / 1000,
    text,
    ...(speaker ? { speaker } : {}),
  }));
  process.stdout.write(`${JSON.stringify(shown)}\n`);
}

async function readSubtitleFile(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new AppError('file_missing', { cause: error });
  }
}
