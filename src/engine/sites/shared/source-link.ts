/** Where an anchor of a note leads outside this product: to the second on the site the video is from, else to the page of the content here. */
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import type { VideoSite } from './video-site.ts';
import { videoSites } from './video-sites.ts';

const knownSites: readonly VideoSite[] = Object.values(videoSites);

export type LinkTarget = {
  /** The link the content was made from; null for files. */
  sourceUrl: string | null;
  /** Address of the content's page on this server. */
  pageUrl: string;
};

/**
 * An absolute address that leads to the anchor's second or paragraph: YouTube and Bilibili are asked to start there,
 * everything else opens the content's own page at that place.
 */
export function sourceLinkOf(anchor: NoteAnchor, { sourceUrl, pageUrl }: LinkTarget): string {
  const own = new URL(pageUrl);
  if (anchor.kind === 'paragraph') {
    own.searchParams.set('p', String(anchor.id));
    return own.href;
  }
  const seconds = Math.floor(anchor.ms / 1000);
  const source = sourceUrl === null ? null : parseHttpUrl(sourceUrl);
  for (const site of source ? knownSites : []) {
    const address = source && site.addressAt(source, seconds);
    if (address) return address;
  }
  own.searchParams.set('t', String(Math.round(anchor.ms) / 1000));
  return own.href;
}
