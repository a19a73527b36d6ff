import { parseHttpUrl } from '#lib/urls.ts';

/** Parts of an address that look like a token. */
const token = /^(?=[^\d]*\d)(?=[^a-z]*[a-z])[\w-]{20,}(?:\.\w{1,5})?$/i;

/** Whether an address may be private, such as the feed of a paid show; such an address is never shown to others. */
export function isPersonalAddress(address: string): boolean {
  const url = parseHttpUrl(address);
  if (url === null || url.username !== '' || url.password !== '') return true;
  const isYoutube = /(?:^|\.)youtube\.com$/.test(url.hostname);
  const unknown = [...url.searchParams.keys()].filter((name) => !isYoutube || !/^(?:channel_id|playlist_id|list)$/.test(name));
  if (unknown.length > 0) return true;
  return !isYoutube && url.pathname.split('/').some((part) => /^(?:private|premium|members?)$/i.test(part) || token.test(part));
}
