/** A quick look at what was pasted: enough to recognise it, nothing stored, no work started. */
import { and, eq, inArray } from 'drizzle-orm';
import { contents, sources } from '#db/schema/content.ts';
import { readHeadMetadata } from '#engine/page/head-metadata.ts';
import type { FetchResponse } from '#engine/ports.ts';
import { decodeText } from '#engine/text/charset.ts';
import { wantedLink } from '#features/summaries/server/index.ts';
import { findAppError } from '#lib/app-error.ts';
import { sniffImage } from '#lib/image-type.ts';
import { findLinks } from '#lib/urls.ts';
import type { Services } from '#rpc/services.ts';
import type { PreviewItem } from '../contract.ts';

const MOST_LOOKS = 8;
const LOOK_TIMEOUT_MS = 8_000;
/** The head of a page is in its first half megabyte; the rest is not waited for. */
const HEAD_BYTES = 512 * 1024;
const COVER_BYTES = 400 * 1024;

/** Links found in `text`, each with what a first look shows. A link that cannot be looked at carries its problem. */
export async function preview(
  services: Services,
  userId: string | null,
  text: string,
  signal: AbortSignal,
): Promise<PreviewItem[]> {
  const links = findLinks(text).slice(0, 50);
  const existing = userId === null ? new Map<string, PreviewItem['existing']>() : await existingContents(services, userId, links);
  return Promise.all(
    links.map(async (url, index): Promise<PreviewItem> => {
      const known = existing.get(wantedLink(url).key) ?? null;
      if (known || index >= MOST_LOOKS) return { ...unknownItem(url), existing: known };
      try {
        return await look(services, url, signal);
      } catch (error) {
        signal.throwIfAborted();
        const problem = findAppError(error);
        if (!problem) services.logger.warn({ err: error }, 'preview failed');
        return { ...unknownItem(url), problem: { code: problem?.code ?? 'fetch_failed', params: { ...problem?.params } } };
      }
    }),
  );
}

function unknownItem(url: string): PreviewItem {
  return {
    url,
    kind: null,
    title: null,
    siteName: null,
    description: null,
    cover: null,
    durationSeconds: null,
    sizeBytes: null,
    existing: null,
    problem: null,
  };
}

async function existingContents(
  services: Services,
  userId: string,
  links: readonly string[],
): Promise<Map<string, PreviewItem['existing']>> {
  if (links.length === 0) return new Map();
  const rows = await services.db
    .select({ key: sources.key, contentId: contents.id, status: contents.status })
    .from(contents)
    .innerJoin(sources, eq(sources.id, contents.sourceId))
    .where(
      and(
        eq(contents.userId, userId),
        inArray(
          sources.key,
          links.map((link) => wantedLink(link).key),
        ),
      ),
    );
  return new Map(rows.map((row) => [row.key, { contentId: row.contentId, status: row.status }]));
}

async function look(services: Services, url: string, signal: AbortSignal): Promise<PreviewItem> {
  const response = await services.fetch(url, {
    signal,
    timeoutMs: LOOK_TIMEOUT_MS,
    maxBytes: 64 * 1024 * 1024,
    headers: { Accept: 'text/html,*/*;q=0.8' },
  });
  try {
    const item = unknownItem(url);
    if (response.status >= 400) return { ...item, problem: { code: 'fetch_status', params: { status: response.status } } };
    const type = (response.headers.get('content-type') ?? '').toLowerCase();
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    const name = decodeURIComponentSafely(new URL(response.url).pathname.split('/').at(-1) ?? '');
    if (/^(video|audio)\//.test(type)) {
      const kind = type.startsWith('audio/') ? 'audio' : 'video';
      return { ...item, kind, title: name || null, sizeBytes: Number.isFinite(length) ? length : null };
    }
    if (!/html|[/+]xml(;|$)/.test(type) && type !== '') return { ...item, kind: 'document', title: name || null };
    const bytes = await readHead(response);
    const { text } = decodeText(bytes, { contentType: type, declared: 'html' });
    const head = readHeadMetadata(text, response.url);
    const cover = head.coverUrl ? await coverOf(services, head.coverUrl, url, signal) : null;
    return {
      ...item,
      kind: 'page',
      title: head.title ?? (name || null),
      siteName: head.siteName,
      description: head.description,
      cover,
    };
  } finally {
    await response.cancel();
  }
}

async function readHead(response: FetchResponse): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    parts.push(part);
    size += part.length;
    if (size >= HEAD_BYTES) break;
  }
  return Buffer.concat(parts).subarray(0, HEAD_BYTES);
}

/** A small cover as a `data:` address, so that the page loads nothing from elsewhere; null when there is none to show. */
async function coverOf(services: Services, coverUrl: string, referer: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await services.fetch(coverUrl, {
      signal,
      timeoutMs: 4_000,
      maxBytes: COVER_BYTES,
      headers: { Accept: 'image/*', Referer: referer },
    });
    if (response.status !== 200) {
      await response.cancel();
      return null;
    }
    const bytes = await response.bytes();
    const type = sniffImage(bytes);
    return type ? `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}` : null;
  } catch {
    return null;
  }
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
