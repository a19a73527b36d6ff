import { AppError } from '#lib/app-error.ts';
import { canonicaliseUrl } from '../sites/shared/canonical-url.ts';
import { readVideoHost } from '../sources/yt-dlp/video-hosts.ts';
import type { PlaylistSource } from './playlist-source.ts';

/** Errors: also `ytdlp_missing`, `ytdlp_outdated`, `ytdlp_failed`. */
export const ytDlpPlaylists: PlaylistSource = {
  id: 'yt-dlp',
  canHandle: (url) => readVideoHost(url)?.kind === 'list',
  async list(url, { ports, signal, limit }) {
    if (!ports.ytDlp) throw new AppError('ytdlp_missing');
    const found = await ports.ytDlp.list(url.href, limit, signal);
    if (found === null) return null;
    const seen = new Set<string>();
    const items = found.items.filter((item) => {
      const address = canonicaliseUrl(item.url);
      return !seen.has(address) && seen.add(address);
    });
    if (items.length === 0) throw new AppError('listing_empty');
    const isList = /\/(?:showcase|album|sets|playlists?|series|mylist)\//.test(url.pathname);
    return {
      title: found.title,
      kind: isList ? 'playlist' : 'channel',
      url: canonicaliseUrl(found.url),
      siteName: readVideoHost(url)?.host.name ?? null,
      coverUrl: found.coverUrl,
      total: found.total,
      items,
    };
  },
};
