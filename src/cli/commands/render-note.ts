import { readFile } from 'node:fs/promises';
import { renderNoteHtml } from '#engine/render-html.ts';
import { decodeText } from '#engine/text/charset.ts';
import { AppError } from '#lib/app-error.ts';
import { UsageError } from '../command.ts';

/** `render-note <file.md>`: a note as sanitised HTML. */
export async function renderNote(args: string[]): Promise<void> {
  const [file, ...more] = args;
  if (!file || more.length > 0) throw new UsageError('expected one Markdown file');
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw new AppError('file_missing', { cause: error });
  }
  process.stdout.write(`${renderNoteHtml(decodeText(bytes).text)}\n`);
}
