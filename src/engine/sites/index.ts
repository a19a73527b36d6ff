import { applePodcasts } from './apple-podcasts/site.ts';
import { arxiv } from './arxiv/site.ts';
import { bilibili } from './bilibili/site.ts';
import { dropbox } from './dropbox/site.ts';
import { github } from './github/site.ts';
import { googleDocs } from './google-docs/site.ts';
import { googleDrive } from './google-drive/site.ts';
import type { Site } from './site.ts';
import { spotify } from './spotify/site.ts';
import { xiaoyuzhou } from './xiaoyuzhou/site.ts';
import { youtube } from './youtube/site.ts';

/** Asked in this order. A site with an embedded player is also in `shared/video-sites.ts`. */
export const sites: readonly Site[] = [
  bilibili,
  youtube,
  applePodcasts,
  xiaoyuzhou,
  spotify,
  googleDocs,
  googleDrive,
  dropbox,
  arxiv,
  github,
];
