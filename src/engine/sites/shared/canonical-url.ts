import { parseHttpUrl } from '#lib/urls.ts';
import type { VideoSite } from './video-site.ts';
import { videoSites } from './video-sites.ts';

const TRACKING =
  /^(utm_\w+|spm|from_source|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_[ce]id|_hs\w+|share_(source|medium|plat|session_id|tag|from)|vd_source|si|ref_src|ref_url)$/i;

const knownSites: readonly VideoSite[] = Object.values(videoSites);

/** Drops tracking parameters, fragment and default port. Keeps the order of parameters, as some sites read them by position. */
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
  // Removes the question mark that an empty query leaves.
  if (url.search === '') url.search = '';
  return url.href;
}

// A link ends before white space, quotes, brackets and closing punctuation of either script.
const LINK = /https?:\/\/[^\s<>"'`，。；！？、（）《》【】「」『』“”‘’\u3000]+/gi;
const BARE = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}(?::\d{2,5})?(?:[/?#]\S*)?$/i;

export function findLinks(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(LINK)) found.push(trimLinkEnd(match[0]));
  // Inside a sentence, addresses without a scheme may be file names.
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
