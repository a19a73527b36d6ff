import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import type { VideoSite } from './video-site.ts';
import { videoSites } from './video-sites.ts';

const knownSites: readonly VideoSite[] = Object.values(videoSites);

export type LinkTarget = {
  sourceUrl: string | null;
  /** The content's own page; null in a file that is read where the page cannot be opened. */
  pageUrl: string | null;
};

/** For a known video site a link to the anchor's second, else to that place on the content's own page. */
export function sourceLinkOf(anchor: NoteAnchor, target: LinkTarget & { pageUrl: string }): string;
/** Without an own page a link to the source, null for what has no address. */
export function sourceLinkOf(anchor: NoteAnchor, target: LinkTarget): string | null;
export function sourceLinkOf(anchor: NoteAnchor, { sourceUrl, pageUrl }: LinkTarget): string | null {
  const source = sourceUrl === null ? null : parseHttpUrl(sourceUrl);
  if (anchor.kind === 'time' && source) {
    const seconds = Math.floor(anchor.ms / 1000);
    for (const site of knownSites) {
      const address = site.addressAt(source, seconds);
      if (address) return address;
    }
  }
  if (pageUrl === null) return source?.href ?? null;
  const own = new URL(pageUrl);
  if (anchor.kind === 'paragraph') own.searchParams.set('p', String(anchor.id));
  else own.searchParams.set('t', String(Math.round(anchor.ms) / 1000));
  return own.href;
}
