type Known = { key: string; sourceKey: string };

/**
 * Tells which entries of one reading of a feed are stored already: by key, or by address, because a list read from the site in place
 * of its feed has other keys. An address that several entries of the reading share (a page of release notes) is not compared.
 * Where a reading has a single entry, its address decides: a page of changes that lists its latest alone brings no news.
 */
export function knownEntries(stored: readonly Known[], reading: readonly Known[]): (entry: Known) => boolean {
  const known = new Set(stored.flatMap(({ key, sourceKey }) => [key, sourceKey]));
  const keyAt = new Map<string, string>();
  const shared = new Set<string>();
  for (const { key, sourceKey } of reading) {
    if ((keyAt.get(sourceKey) ?? key) !== key) shared.add(sourceKey);
    keyAt.set(sourceKey, key);
  }
  return ({ key, sourceKey }) => known.has(key) || (!shared.has(sourceKey) && known.has(sourceKey));
}
