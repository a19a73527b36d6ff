import type { VideoPlayer } from '../../shared/video-site.ts';

const origin = 'https://player.bilibili.com';

export const bilibiliPlayer: VideoPlayer = {
  origin,
  videoId: /^(?:BV[0-9A-Za-z]{8,14}|av\d{1,20}|ep\d{1,12})$/i,
  frameAddress({ id, part }, seconds) {
    const url = new URL('/player.html', origin);
    const [name, value] = parameterOf(id);
    const options = { isOutside: 'true', [name]: value, p: String(part ?? 1), autoplay: '1', danmaku: '0', t: String(seconds) };
    for (const [key, option] of Object.entries(options)) url.searchParams.set(key, option);
    return url.href;
  },
  siteAddress({ id, part = 1 }, seconds) {
    const folder = /^ep/i.test(id) ? 'bangumi/play' : 'video';
    const url = new URL(`https://www.bilibili.com/${folder}/${encodeURIComponent(id)}`);
    if (part > 1) url.searchParams.set('p', String(part));
    if (seconds > 0) url.searchParams.set('t', String(seconds));
    return url.href;
  },
  referrerPolicy: 'no-referrer',
};

function parameterOf(id: string): ['bvid' | 'aid' | 'episodeId', string] {
  if (/^av/i.test(id)) return ['aid', id.slice(2)];
  return /^ep/i.test(id) ? ['episodeId', id.slice(2)] : ['bvid', id];
}
