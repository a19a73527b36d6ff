/** A preview stores nothing and starts no work. */

import { playlistLimits } from '#engine/playlists/items.ts';
import type { FetchResponse } from '#engine/ports.ts';
import { type KnownSite, readKnownSite, titleOnSite } from '#engine/sites/link-preview.ts';
import { playlistAddress, playlistSources } from '#engine/sites/recognise-playlist.ts';
import { findLinks } from '#engine/sites/shared/canonical-url.ts';
import { coverPathOf, wantedLink } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import { findAppError, hasCode } from '#lib/app-error.ts';
import type { PreviewItem } from '../../contract.ts';
import { type ExistingContent, existingContents, stateOf } from '../existing-contents.ts';
import { fetchPlaylist } from '../playlist/playlist-store.ts';
import { coverOf } from './cover.ts';

const MOST_LOOKS = 8;
const LOOK_TIMEOUT_MS = 8_000;
/** A page's head is within its first half megabyte. */
const HEAD_BYTES = 512 * 1024;
/** Enough to recognise the list and its size. */
const FIRST_LOOK_ITEMS = 30;

/** A link that cannot be read is returned with its problem. */
export async function preview(
  services: Services,
  userId: string | null,
  text: string,
  signal: AbortSignal,
): Promise<PreviewItem[]> {
  const links = findLinks(text).slice(0, 50);
  const existing = userId === null ? new Map<string, ExistingContent>() : await existingContents(services, userId, links);
  return Promise.all(
    links.map(async (url, index): Promise<PreviewItem> => {
      const known = existing.get(wantedLink(url).key);
      if (index >= MOST_LOOKS) return known ? knownItem(url, known) : unknownItem(url);
      try {
        return await recognise(services, url, known, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (known) return knownItem(url, known);
        const problem = findAppError(error);
        if (!problem) services.logger.warn({ err: error }, 'preview failed');
        return { ...unseenItem(url), problem: { code: problem?.code ?? 'fetch_failed', params: { ...problem?.params } } };
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
    language: null,
    durationSeconds: null,
    sizeBytes: null,
    existing: null,
    problem: null,
    listing: null,
  };
}

function knownItem(url: string, content: ExistingContent): PreviewItem {
  const { kind, title, siteName, description, language, durationMs } = content;
  return {
    ...unknownItem(url),
    ...{ kind, title, siteName, description },
    cover: coverPathOf(content),
    language: language && (language.split(/[-_]/)[0]?.toLowerCase() ?? null),
    durationSeconds: durationMs === null ? null : durationMs / 1000,
    existing: stateOf(content),
  };
}

function unseenItem(url: string, known = readKnownSite(new URL(url))): PreviewItem {
  const item = unknownItem(url);
  if (!known) return item;
  const { siteName, id } = known;
  const title = siteName !== null && id !== null ? `${siteName} ${id}` : null;
  return { ...item, kind: known.maybe ? null : known.kind, title, siteName };
}

async function recognise(
  services: Services,
  url: string,
  known: ExistingContent | undefined,
  signal: AbortSignal,
): Promise<PreviewItem> {
  const look = () => (known ? lookAgain(services, url, known, signal) : lookAtLink(services, url, signal));
  const address = playlistAddress(new URL(url));
  const isList = playlistSources.some((source) => !source.anyAddress && source.canHandle(address.url));
  if (!isList) return look();
  if (!address.alsoItem) {
    const list = lookAtList(services, url, signal);
    // A short link without a list may still be a video.
    return (await (address.uncertain ? list.catch(() => null) : list)) ?? (await lookAtLink(services, url, signal));
  }
  // The list is optional beside the video.
  const [item, list] = await Promise.all([look(), lookAtList(services, url, signal).catch(() => null)]);
  const listing = list?.listing ?? null;
  // The parts of a video are named after the video.
  if (listing?.kind !== 'parts') return { ...item, listing };
  return { ...item, title: item.title ?? list?.title ?? null, cover: item.cover ?? list?.cover ?? null, listing };
}

/** Null if the link is not a list. */
async function lookAtList(services: Services, url: string, signal: AbortSignal): Promise<PreviewItem | null> {
  const { url: address, alsoItem } = playlistAddress(new URL(url));
  const source = playlistSources.find((known) => known.canHandle(address));
  if (!source) return null;
  const limit = source.whole ? playlistLimits.items : FIRST_LOOK_ITEMS;
  try {
    const found = await fetchPlaylist(services, address, { limit, signal, timeoutMs: LOOK_TIMEOUT_MS });
    if (!found) return null;
    const { kind, title, siteName, total, items, coverUrl } = found;
    const count = total ?? (items.length < limit ? items.length : null);
    const cover = coverUrl ? await coverOf(services, coverUrl, url, signal) : null;
    return { ...unknownItem(url), title, siteName, cover, listing: { kind, total: count, alsoItem } };
  } catch (error) {
    // A long list gets more time when the user opens it.
    if (!hasCode(error, 'timed_out', 'fetch_timed_out')) throw error;
    return { ...unknownItem(url), listing: { kind: 'playlist', total: null, alsoItem } };
  }
}

/** A link that could not be read before is read again: it may be a list. */
async function lookAgain(services: Services, url: string, known: ExistingContent, signal: AbortSignal): Promise<PreviewItem> {
  const isUnread = known.kind === null && (known.status === 'failed' || known.status === 'cancelled');
  const item = isUnread ? await lookAtLink(services, url, signal) : null;
  if (item === null || item.problem !== null) return knownItem(url, known);
  return { ...item, title: item.title ?? known.title, existing: stateOf(known) };
}

async function lookAtLink(services: Services, url: string, signal: AbortSignal): Promise<PreviewItem> {
  const site = readKnownSite(new URL(url));
  const response = await services.fetch(site?.address ?? url, {
    signal,
    timeoutMs: LOOK_TIMEOUT_MS,
    maxBytes: 64 * 1024 * 1024,
    headers: { Accept: 'text/html,*/*;q=0.8' },
  });
  try {
    // A short link is classified by its target.
    const known = site ?? readKnownSite(new URL(response.url));
    if (response.status >= 400) {
      // The cover needs the final address.
      await response.cancel();
      return await turnedAway(services, { url, known, status: response.status }, signal);
    }
    const item = unknownItem(url);
    const type = (response.headers.get('content-type') ?? '').toLowerCase();
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    const name = decodeURIComponentSafely(new URL(response.url).pathname.split('/').at(-1) ?? '');
    if (/^(video|audio)\//.test(type)) {
      const kind = type.startsWith('audio/') ? 'audio' : 'video';
      return { ...item, kind, title: name || null, sizeBytes: Number.isFinite(length) ? length : null };
    }
    if (!/html|[/+]xml(;|$)/.test(type) && type !== '') return { ...item, kind: 'document', title: name || null };
    const bytes = await readHead(response);
    const page = { bytes, contentType: type, url: response.url };
    const head = await services.compute('lookAtPage', page, { signal, urgent: true });
    if (head.isFeed) {
      const feed = await lookAtList(services, url, signal);
      if (feed) return feed;
    }
    const coverUrl = head.coverUrl ?? known?.coverUrl ?? null;
    const title = head.title ?? (name || null);
    return {
      ...item,
      kind: known && !known.maybe ? known.kind : 'page',
      title: known ? titleOnSite(title, known, response.url) : title,
      siteName: head.siteName ?? known?.siteName ?? null,
      description: head.description,
      language: head.language,
      cover: coverUrl ? await coverOf(services, coverUrl, url, signal) : null,
    };
  } finally {
    await response.cancel();
  }
}

/** For an error status: either the page is gone, or the site answers browsers only. */
async function turnedAway(
  services: Services,
  { url, known, status }: { url: string; known: KnownSite | null; status: number },
  signal: AbortSignal,
): Promise<PreviewItem> {
  if (!known?.turnsAway || status === 404 || status === 410)
    return { ...unknownItem(url), problem: { code: 'fetch_status', params: { status } } };
  const { kind, coverUrl } = known;
  return { ...unseenItem(url, known), kind, cover: coverUrl ? await coverOf(services, coverUrl, url, signal) : null };
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

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
