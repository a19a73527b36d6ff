export function parseHttpUrl(text: string): URL | null {
  const trimmed = text.trim();
  if (trimmed === '' || /\s/.test(trimmed)) return null;
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^/]*:\d+(\/|$)/.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(withScheme)) return null;
  const url = new URL(withScheme);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  return url.hostname === '' ? null : url;
}

/** The address of a source as a link; null for a file of one's own, and for what no browser should open. */
export function webAddress(sourceUrl: string | null): string | null {
  return sourceUrl === null ? null : (parseHttpUrl(sourceUrl)?.href ?? null);
}
