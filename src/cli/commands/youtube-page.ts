import { readFile } from 'node:fs/promises';
import { describePage } from '#engine/sites/youtube/describe-page.ts';
import { AppError } from '#lib/app-error.ts';
import { UsageError } from '../command.ts';

/** `youtube-page <file>`: data of a saved watch page or player response as JSON `{status, tracks, duration}` (seconds). */
export async function youtubePage(args: string[]): Promise<void> {
  const [file, ...more] = args;
  if (!file || more.length > 0) throw new UsageError('expected one saved page or player response');
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new AppError('file_missing', { cause: error });
  });
  const description = describePage(text);
  if (!description) throw new AppError('page_unknown');
  process.stdout.write(`${JSON.stringify(description)}\n`);
}
