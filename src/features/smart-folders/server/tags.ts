/**
 * Tags that differ only in case are one tag. The usual spellings of a wanted tag are looked for; to find every mixture of capitals,
 * all tags of the user would be read for each list.
 */
import { and, arrayContains, arrayOverlaps, type SQL } from 'drizzle-orm';
import { contents } from '#db/schema/content.ts';

export function spellingsOf(tag: string): string[] {
  const small = tag.toLowerCase();
  const [first = ''] = small;
  return [...new Set([tag, small, tag.toUpperCase(), first.toUpperCase() + small.slice(first.length)])];
}

/** Contents with any of the tags. The caller must fix the owner. */
export function hasAnyTag(tags: readonly string[]): SQL {
  return arrayOverlaps(contents.noteTags, [...new Set(tags.flatMap(spellingsOf))]);
}

/** Contents with all of the tags. The caller must fix the owner. */
export function hasAllTags(tags: readonly string[]): SQL | undefined {
  const spelled = tags.map(spellingsOf);
  const exact = spelled.flatMap((spellings) => (spellings.length === 1 ? spellings : []));
  return and(
    exact.length === 0 ? undefined : arrayContains(contents.noteTags, exact),
    ...spelled.filter((spellings) => spellings.length > 1).map((spellings) => arrayOverlaps(contents.noteTags, spellings)),
  );
}
