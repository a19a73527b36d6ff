import { AppError } from '#lib/app-error.ts';
import { runEntry } from '../process/run-process.ts';

export type PdfWriterOptions = {
  timeoutMs?: number;
};

/** `pictures`: images by their names in the source. Errors: `export_failed`, `timed_out`, `cancelled`. */
export type PdfWriter = (source: string, signal: AbortSignal, pictures?: ReadonlyMap<string, Uint8Array>) => Promise<Uint8Array>;

const entry = new URL('./child/main.ts', import.meta.url);
const memoryBytes = 2 * 1024 ** 3;

export function createPdfWriter(options: PdfWriterOptions = {}): PdfWriter {
  const timeoutMs = options.timeoutMs ?? 60_000;
  return async (source, signal, pictures = new Map()) => {
    const result = await runEntry(entry, [], {
      signal,
      timeoutMs,
      input: messageOf(source, pictures),
      maxStdoutBytes: 64 * 1024 * 1024,
      limits: { dataBytes: memoryBytes, cpuSeconds: Math.ceil(timeoutMs / 1000) + 5, fileSizeBytes: 0, openFiles: 256 },
      sandbox: { readOnly: [] },
    });
    const isPdf = result.stdout.subarray(0, 5).toString('latin1') === '%PDF-';
    if (result.exitCode === 0 && !result.truncated && isPdf) return result.stdout;
    throw new AppError('export_failed', {
      detail: `the typesetter ended with ${result.signal ?? result.exitCode}: ${result.stderr.slice(-500)}`,
    });
  };
}

/** The child's input: a JSON line with the length of each part, then the parts. */
function messageOf(source: string, pictures: ReadonlyMap<string, Uint8Array>): Buffer {
  const text = Buffer.from(source);
  const lengths = { source: text.length, pictures: [...pictures].map(([name, bytes]) => [name, bytes.length]) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(lengths)}\n`), text, ...pictures.values()]);
}
