import type { Feed } from './feed.ts';

const fewestOwners = 3;

/**
 * Ids that several different entries of a feed have, such as the address of its home page: they identify none of them. Two entries may
 * be one episode that was published again, so their id stays.
 */
export function sharedIds({ items, link }: Pick<Feed, 'items' | 'link'>): ReadonlySet<string> {
  const home = link === null ? null : withoutSlash(link);
  const owners = new Map<string, Set<string>>();
  for (const { id, enclosure, link: page } of items) {
    const address = enclosure?.url ?? page;
    if (id !== null && address !== null) owners.set(id, (owners.get(id) ?? new Set()).add(address));
  }
  const isShared = ([id, { size }]: [string, Set<string>]) => size >= (withoutSlash(id) === home ? 2 : fewestOwners);
  return new Set([...owners].filter(isShared).map(([id]) => id));
}

const withoutSlash = (address: string) => address.replace(/\/$/, '');
