type Known = { key: string; sourceKey: string };

/**
 * Tells which entries of one reading are stored already. Their addresses are compared too, because a site's list, read in place of
 * a feed, has ids of its own. An address that several entries of the reading share, as those of one page of changes do, tells nothing.
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
