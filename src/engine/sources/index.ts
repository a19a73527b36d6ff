import { sites } from '../sites/index.ts';
import { articleSource } from './article.ts';
import { binaryDocumentSource } from './binary-document.ts';
import { directMediaSource } from './direct-media.ts';
import { documentSource } from './document.ts';
import { documentLinkSource, namedDocumentSource } from './document-link.ts';
import { podcastFeedSource } from './podcast-feed.ts';
import { shareLinkSource } from './share-link.ts';
import type { Source } from './source.ts';
import { uploadSource } from './upload.ts';
import { videoSiteSource, withVideoFallback } from './yt-dlp.ts';

/** In the order they are tried. Most links are pages, so pages are tried before files and feeds. */
export const sources: readonly Source[] = [
  binaryDocumentSource,
  documentSource,
  uploadSource,
  shareLinkSource,
  namedDocumentSource,
  ...sites.flatMap(({ source }) => source ?? []),
  videoSiteSource,
  withVideoFallback(articleSource),
  documentLinkSource,
  directMediaSource,
  podcastFeedSource,
];
