/** Downloads one file of a model from the first URL that gives the whole file; partial downloads are resumed. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import type { FetchResponse, GuardedFetch } from '#engine/ports.ts';
import { AppError, hasCode, toAppError } from '#lib/app-error.ts';
import { sleep } from '#lib/sleep.ts';
import type { ModelFile } from './model.ts';

export type FetchFileOptions = {
  fetch: GuardedFetch;
  signal: AbortSignal;
  onProgress(doneBytes: number): void;
  onChecking(): void;
  /** Longest time without data. Default 30 000. */
  stallMs?: number;
  pauseMs?: number;
};

const maxAttempts = 50;
const maxMs = 24 * 3600 * 1000;

/** Resumes `<path>.part`. Errors: `cancelled`, `storage_failed`, `speech_model_broken`, `speech_model_unreachable`. */
export async function fetchFile(
  file: ModelFile,
  urls: readonly string[],
  path: string,
  options: FetchFileOptions,
): Promise<void> {
  const part = `${path}.part`;
  let broken = false;
  let last: AppError | undefined;
  for (const url of urls) {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      if (attempt > 0) await sleep(options.pauseMs ?? 1000, options.signal);
      const before = await sizeOf(part);
      try {
        if (before < file.bytes) await download(url, file, part, before, options);
        options.onChecking();
        if (await isTheFile(part, file)) {
          await rename(part, path);
          return;
        }
        await rm(part, { force: true });
        broken = true;
        // Part of the file may come from another URL, so this one is tried again from the start.
        if (before === 0) break;
      } catch (error) {
        last = toAppError(error);
        if (hasCode(last, 'cancelled', 'storage_failed')) throw last;
        const now = await sizeOf(part);
        const startsOver = before > 0 && now === 0;
        if (now <= before && !startsOver) break;
      }
    }
  }
  throw new AppError(broken ? 'speech_model_broken' : 'speech_model_unreachable', { cause: last, params: { file: file.name } });
}

async function download(url: string, file: ModelFile, part: string, from: number, options: FetchFileOptions): Promise<void> {
  const stalled = new AbortController();
  const stallMs = options.stallMs ?? 30_000;
  let timer = setTimeout(() => stalled.abort(), stallMs);
  const signal = AbortSignal.any([options.signal, stalled.signal]);
  try {
    const response = await options.fetch(url, {
      signal,
      headers: { accept: '*/*', ...(from > 0 ? { range: `bytes=${from}-` } : {}) },
      maxBytes: file.bytes,
      timeoutMs: maxMs,
    });
    const start = await startOf(response, from, file, part);
    await write(response, part, start, (done) => {
      clearTimeout(timer);
      timer = setTimeout(() => stalled.abort(), stallMs);
      options.onProgress(done);
    });
  } catch (error) {
    if (stalled.signal.aborted && !options.signal.aborted) throw new AppError('fetch_timed_out', { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Position of the body in the file; 0 when the server ignores ranges. */
async function startOf(response: FetchResponse, from: number, file: ModelFile, part: string): Promise<number> {
  const length = response.headers.get('content-length');
  // An error page must not replace the partial download.
  const whole = length === null || response.headers.has('content-encoding') || Number(length) === file.bytes;
  if (response.status === 200 && whole) return 0;
  const range = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '');
  const encoded = (response.headers.get('content-encoding') ?? 'identity') !== 'identity';
  if (response.status === 206 && range && Number(range[1]) === from && !encoded) return from;
  await response.cancel();
  // The partial file does not match the server's.
  if (response.status === 206 || response.status === 416) await rm(part, { force: true });
  throw new AppError('fetch_status', { params: { status: response.status } });
}

async function write(response: FetchResponse, part: string, start: number, onChunk: (done: number) => void): Promise<void> {
  const handle = await onDisk(() => open(part, start === 0 ? 'w' : 'a', 0o600));
  let done = start;
  try {
    for await (const chunk of response.body) {
      await onDisk(() => writeWhole(handle, chunk));
      done += chunk.length;
      onChunk(done);
    }
    await onDisk(() => handle.sync());
  } finally {
    await handle.close();
    await response.cancel();
  }
}

async function writeWhole(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten;
}

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new AppError('storage_failed', { cause });
  }
}

export async function isTheFile(path: string, file: ModelFile): Promise<boolean> {
  if ((await sizeOf(path)) !== file.bytes) return false;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer);
  return hash.digest('hex') === file.sha256;
}

export async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? found.size : 0;
}
