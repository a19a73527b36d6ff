import type { Site } from '../site.ts';
import { youtubeChannel } from './channel.ts';
import { youtubePlaylists } from './playlist.ts';
import { readYoutubeLink, youtubeAddress } from './shared/link.ts';
import { youtubeSource } from './source.ts';

export const youtube: Site = {
  id: 'youtube',
  name: 'YouTube',
  requestGap: {
    hosts: /(?:^|\.)(?:youtube\.com|youtu\.be|y2u\.be|youtube-nocookie\.com|youtubekids\.com|youtube\.googleapis\.com)$/,
    gapMs: 3_000,
  },
  source: youtubeSource,
  playlists: youtubePlaylists,
  channel: youtubeChannel,
  playlistAddress(url) {
    const list = url.searchParams.get('list');
    if (readYoutubeLink(url)?.kind !== 'video' || list === null) return null;
    const address = new URL('https://www.youtube.com/playlist');
    address.searchParams.set('list', list);
    // A mix is made for one viewer, so others cannot open it.
    return readYoutubeLink(address)?.kind === 'playlist' ? { url: address, alsoItem: true } : null;
  },
  readLink(url) {
    const link = readYoutubeLink(url);
    if (link?.kind !== 'video' && link?.kind !== 'clip') return null;
    const coverUrl = link.kind === 'video' ? `https://i.ytimg.com/vi/${link.id}/hqdefault.jpg` : null;
    return { kind: 'video', id: link.id, address: youtubeAddress(link), coverUrl };
  },
  refusesRequests: true,
  bareTitle(title, landed) {
    if (!readYoutubeLink(landed)) return null;
    const bare = title.replace(/(?<!\s)\s*[-_]\s*YouTube\s*$/, '').trim();
    return bare === '' || /^youtube$/i.test(bare) ? null : bare;
  },
};
