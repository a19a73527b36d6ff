/** Players of other sites: which address shows which video, and where the same moment is on the site itself. */

/** `id` as the site has it; `part` of a video in several parts, counted from 1. */
export type EmbeddedVideo = { player: 'youtube' | 'bilibili'; id: string; part?: number | undefined };

/** Only these hosts are ever framed as players. */
const hosts = { youtube: 'https://www.youtube-nocookie.com', bilibili: 'https://player.bilibili.com' } as const;

const ids = { youtube: /^[\w-]{6,20}$/, bilibili: /^(?:BV[0-9A-Za-z]{8,14}|av\d{1,20}|ep\d{1,12})$/i } as const;

/** The origin that messages of the player come from and go to. */
export function embedOrigin(video: Pick<EmbeddedVideo, 'player'>): string {
  return hosts[video.player];
}

/** Is the id one that the site could have given? What is not is never put into an address. */
export function isEmbeddable(video: EmbeddedVideo): boolean {
  return ids[video.player].test(video.id);
}

/** The address of the player's frame, starting to play at `startMs`. `pageOrigin` is who may talk with it. */
export function embedAddress(video: EmbeddedVideo, startMs: number, pageOrigin: string): string {
  const seconds = Math.max(0, Math.floor(startMs / 1000));
  if (video.player === 'youtube') {
    const url = new URL(`/embed/${encodeURIComponent(video.id)}`, hosts.youtube);
    const options = { enablejsapi: '1', autoplay: '1', playsinline: '1', rel: '0', origin: pageOrigin, start: String(seconds) };
    for (const [name, value] of Object.entries(options)) url.searchParams.set(name, value);
    return url.href;
  }
  const url = new URL('/player.html', hosts.bilibili);
  const [name, id] = bilibiliId(video.id);
  const options = { isOutside: 'true', [name]: id, p: String(video.part ?? 1), autoplay: '1', danmaku: '0', t: String(seconds) };
  for (const [key, value] of Object.entries(options)) url.searchParams.set(key, value);
  return url.href;
}

/** The video on its own site at this second, for the reader's browser. */
export function siteAddress(video: EmbeddedVideo, ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (video.player === 'youtube') {
    const url = new URL('https://www.youtube.com/watch');
    url.searchParams.set('v', video.id);
    if (seconds > 0) url.searchParams.set('t', `${seconds}s`);
    return url.href;
  }
  const url = new URL(
    `https://www.bilibili.com/${/^ep/i.test(video.id) ? 'bangumi/play' : 'video'}/${encodeURIComponent(video.id)}`,
  );
  if ((video.part ?? 1) > 1) url.searchParams.set('p', String(video.part));
  if (seconds > 0) url.searchParams.set('t', String(seconds));
  return url.href;
}

function bilibiliId(id: string): ['bvid' | 'aid' | 'episodeId', string] {
  if (/^av/i.test(id)) return ['aid', id.slice(2)];
  return /^ep/i.test(id) ? ['episodeId', id.slice(2)] : ['bvid', id];
}
