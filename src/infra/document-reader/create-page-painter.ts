import { stat } from 'node:fs/promises';
import { AppError } from '#lib/app-error.ts';
import { lendFile, shownFile } from '../process/lend-file.ts';
import { runEntry } from '../process/run-process.ts';
import { fromInput, paintLimits, warmTask } from './child-messages.ts';

/** The beginning of a PDF's first page as a JPEG; null where there is nothing to see, or it cannot be drawn. */
export type PagePainter = (source: { path: string } | { bytes: Uint8Array }, signal: AbortSignal) => Promise<Uint8Array | null>;

const entry = new URL('./child/draw.ts', import.meta.url);

/** In a limited and where possible sandboxed child process. Errors: `cancelled`. */
export function createPagePainter(): PagePainter {
  return async (source, signal) => {
    const size = 'bytes' in source ? source.bytes.byteLength : await stat(source.path).then(({ size }) => size);
    if (size > paintLimits.fileBytes) return null;
    const lent = 'path' in source ? await lendFile(source.path) : null;
    try {
      const { stdout, truncated } = await runEntry(entry, [lent?.path ?? fromInput], {
        signal,
        timeoutMs: paintLimits.timeoutMs,
        ...('bytes' in source ? { input: source.bytes } : {}),
        // Where it would look for fonts of the user's own.
        env: { HOME: '/nonexistent' },
        maxStdoutBytes: paintLimits.replyBytes,
        maxHeapMb: 512,
        limits: {
          dataBytes: paintLimits.memoryBytes,
          cpuSeconds: Math.ceil(paintLimits.timeoutMs / 1000),
          fileSizeBytes: 0,
          openFiles: 128,
        },
        ...(lent ? { lent } : {}),
        sandbox: { readOnly: lent ? shownFile(lent) : [] },
        warmArgs: [warmTask],
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
