import { AppError, hasCode } from '#lib/app-error.ts';
import { mediaExtension } from '#lib/media-extension.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import { hashOf } from '../hash.ts';
import type { FetchResponse } from '../ports.ts';
import { progressPercents } from '../progress-percents.ts';
import { canonicaliseUrl } from '../sites/shared/canonical-url.ts';
import { extractMedia } from './media/extract-media.ts';
import { isMediaType, isUnknownType, looksLikeMedia } from './media/media-types.ts';
import type { ResolveContext, Source } from './source.ts';

/** The announced length is checked before the download. */
const maxMediaBytes = 2 * 1024 ** 3;
const downloadTimeoutMs = 60 * 60 * 1000;
const lookTimeoutMs = 8000;
const headBytes = 512;

export const directMediaSource: Source = {
  id: 'direct-media',
  canHandle: (input) => input.type === 'url' && parseHttpUrl(input.url) !== null && !isPageAddress(input.url),
  async resolve(input, context) {
    if (input.type !== 'url') return null;
    const name = lastPart(input.url);
    const named = mediaExtension(name) !== null;
    if (!named && !(await announcesMedia(input.url, context))) return null;
    const answer = await context.ports.fetch(input.url, {
      signal: context.signal,
      maxBytes: maxMediaBytes,
      timeoutMs: downloadTimeoutMs,
      headers: { accept: 'video/*,audio/*,*/*;q=0.5' },
    });
    if (answer.status !== 200) {
      await answer.cancel();
      throw new AppError('fetch_status', { params: { status: answer.status } });
    }
    const body = await whenMedia(answer);
    if (!body) return null;
    const canonicalUrl = canonicaliseUrl(input.url);
    const blob = `media/${hashOf(canonicalUrl, context.ports.clock.now())}.${mediaExtension(name) ?? 'bin'}`;
    return await keepUntilUsed(blob, context, async () => {
      await context.ports.blobs.put(blob, countProgress(body, answer, context));
      const path = await context.ports.blobs.localPath(blob);
      return await extractMedia({ path, name, blob, canonicalUrl }, context);
    });
  },
};

async function keepUntilUsed<T>(blob: string, { ports }: ResolveContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await ports.blobs.delete(blob).catch(() => {});
    throw error;
  }
}

/** Addresses of pages and texts, for which a HEAD request would only cost time. */
function isPageAddress(url: string): boolean {
  const path = parseHttpUrl(url)?.pathname ?? '/';
  return path === '/' || /\.(?:html?|php|aspx?|jsp|md|txt|pdf|xml|json)$/i.test(path);
}

function lastPart(url: string): string {
  const part =
    parseHttpUrl(url)
      ?.pathname.split('/')
      .findLast((piece) => piece !== '') ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A server that does not answer HEAD is assumed to serve a page. */
async function announcesMedia(url: string, { ports, signal }: ResolveContext): Promise<boolean> {
  try {
    const answer = await ports.fetch(url, { signal, method: 'HEAD', timeoutMs: lookTimeoutMs });
    await answer.cancel();
    if (answer.status >= 400) return false;
    const type = answer.headers.get('content-type');
    const unknown = type !== null && isUnknownType(type);
    return isMediaType(type) || unknown || mediaExtension(lastPart(answer.url)) !== null;
  } catch (error) {
    if (hasCode(error, 'fetch_failed', 'fetch_timed_out')) return false;
    throw error;
  }
}

/** Null, with the connection closed, when the body is not media. */
async function whenMedia(answer: FetchResponse): Promise<AsyncIterable<Uint8Array> | null> {
  const reader = answer.body[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  for (let size = 0; size < headBytes; ) {
    const next = await reader.next();
    if (next.done) break;
    read.push(next.value);
    size += next.value.length;
  }
  const head = Buffer.concat(read);
  const page = /^\s*(?:<!doctype|<html|<\?xml|#EXTM3U|\{|\[)/i.test(head.toString('latin1', 0, headBytes));
  const wanted = looksLikeMedia(head) || (isMediaType(answer.headers.get('content-type')) && !page);
  if (head.length > 0 && wanted) return joined(head, reader);
  await answer.cancel();
  return null;
}

async function* joined(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function* countProgress(body: AsyncIterable<Uint8Array>, answer: FetchResponse, context: ResolveContext) {
  const total = Number(answer.headers.get('content-length') ?? 0);
  let received = 0;
  let shown = -1;
  const { download } = progressPercents.mediaLink;
  for await (const chunk of body) {
    received += chunk.length;
    const share = total > 0 ? Math.min(1, received / total) : 0;
    const percent = Math.floor(share * 100);
    if (percent > shown) {
      shown = percent;
      context.progress.stage('resolve', Math.max(download.from, share * download.to), 'downloading_media', { percent });
    }
    yield chunk;
  }
}
