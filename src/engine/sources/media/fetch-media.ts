import { AppError, hasCode, toAppError } from '#lib/app-error.ts';
import { hashOf } from '../../hash.ts';
import type { FetchResponse } from '../../ports.ts';
import { progressPercents } from '../../progress-percents.ts';
import type { ResolveContext } from '../source.ts';

export type MediaRequest = {
  url: string;
  headers?: Record<string, string>;
  fallbackUrls?: string[];
  maxBytes?: number;
};

const defaultMaxBytes = 2 * 1024 ** 3;
const downloadTimeoutMs = 60 * 60 * 1000;

/** Deletes the download after `work`. Errors: the guarded fetch's, `fetch_status`, `storage_failed`, those of `work`. */
export async function withFetchedMedia<T>(
  request: MediaRequest,
  context: ResolveContext,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const { blobs, clock } = context.ports;
  const blob = `temporary/${hashOf(request.url, clock.now(), Math.random())}.media`;
  try {
    await download(blob, request, context);
    return await work(await blobs.localPath(blob));
  } finally {
    await blobs.delete(blob).catch(() => {});
  }
}

async function download(blob: string, request: MediaRequest, context: ResolveContext): Promise<void> {
  const urls = [request.url, ...(request.fallbackUrls ?? [])];
  let failure: AppError | undefined;
  for (const url of urls) {
    try {
      const answer = await open(url, request, context);
      await context.ports.blobs.put(blob, withProgress(answer, context));
      return;
    } catch (error) {
      if (context.signal.aborted || hasCode(error, 'cancelled', 'storage_failed', 'fetch_too_large')) throw error;
      failure ??= toAppError(error);
    }
  }
  throw failure ?? new AppError('fetch_failed');
}

async function open(url: string, request: MediaRequest, { ports, signal }: ResolveContext): Promise<FetchResponse> {
  const answer = await ports.fetch(url, {
    signal,
    headers: { accept: 'audio/*,video/*;q=0.8,*/*;q=0.5', ...request.headers },
    maxBytes: request.maxBytes ?? defaultMaxBytes,
    timeoutMs: downloadTimeoutMs,
  });
  if (answer.status === 200) return answer;
  await answer.cancel();
  throw new AppError('fetch_status', { params: { status: answer.status } });
}

async function* withProgress(answer: FetchResponse, { progress }: ResolveContext): AsyncGenerator<Uint8Array> {
  const total = Number(answer.headers.get('content-length') ?? 0);
  let received = 0;
  const { download } = progressPercents.fetchedSound;
  let shown = -1;
  for await (const chunk of answer.body) {
    received += chunk.length;
    const percent = total > 0 ? Math.min(100, Math.floor((received / total) * 100)) : 0;
    if (percent > shown) {
      shown = percent;
      progress.stage('transcript', download.from + ((download.to - download.from) * percent) / 100, 'downloading_audio', {
        percent,
      });
    }
    yield chunk;
  }
}
