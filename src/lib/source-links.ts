/** Where an anchor of a note leads outside this product: to the second on the site the video is from, else to the page of the content here. */
import { readBilibiliLink } from './bilibili-links.ts';
import type { NoteAnchor } from './markdown/anchors.ts';
import { canonicaliseUrl, parseHttpUrl } from './urls.ts';
import { readYoutubeLink } from './youtube-links.ts';

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
  if (source && isSiteVideo(source)) {
    const site = new URL(canonicaliseUrl(source));
    site.searchParams.set('t', readYoutubeLink(source) ? `${seconds}s` : String(seconds));
    return site.href;
  }
  own.searchParams.set('t', String(Math.round(anchor.ms) / 1000));
  return own.href;
}

function isSiteVideo(url: URL): boolean {
  const bilibili = readBilibiliLink(url);
  return readYoutubeLink(url)?.kind === 'video' || bilibili?.kind === 'video';
}
