import { writtenLinks } from './links-in-text.ts';
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

export function findLinks(text: string): string[] {
  const seen = new Set<string>();
  const links: string[] = [];
  for (const { url } of writtenLinks(text)) {
    const key = canonicaliseUrl(url);
    if (seen.has(key)) continue;
    seen.add(key);
    links.push(url.href);
  }
  return links;
}
