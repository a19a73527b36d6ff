export function readCookie(name: string): string | null {
  for (const pair of document.cookie.split('; ')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at) === name) return pair.slice(at + 1);
  }
  return null;
}

export function writeCookie(name: string, value: string, days: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not in every browser yet.
  document.cookie = `${name}=${value}; path=/; max-age=${days * 86_400}; samesite=lax`;
}
