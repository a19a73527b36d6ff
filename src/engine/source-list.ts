import { sites } from './sites/index.ts';
import { sharedFileSource } from './sites/shared-file.ts';
import { articleSource } from './sources/article.ts';
import { binaryDocumentSource } from './sources/binary-document.ts';
import { directMediaSource } from './sources/direct-media.ts';
import { documentSource } from './sources/document.ts';
import { documentLinkSource, namedDocumentSource } from './sources/document-link.ts';
import { podcastFeedSource } from './sources/podcast-feed-link.ts';
import type { Source } from './sources/source.ts';
import { uploadSource } from './sources/upload.ts';
import { videoSiteSource, withVideoFallback } from './sources/yt-dlp.ts';

/** In the order in which they are tried. Most links are pages, so pages are tried before files and feeds. */
export const sources: readonly Source[] = [
  binaryDocumentSource,
  documentSource,
  uploadSource,
  sharedFileSource,
  namedDocumentSource,
  ...sites.flatMap(({ source }) => source ?? []),
  videoSiteSource,
  withVideoFallback(articleSource),
  documentLinkSource,
  directMediaSource,
  podcastFeedSource,
];
