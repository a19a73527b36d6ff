import type { KnownLink, Site } from '../site.ts';
import { bilibiliPlaylists } from './playlist.ts';
import { type BilibiliLink, bilibiliAddress, readBilibiliLink } from './shared/link.ts';
import { bilibiliSource } from './source.ts';
import { bilibiliChannel } from './uploads.ts';

export const bilibili: Site = {
  id: 'bilibili',
  name: 'Bilibili',
  requestGap: { hosts: /(?:^|\.)(?:bilibili\.com|b23\.tv|bili2233\.cn)$/, gapMs: 3_000 },
  source: bilibiliSource,
  playlists: bilibiliPlaylists,
  channel: bilibiliChannel,
  playlistAddress(url) {
    const link = readBilibiliLink(url);
    return link && { url, alsoItem: link.kind === 'video' || link.kind === 'episode', uncertain: link.kind === 'short' };
  },
  readLink(url) {
    const link = readBilibiliLink(url);
    return link && knownVideo(link);
  },
  refusesRequests: true,
  bareTitle(title, landed) {
    if (!readBilibiliLink(landed)) return null;
    const bare = title
      .replace(/(?<!\s)(?:\s{0,9}[-_]\s{0,9}(?:哔哩哔哩|bilibili(?:\.com)?|番剧|高清独家在线观看)){1,9}\s*$/i, '')
      .trim();
    return bare === '' || /^(?:bilibili|哔哩哔哩|出错啦! ?)$/i.test(bare) ? null : bare;
  },
};

function knownVideo(link: BilibiliLink): KnownLink | null {
  const address = bilibiliAddress(link);
  switch (link.kind) {
    case 'video':
      return { kind: 'video', id: link.part === null || link.part === 1 ? link.bvid : `${link.bvid} P${link.part}`, address };
    case 'episode':
      return { kind: 'video', id: `ep${link.id}`, address };
    case 'season':
      return { kind: 'video', id: `ss${link.id}`, address };
    case 'live':
      return { kind: 'video' };
    default:
      return null;
  }
}
