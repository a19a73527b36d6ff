import type { VideoSite } from '../../shared/video-site.ts';
import { bilibiliAddress, readBilibiliLink } from './link.ts';
import { bilibiliPlayer } from './player.ts';

export const bilibili: VideoSite = {
  name: 'Bilibili',
  canonicalAddress(url) {
    const link = readBilibiliLink(url);
    return link && bilibiliAddress(link);
  },
  addressAt(url, seconds) {
    const link = readBilibiliLink(url);
    const address = link?.kind === 'video' ? bilibiliAddress(link) : null;
    if (address === null) return null;
    const at = new URL(address);
    at.searchParams.set('t', String(seconds));
    return at.href;
  },
  player: bilibiliPlayer,
};
