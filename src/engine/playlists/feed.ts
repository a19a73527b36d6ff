import { AppError } from '#lib/app-error.ts';
import { mediaExtension } from '#lib/media-extension.ts';
import type { FetchResponse } from '../ports.ts';
import { feedAccept, feedTypes, maxFeedBytes } from '../sources/podcast/feed-item.ts';
import type { Playlist } from './playlist.ts';
import type { PlaylistContext, PlaylistSource } from './playlist-source.ts';

const answerTimeoutMs = 30_000;

/** Null if the content type does not match `type`. Errors: `fetch_status` and those of the guarded fetch. */
export async function fetchAnswer(
  url: string,
  options: { accept: string; maxBytes: number; type?: RegExp },
  { ports, signal }: PlaylistContext,
): Promise<{ bytes: Uint8Array; response: FetchResponse } | null> {
  const { accept, maxBytes, type } = options;
  const response = await ports.fetch(url, { signal, maxBytes, timeoutMs: answerTimeoutMs, headers: { accept } });
  if (response.status >= 400) {
    await response.cancel();
    throw new AppError('fetch_status', { params: { status: response.status } });
  }
  if (type && !type.test(response.headers.get('content-type') ?? '')) {
    await response.cancel();
    return null;
  }
  return { bytes: await response.bytes(), response };
}

async function listFeedAt(url: string, context: PlaylistContext): Promise<Playlist | null> {
  const options = { accept: feedAccept, maxBytes: maxFeedBytes, type: feedTypes };
  const answer = await fetchAnswer(url, options, context);
  if (!answer) return null;
  const { bytes, response } = answer;
  const input = { bytes, contentType: response.headers.get('content-type'), base: response.url, feedUrl: url };
  return context.ports.compute('listFeed', { ...input, limit: context.limit }, context);
}

/** A feed with a single episode, or a link to one episode, is not a playlist. */
export const feedPlaylists: PlaylistSource = {
  id: 'feed',
  anyAddress: true,
  whole: true,
  canHandle(url) {
    return !url.searchParams.has('guid') && url.hash === '' && mediaExtension(url.pathname.split('/').at(-1) ?? '') === null;
  },
  async list(url, context) {
    const playlist = await listFeedAt(url.href, context);
    return playlist && playlist.items.length > 1 ? playlist : null;
  },
};

/** Null if the feed cannot be read; the caller then uses what the directory lists. */
export async function feedOrNothing(url: string, context: PlaylistContext): Promise<Playlist | null> {
  try {
    return await listFeedAt(url, context);
  } catch (error) {
    if (context.signal.aborted) throw error;
    return null;
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
