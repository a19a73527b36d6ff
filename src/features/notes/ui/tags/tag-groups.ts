import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { foldLetters } from '#lib/text/fold-text.ts';

export const tagOrders = ['count', 'name'] as const;
export type TagOrder = (typeof tagOrders)[number];

type Counted = { tag: string; count: number };
/** Spellings that differ only in case are one tag and change together. The most common first. */
export type TagGroup = { tag: string; count: number; spellings: readonly Counted[] };

/** `tags`: the most common first. Leaves out the favourite tag. */
export function groupTags(tags: readonly Counted[]): TagGroup[] {
  const groups = new Map<string, Counted[]>();
  for (const one of tags) {
    if (one.tag === favoriteTag) continue;
    const key = one.tag.toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((spellings) => ({
    tag: spellings[0]?.tag ?? '',
    count: spellings.reduce((sum, { count }) => sum + count, 0),
    spellings,
  }));
}

export function shownTags(groups: readonly TagGroup[], search: string, order: TagOrder, locale: string): TagGroup[] {
  const words = foldLetters(search);
  const byName = new Intl.Collator(locale, { numeric: true });
  return groups
    .filter(({ tag }) => foldLetters(tag).includes(words))
    .toSorted((a, b) => (order === 'count' ? b.count - a.count : 0) || byName.compare(a.tag, b.tag));
}

export function groupOf(groups: readonly TagGroup[], tag: string): TagGroup | undefined {
  return groups.find((group) => group.tag.toLowerCase() === tag.toLowerCase());
}
