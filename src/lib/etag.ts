/** Whether a request's `if-none-match` has this tag, alone or in a list, also as a weak one (RFC 9110, 13.1.2). */
export function hasTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const strong = etag.replace(/^W\//, '');
  // A tag may contain commas.
  return ifNoneMatch.match(/"[^"]*"/g)?.some((tag) => tag === strong) ?? false;
}
