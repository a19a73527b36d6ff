import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import type { VideoSite } from './video-site.ts';
import { videoSites } from './video-sites.ts';

const knownSites: readonly VideoSite[] = Object.values(videoSites);

export type LinkTarget = {
  sourceUrl: string | null;
  pageUrl: string;
};

/** For a known video site a link to the anchor's second, else to that place on the content's own page. */
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
