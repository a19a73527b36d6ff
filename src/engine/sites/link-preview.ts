/** What a link leads to as far as its address alone says it: sites often answer a first look by turning it away. */
import { type BilibiliLink, bilibiliAddress, readBilibiliLink } from '#lib/bilibili-links.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import { readYoutubeLink, youtubeAddress } from '#lib/youtube-links.ts';
import { shareTarget } from '../sources/share-link/targets.ts';
import { readVideoHost } from '../sources/yt-dlp/video-hosts.ts';
import { appleIds } from './apple-podcasts/source.ts';
import { spotifyEpisodeId } from './spotify/source.ts';
import { isXiaoyuzhouEpisode } from './xiaoyuzhou/source.ts';

export type KnownSite = {
  kind: 'video' | 'audio' | 'document';
  siteName: string | null;
  /** What the site calls it by in its addresses, such as `BV17x411w7KC`: better than nothing where its title is not to be had. */
  id: string | null;
  /** Its page: the one address of all its forms. */
  address: string;
  /** The site's own picture of it, for a page that shows none. */
  coverUrl: string | null;
  /** An error status says nothing about it: such sites turn away whoever is no browser, and other ways lead to it. */
  turnsAway: boolean;
  /** It may as well be a text or a list: `kind` is a guess for when the page cannot be seen. */
  maybe: boolean;
};

/** Null for every address that has to be looked at first. */
export function readKnownSite(url: URL): KnownSite | null {
  const known = { id: null, address: url.href, coverUrl: null, turnsAway: false, maybe: false };
  const youtube = readYoutubeLink(url);
  if (youtube?.kind === 'video' || youtube?.kind === 'clip') {
    const coverUrl = youtube.kind === 'video' ? `https://i.ytimg.com/vi/${youtube.id}/hqdefault.jpg` : null;
    return {
      ...known,
      kind: 'video',
      siteName: 'YouTube',
      id: youtube.id,
      address: youtubeAddress(youtube) ?? url.href,
      coverUrl,
      turnsAway: true,
    };
  }
  const bilibili = readBilibiliLink(url);
  if (bilibili && isVideo(bilibili))
    return {
      ...known,
      kind: 'video',
      siteName: 'Bilibili',
      id: bilibiliId(bilibili),
      address: bilibiliAddress(bilibili) ?? url.href,
      turnsAway: true,
    };
  const host = readVideoHost(url);
  if (host) return { ...known, kind: 'video', siteName: host.host.name, turnsAway: true, maybe: host.kind !== 'video' };
  if (spotifyEpisodeId(url)) return { ...known, kind: 'audio', siteName: 'Spotify' };
  if (appleIds(url)) return { ...known, kind: 'audio', siteName: 'Apple Podcasts' };
  if (isXiaoyuzhouEpisode(url)) return { ...known, kind: 'audio', siteName: '小宇宙' };
  return shareTarget(url) ? { ...known, kind: 'document', siteName: null } : null;
}

function isVideo({ kind }: BilibiliLink): boolean {
  return kind === 'video' || kind === 'episode' || kind === 'season' || kind === 'live';
}

function bilibiliId(link: BilibiliLink): string | null {
  if (link.kind === 'video') return link.part === null || link.part === 1 ? link.bvid : `${link.bvid} P${link.part}`;
  if (link.kind === 'episode') return `ep${link.id}`;
  return link.kind === 'season' ? `ss${link.id}` : null;
}

/**
 * The title a site's page gives a video, without what the site adds to every title; null when nothing else is left, as
 * on the pages for robots and about cookies.
 */
export function titleOnSite(title: string | null, { siteName }: KnownSite, landed: string): string | null {
  if (siteName !== 'YouTube' && siteName !== 'Bilibili') return title;
  const url = parseHttpUrl(landed);
  if (!url || !(readYoutubeLink(url) ?? readBilibiliLink(url))) return null;
  const bare = (title ?? '')
    .replace(/(?<!\s)\s*[-_]\s*YouTube\s*$/, '')
    .replace(/(?<!\s)(?:\s{0,9}[-_]\s{0,9}(?:哔哩哔哩|bilibili(?:\.com)?|番剧|高清独家在线观看)){1,9}\s*$/i, '')
    .trim();
  return bare === '' || /^(?:youtube|bilibili|哔哩哔哩|出错啦! ?)$/i.test(bare) ? null : bare;
}
