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

/** The content's page for a file that leaves this machine: null when the server has only an address of this machine. */
export function pageUrlElsewhere(origin: string, contentId: string): string | null {
  return urlElsewhere(origin, `/content/${contentId}`);
}

/** The same for any path of the server. */
export function urlElsewhere(origin: string, path: string): string | null {
  return isThisComputer(origin) ? null : `${origin}${path}`;
}

/** Whether only this computer can open links to the origin. */
export function isThisComputer(origin: string): boolean {
  const { hostname } = new URL(origin);
  return /^(?:(?:.+\.)?localhost|\[::1\]|127(?:\.\d+){3})$/.test(hostname);
}

/** Whether a copied text leads to contents that only this computer can open. */
export function leadsToThisComputer(text: string, origin: string): boolean {
  return isThisComputer(origin) && text.includes(`${origin}/content/`);
}

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
