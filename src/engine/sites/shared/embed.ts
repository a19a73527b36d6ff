import type { SiteVideo, VideoPlayer } from './video-site.ts';
import { type VideoSiteId, videoSites } from './video-sites.ts';

export type EmbeddedVideo = SiteVideo & { player: VideoSiteId };

export function playerOf({ player }: Pick<EmbeddedVideo, 'player'>): VideoPlayer {
  return videoSites[player].player;
}

export function siteNameOf({ player }: Pick<EmbeddedVideo, 'player'>): string {
  return videoSites[player].name;
}

export function isEmbeddable(video: EmbeddedVideo): boolean {
  return playerOf(video).videoId.test(video.id);
}

export function embedAddress(video: EmbeddedVideo, startMs: number, pageOrigin: string): string {
  return playerOf(video).frameAddress(video, wholeSeconds(startMs), pageOrigin);
}

export function siteAddress(video: EmbeddedVideo, ms: number): string {
  return playerOf(video).siteAddress(video, wholeSeconds(ms));
}

function wholeSeconds(ms: number): number {
  return Math.max(0, Math.floor(ms / 1000));
}
