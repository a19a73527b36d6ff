import type { VideoPlayer } from '../../shared/video-site.ts';
import { youtubeMessages } from './player-messages.ts';

const origin = 'https://www.youtube-nocookie.com';

export const youtubePlayer: VideoPlayer = {
  origin,
  videoId: /^[\w-]{6,20}$/,
  frameAddress({ id }, seconds, pageOrigin) {
    const url = new URL(`/embed/${encodeURIComponent(id)}`, origin);
    const options = { enablejsapi: '1', autoplay: '1', playsinline: '1', rel: '0', origin: pageOrigin, start: String(seconds) };
    for (const [name, value] of Object.entries(options)) url.searchParams.set(name, value);
    return url.href;
  },
  siteAddress({ id }, seconds) {
    const url = new URL('https://www.youtube.com/watch');
    url.searchParams.set('v', id);
    if (seconds > 0) url.searchParams.set('t', `${seconds}s`);
    return url.href;
  },
  // The player refuses to play without a referrer.
  referrerPolicy: 'strict-origin',
  messages: youtubeMessages,
};
