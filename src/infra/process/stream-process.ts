import { fileURLToPath } from 'node:url';
import { AppError } from '#lib/app-error.ts';
import { codeCacheOf } from './code-cache.ts';
import { entryCommand, killTree, type RunOptions, startProcess } from './run-process.ts';

export type StreamOptions = Pick<RunOptions, 'signal' | 'env' | 'limits' | 'sandbox' | 'lent' | 'needs' | 'maxStderrBytes'> & {
  /** Longest silence while the reader waits; then `timed_out`. */
  idleMs: number;
  maxHeapMb?: number;
};

export type StreamEnd = {
  exitCode: number | null;
  signal: string | null;
  stderr: string;
};

/** Yields the output, returns how the program ended. Leaving the loop kills it. Errors: `cancelled`, `timed_out`, `internal`. */
export async function* streamProcess(command: string, args: string[], options: StreamOptions): AsyncGenerator<Buffer, StreamEnd> {
  const child = startProcess(command, args, options);
  let failure: AppError | undefined;
  const stop = (error: AppError): void => {
    failure ??= error;
    killTree(child);
  };
  const handleAbort = () => stop(new AppError('cancelled', { cause: options.signal.reason }));
  options.signal.addEventListener('abort', handleAbort, { once: true });
  const ended = new Promise<Omit<StreamEnd, 'stderr'>>((resolve, reject) => {
    child.once('error', (cause) => reject(new AppError('internal', { cause, detail: 'a helper program could not be started' })));
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  ended.catch(() => {});
  const complaints = tailOf(child.stderr, options.maxStderrBytes ?? 64 * 1024);
  child.stdin?.on('error', () => {});
  child.stdin?.end();
  try {
    const output = child.stdout?.[Symbol.asyncIterator]();
    for (;;) {
      const timer = setTimeout(() => stop(new AppError('timed_out')), options.idleMs);
      // A broken stream is explained by `failure` or by how the program ended.
      const next = await output?.next().catch(() => undefined);
      clearTimeout(timer);
      if (failure) throw failure;
      if (!next || next.done) break;
      yield next.value as Buffer;
    }
    const { exitCode, signal } = await ended;
    if (failure) throw failure;
    return { exitCode, signal, stderr: complaints() };
  } finally {
    options.signal.removeEventListener('abort', handleAbort);
    if (child.exitCode === null && child.signalCode === null) killTree(child);
  }
}

export function streamEntry(entry: URL, args: string[], options: StreamOptions): AsyncGenerator<Buffer, StreamEnd> {
  const path = fileURLToPath(entry);
  const { command, flags, ...bounds } = entryCommand(path, options);
  const env = { ...options.env, NODE_COMPILE_CACHE: codeCacheOf(path) };
  return streamProcess(command, [...flags, path, ...args], { ...options, ...bounds, env });
}

function tailOf(stream: NodeJS.ReadableStream | null, limit: number): () => string {
  let kept = Buffer.alloc(0);
  stream?.on('data', (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]);
    if (kept.length > limit) kept = kept.subarray(kept.length - limit);
  });
  return () => kept.toString('utf8');
}
