import type { VideoSite } from '../../shared/video-site.ts';
import { readYoutubeLink, youtubeAddress } from './link.ts';
import { youtubePlayer } from './player.ts';

export const youtube: VideoSite = {
  name: 'YouTube',
  canonicalAddress(url) {
    const link = readYoutubeLink(url);
    return link && youtubeAddress(link);
  },
  addressAt(url, seconds) {
    const link = readYoutubeLink(url);
    return link?.kind === 'video' ? `${youtubeAddress(link)}&t=${seconds}s` : null;
  },
  player: youtubePlayer,
};
