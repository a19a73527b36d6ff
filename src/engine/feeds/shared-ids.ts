import type { FeedItem } from './feed.ts';

/** Ids that several different entries of a feed have, such as the address of its home page: they identify none of them. */
export function sharedIds(items: readonly FeedItem[]): ReadonlySet<string> {
  const addresses = new Map<string, string | null>();
  const shared = new Set<string>();
  for (const { id, enclosure, link } of items) {
    if (id === null) continue;
    const address = enclosure?.url ?? link;
    if ((addresses.get(id) ?? address) !== address) shared.add(id);
    addresses.set(id, address);
  }
  return shared;
}
