import { AppError, findAppError, hasCode } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import type { PlaylistContext } from '../playlists/playlist-source.ts';
import { sites } from '../sites/index.ts';
import type { ChannelAddress } from '../sites/site.ts';
import type { ChannelReading } from './channel.ts';
import { feedGuesses, siteFeed } from './feed-guesses.ts';
import { readChannel, readFeed } from './read-channel.ts';

export type FoundChannel = { address: ChannelAddress; reading: Extract<ChannelReading, { state: 'read' }> };

const nothingKnown = { etag: null, lastModified: null, hash: null };

/**
 * Includes the first reading. Errors: `url_invalid`, `channel_not_found` (no feed at this link), those of `readChannel`.
 */
export async function findChannel(text: string, context: PlaylistContext): Promise<FoundChannel> {
  const url = parseHttpUrl(text.trim().replace(/^feed:(?:\/\/)?(?=\w)/i, ''));
  if (!url) throw new AppError('url_invalid');
  const address = await siteChannel(url, context);
  if (address !== null) {
    const reading = await readChannel(address, nothingKnown, context);
    if (reading.state !== 'read') throw new AppError('internal', { detail: 'a first look is whole' });
    return { address, reading };
  }
  const known = siteFeed(url);
  const ofSite = known === null ? null : await tryFeed(known, context);
  return ofSite ?? lookAtPage(url, context);
}

export async function siteChannel(url: URL, context: PlaylistContext): Promise<ChannelAddress | null> {
  for (const { channel } of sites) {
    const address = await channel?.find(url, context);
    if (address) return address;
  }
  return null;
}

async function lookAtPage(url: URL, context: PlaylistContext): Promise<FoundChannel> {
  const read = await readFeed(url.href, {}, context);
  if (read.state === 'read') return foundAt(url.href, read);
  if (read.state === 'unchanged') throw new AppError('internal', { detail: 'a first look is whole' });
  const { bytes, contentType } = read;
  const named = await context.ports.compute('findFeeds', { bytes, contentType, url: read.url }, context);
  const guesses = named.length > 0 ? [] : feedGuesses(new URL(read.url));
  for (const candidate of [...named, ...guesses]) {
    const found = await tryFeed(candidate, context);
    if (found) return found;
  }
  throw new AppError('channel_not_found');
}

async function tryFeed(feed: string, context: PlaylistContext): Promise<FoundChannel | null> {
  try {
    const read = await readFeed(feed, {}, context);
    return read.state === 'read' ? foundAt(feed, read) : null;
  } catch (error) {
    if (context.signal.aborted || findAppError(error) === undefined || hasCode(error, 'internal', 'cancelled', 'busy'))
      throw error;
    return null;
  }
}

function foundAt(feed: string, reading: FoundChannel['reading']): FoundChannel {
  const at = reading.feed ?? feed;
  return { address: { kind: reading.news.kind, url: reading.news.url ?? at, feed: at }, reading };
}
