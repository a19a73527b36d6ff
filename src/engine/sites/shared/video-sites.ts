import { bilibili } from '../bilibili/shared/video-site.ts';
import { youtube } from '../youtube/shared/video-site.ts';
import type { VideoSite } from './video-site.ts';

/** Sites with an embedded player. The key is stored with each video. */
export const videoSites = { bilibili, youtube } satisfies Record<string, VideoSite>;

export type VideoSiteId = keyof typeof videoSites;

export const videoSiteIds = Object.keys(videoSites) as [VideoSiteId, ...VideoSiteId[]];
