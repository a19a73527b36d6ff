import { AppError, toAppError } from '#lib/app-error.ts';
import type { FetchResponse } from '../ports.ts';
import type { ResolveContext } from './source.ts';

const answerTimeoutMs = 30_000;

/** Errors: `fetch_status`, `input_unsupported` for another content type, and those of the guarded fetch. */
export async function fetchWhole(
  url: string,
  options: { accept: string; maxBytes: number; type?: RegExp },
  { ports, signal }: ResolveContext,
): Promise<{ bytes: Uint8Array; response: FetchResponse }> {
  const response = await ports.fetch(url, {
    signal,
    maxBytes: options.maxBytes,
    timeoutMs: answerTimeoutMs,
    headers: { accept: options.accept },
  });
  if (response.status >= 400) {
    await response.cancel();
    throw new AppError('fetch_status', { params: { status: response.status } });
  }
  if (options.type && !options.type.test(response.headers.get('content-type') ?? '')) {
    await response.cancel();
    throw new AppError('input_unsupported');
  }
  return { bytes: await response.bytes(), response };
}

/** For parts that a record can do without; a cancelled run and `storage_failed` still throw. */
export async function nullIfItFails<T>(work: () => Promise<T>, { signal }: ResolveContext): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const known = toAppError(error);
    if (signal.aborted || known.code === 'cancelled' || known.code === 'storage_failed') throw known;
    return null;
  }
}
