/** The one form under which equal links are the same thing, and the links in a pasted text. */
import { parseHttpUrl } from '#lib/urls.ts';
import type { VideoSite } from './video-site.ts';
import { videoSites } from './video-sites.ts';

const TRACKING =
  /^(utm_\w+|spm|from_source|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_[ce]id|_hs\w+|share_(source|medium|plat|session_id|tag|from)|vd_source|si|ref_src|ref_url)$/i;

const knownSites: readonly VideoSite[] = Object.values(videoSites);

/**
 * The form two links share when they mean the same page: tracking parameters, fragment, default port, trailing dot of
 * the host and empty query gone. Order of the other parameters is kept: some sites read them by position.
 * Videos of sites that are known have one address, however they are linked to.
 */
export function canonicaliseUrl(input: string | URL): string {
  const url = new URL(input);
  for (const site of knownSites) {
    const known = site.canonicalAddress(url);
    if (known !== null) return known;
  }
  url.hash = '';
  url.username = '';
  url.password = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  if (url.search === '?') url.search = '';
  return url.href;
}

// A link ends before white space, quotes, brackets and the punctuation that closes a sentence in either script.
const LINK = /https?:\/\/[^\s<>"'`，。；！？、（）《》【】「」『』“”‘’\u3000]+/gi;
const BARE = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}(?::\d{2,5})?(?:[/?#]\S*)?$/i;

/** Every link in a pasted text, in order, once each: one link, a list of links, or share text around a link. */
export function findLinks(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(LINK)) found.push(trimLinkEnd(match[0]));
  // Addresses without a scheme count when there is nothing else: in a sentence they may be file names.
  const words = text.trim().split(/\s+/);
  if (found.length === 0 && words.every((word) => BARE.test(word))) found.push(...words);
  const seen = new Set<string>();
  const links: string[] = [];
  for (const link of found) {
    const url = parseHttpUrl(link);
    if (!url) continue;
    const key = canonicaliseUrl(url);
    if (seen.has(key)) continue;
    seen.add(key);
    links.push(url.href);
  }
  return links;
}

function trimLinkEnd(link: string): string {
  let end = link.replace(/(?<![.,;:!?])[.,;:!?]+$/, '');
  // A closing bracket belongs to the link only when it was opened inside it.
  for (const [open, close] of [
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
  ] as const) {
    let closed = end.split(close).length - end.split(open).length;
    for (; closed > 0 && end.endsWith(close); closed--) end = end.slice(0, -1);
  }
  return end;
}
