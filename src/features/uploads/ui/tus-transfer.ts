/** Loaded with the first file. */
import { DetailedError, Upload } from 'tus-js-client';
import type { ErrorCode } from '#lib/app-error.ts';
import { type ClientError, readError } from '#lib/client-error.ts';
import type { uploadsPath } from '../contract.ts';
import type { Transfer, TransportEvents } from './upload-queue.ts';

/** Repeated so that the page does not load the contract's schemas; the type keeps them equal. */
const endpoint: typeof uploadsPath = '/api/uploads';
/** Small enough for proxies with a body limit, or that buffer. */
const chunkBytes = 16 * 1024 * 1024;
/** About ten minutes without a connection, and longer than the server keeps space for an idle upload; progress restarts the count. */
const retryDelaysMs = [500, 1000, 2000, 4000, 8000, ...Array.from({ length: 38 }, () => 15_000)];

export async function openTusTransfer(file: File, events: TransportEvents): Promise<Transfer> {
  const upload = new Upload(file, {
    endpoint,
    chunkSize: chunkBytes,
    retryDelays: retryDelaysMs,
    headers: { 'x-gleaner': '1' },
    metadata: { filename: file.name, filetype: file.type },
    removeFingerprintOnSuccess: true,
    onProgress: (sentBytes) => events.onProgress(sentBytes),
    onShouldRetry(error) {
      const status = error.originalResponse?.getStatus() ?? 0;
      // A full disk (507) rarely passes within minutes.
      const mayPass = status === 0 || (status >= 500 && status !== 507) || status === 409 || status === 423 || status === 429;
      if (mayPass) events.onRetrying();
      return mayPass;
    },
    onError: (error) => events.onError(toClientError(error)),
    onSuccess: () => events.onUploaded(upload.url?.split('/').at(-1) ?? ''),
  });
  // Resumes an upload of an earlier visit.
  const [previous] = await upload.findPreviousUploads();
  if (previous !== undefined) upload.resumeFromPreviousUpload(previous);
  return {
    start: () => upload.start(),
    pause: () => void upload.abort(),
    discard: () => void upload.abort(true).catch(() => undefined),
  };
}

const codeOfStatus: Record<number, ErrorCode> = {
  401: 'unauthenticated',
  403: 'bad_request',
  404: 'upload_not_found',
  410: 'upload_not_found',
  413: 'file_too_large',
  429: 'rate_limited',
  507: 'storage_failed',
};

function toClientError(error: Error): ClientError {
  if (!(error instanceof DetailedError)) return { code: 'internal', params: {} };
  const response = error.originalResponse;
  if (!response || response.getStatus() === 0) return { code: 'offline', params: {} };
  const sent = parseBody(response.getBody());
  if (sent.code !== 'internal') return sent;
  return { code: codeOfStatus[response.getStatus()] ?? 'internal', params: {} };
}

function parseBody(body: string): ClientError {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === 'object' && parsed !== null && 'error' in parsed) return readError(parsed.error);
  } catch {
    // Not JSON: only the status is known.
  }
  return { code: 'internal', params: {} };
}
