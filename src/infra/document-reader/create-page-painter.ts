import { stat } from 'node:fs/promises';
import { AppError } from '#lib/app-error.ts';
import { lendFile } from '../process/lend-file.ts';
import { runPainter } from '../process/run-painter.ts';
import { fromInput, paintLimits, warmTask } from './child-messages.ts';

/** The top of a PDF's first page as a JPEG; null if the page is blank or cannot be drawn. */
export type PagePainter = (source: { path: string } | { bytes: Uint8Array }, signal: AbortSignal) => Promise<Uint8Array | null>;

const entry = new URL('./child/draw.ts', import.meta.url);

/** Draws in a child process with limits and, if possible, a sandbox. Errors: `cancelled`. */
export function createPagePainter(): PagePainter {
  return async (source, signal) => {
    const size = 'bytes' in source ? source.bytes.byteLength : await stat(source.path).then(({ size }) => size);
    if (size > paintLimits.fileBytes) return null;
    const lent = 'path' in source ? await lendFile(source.path) : null;
    try {
      const { stdout, truncated } = await runPainter(entry, {
        args: [lent?.path ?? fromInput],
        limits: paintLimits,
        signal,
        warm: warmTask,
        ...('bytes' in source ? { input: source.bytes } : {}),
        ...(lent ? { lent } : {}),
      });
      const jpeg = Buffer.from(stdout.toString('latin1'), 'base64');
      return truncated || jpeg.length === 0 ? null : jpeg;
    } catch (error) {
      if (error instanceof AppError && error.code === 'timed_out') return null;
      throw error;
    } finally {
      lent?.close();
    }
  };
}
