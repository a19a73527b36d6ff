import { parseHttpUrl } from './urls.ts';

const token = /^(?=[^\d]*\d)(?=[^a-z]*[a-z])[\w-]{20,}(?:\.\w{1,5})?$/i;

/** Whether an address may be private, such as the feed of a paid show; such an address is never shown to others. */
export function isPersonalAddress(address: string): boolean {
  const url = parseHttpUrl(address);
  if (url === null || url.username !== '' || url.password !== '') return true;
  const isYoutube = /(?:^|\.)youtube\.com$/.test(url.hostname);
  const unknown = [...url.searchParams.keys()].filter((name) => !isYoutube || !/^(?:channel_id|playlist_id|list)$/.test(name));
  if (unknown.length > 0) return true;
  if (isYoutube) return false;
  const parts = url.pathname.split('/');
  if (parts.some((part) => /^(?:private|premium|members?)$/i.test(part))) return true;
  // Some hosts name shows by long ids, and say so: `/public/shows/5f5b…`.
  return !parts.includes('public') && parts.some((part) => token.test(part));
}

/** Null for an episode of a feed that may be private, as its address is the feed's. Most queries of pages are not secret. */
export function publicAddress(sourceUrl: string | null): string | null {
  const url = sourceUrl === null ? null : parseHttpUrl(sourceUrl);
  if (!url?.searchParams.has('guid')) return sourceUrl;
  url.searchParams.delete('guid');
  return isPersonalAddress(url.href) ? null : sourceUrl;
}
