/** Reads the news of a channel by a conditional request, and parses it in a limited child process. */
import { createHash } from 'node:crypto';
import { AppError, findAppError } from '#lib/app-error.ts';
import { retryAfterMs } from '#lib/retry-after.ts';
import { distinct } from '../playlists/items.ts';
import type { Playlist } from '../playlists/playlist.ts';
import type { PlaylistContext } from '../playlists/playlist-source.ts';
import { sites } from '../sites/index.ts';
import type { ChannelAddress } from '../sites/site.ts';
import { feedAccept, maxFeedBytes } from '../sources/podcast/feed-item.ts';
import type { ChannelNews, ChannelReading, Validators } from './channel.ts';

const answerTimeoutMs = 30_000;
const nothingKnown: Validators = { etag: null, lastModified: null, hash: null };

const longestValidator = 500;

/**
 * If the feed answers 404 or 5xx, the site's own list stands in. `named`: the feed address that links to its episodes contain.
 * Errors: `fetch_status`, `feed_unreadable`, `fetch_too_large`, `site_*`, `listing_empty`, those of the guarded fetch.
 */
export async function readChannel(
  address: ChannelAddress & { named?: string | null },
  known: Validators,
  context: PlaylistContext,
): Promise<ChannelReading> {
  if (address.feed === null) return readList(address, context);
  try {
    const read = await readFeed(address.feed, { known, named: address.named ?? address.feed }, context);
    if (read.state === 'page') throw new AppError('feed_unreadable');
    return read.state === 'read'
      ? { ...read, news: { ...read.news, url: pageOf(address, read.news), kind: kindOf(address, read.news) } }
      : read;
  } catch (error) {
    const failed = findAppError(error);
    if (failed?.code !== 'fetch_status' || !isOutOfOrder(failed.params.status) || context.signal.aborted) throw error;
    const listed = await readList(address, context).catch(() => null);
    if (listed === null) throw error;
    return listed;
  }
}

/** A subscription from an OPML file has no page yet; its `url` is that of the feed. */
function pageOf({ url, feed }: ChannelAddress, news: ChannelNews): string {
  return url === feed ? (news.url ?? url) : url;
}

function kindOf({ kind }: ChannelAddress, news: ChannelNews): ChannelNews['kind'] {
  return kind === 'feed' ? news.kind : kind;
}

function isOutOfOrder(status: unknown): boolean {
  return typeof status === 'number' && (status === 404 || status >= 500);
}

async function readList(address: ChannelAddress, context: PlaylistContext): Promise<ChannelReading> {
  const listed = await listOf(new URL(address.url), context);
  if (listed === null) throw new AppError('listing_empty');
  const { title, items } = distinct(listed);
  const entries = items.slice(0, context.limit).map((item) => ({ ...item, coverUrl: null, key: item.url }));
  return {
    state: 'read',
    // A list without a name has its address in the name's place.
    news: {
      title: title === '' || title === listed.url ? null : title,
      url: address.url,
      kind: address.kind,
      movedTo: null,
      entries,
    },
    validators: nothingKnown,
    feed: null,
  };
}

async function listOf(url: URL, context: PlaylistContext): Promise<Playlist | null> {
  for (const { channel } of sites) {
    const listed = await channel?.list?.(url, context);
    if (listed) return listed;
  }
  return null;
}

export type FeedReading = ChannelReading | { state: 'page'; bytes: Uint8Array; contentType: string | null; url: string };

/** Of a feed that moved several times. */
const mostPlaces = 8;

/** State `page`: the answer is not a feed. A feed that says where it has moved is read there, as after a permanent redirect. */
export async function readFeed(
  feed: string,
  about: { known?: Validators; named?: string },
  context: PlaylistContext,
): Promise<FeedReading> {
  const first = await readFeedAt(feed, about, context);
  if (first.state !== 'read' || first.feed === null) return first;
  const seen = new Set([feed, first.feed]);
  let last: ReadAt = { ...first, feed: first.feed };
  for (let next = last.news.movedTo; next !== null && next !== last.feed; next = last.news.movedTo) {
    const there = seen.has(next) || seen.size > mostPlaces ? null : await readNewPlace(next, last.feed, about.named, context);
    seen.add(next);
    // Feeds that name each other, and a place that does not answer yet: it stays where it is, and is read again next time.
    if (there === null || (there.feed !== next && seen.has(there.feed))) return { ...first, validators: nothingKnown };
    seen.add(there.feed);
    last = there;
  }
  return last;
}

type ReadAt = Extract<ChannelReading, { state: 'read' }> & { feed: string };

async function readNewPlace(
  feed: string,
  from: string,
  named: string | undefined,
  context: PlaylistContext,
): Promise<ReadAt | null> {
  // As a redirect from a secure place to one that is not.
  if (from.startsWith('https:') && !feed.startsWith('https:')) return null;
  try {
    const read = await readFeedAt(feed, named === undefined ? {} : { named }, context);
    return read.state === 'read' && read.feed !== null ? { ...read, feed: read.feed } : null;
  } catch (error) {
    if (context.signal.aborted || !findAppError(error)) throw error;
    return null;
  }
}

async function readFeedAt(
  feed: string,
  { known = nothingKnown, named }: { known?: Validators; named?: string },
  { ports, signal, limit }: PlaylistContext,
): Promise<FeedReading> {
  const headers: Record<string, string> = { accept: feedAccept };
  if (known.etag !== null) headers['if-none-match'] = known.etag;
  if (known.lastModified !== null) headers['if-modified-since'] = known.lastModified;
  const response = await ports.fetch(feed, { signal, headers, maxBytes: maxFeedBytes, timeoutMs: answerTimeoutMs });
  if (response.status === 304) {
    await response.cancel();
    return { state: 'unchanged', feed: response.lastingUrl ?? feed };
  }
  if (response.status >= 400) {
    await response.cancel();
    const afterMs = retryAfterMs(response.headers.get('retry-after'), ports.clock.now());
    throw new AppError('fetch_status', {
      params: { status: response.status },
      ...(afterMs === null ? {} : { retry: { afterMs } }),
    });
  }
  const bytes = await response.bytes();
  const hash = createHash('sha256').update(bytes).digest('hex');
  const lasting = response.lastingUrl ?? feed;
  if (hash === known.hash && lasting === feed) return { state: 'unchanged', feed };
  const contentType = response.headers.get('content-type');
  const input = { bytes, contentType, base: response.url, feedUrl: named ?? lasting, limit };
  const news = await ports.compute('readChannelFeed', input, { signal });
  if (news === null) return { state: 'page', bytes, contentType, url: response.url };
  const mark = (name: string) => response.headers.get(name)?.slice(0, longestValidator + 1) ?? null;
  const kept = (value: string | null) => (value !== null && value.length <= longestValidator ? value : null);
  const validators = { etag: kept(mark('etag')), lastModified: kept(mark('last-modified')), hash };
  return { state: 'read', news, validators, feed: lasting };
}
