import { type LentFile, shownFile } from './lend-file.ts';
import { type RunResult, runEntry } from './run-process.ts';

export type PaintLimits = { timeoutMs: number; memoryBytes: number; replyBytes: number };

type Painting = { args: string[]; limits: PaintLimits; signal: AbortSignal; warm: string; input?: Uint8Array; lent?: LentFile };

/** Runs a child that makes an image, without network and with no file but a lent one. Errors: `cancelled`, `timed_out`. */
export async function runPainter(entry: URL, painting: Painting): Promise<RunResult> {
  const { args, limits, signal, warm, input, lent } = painting;
  return await runEntry(entry, args, {
    signal,
    timeoutMs: limits.timeoutMs,
    ...(input ? { input } : {}),
    // Keeps it from looking for the user's own fonts.
    env: { HOME: '/nonexistent' },
    maxStdoutBytes: limits.replyBytes,
    maxHeapMb: 512,
    limits: {
      dataBytes: limits.memoryBytes,
      cpuSeconds: Math.ceil(limits.timeoutMs / 1000),
      fileSizeBytes: 0,
      openFiles: 128,
    },
    ...(lent ? { lent } : {}),
    sandbox: { readOnly: lent ? shownFile(lent) : [] },
    warmArgs: [warm],
  });
}
