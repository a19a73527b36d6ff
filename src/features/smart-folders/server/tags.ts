/** Tags that differ only in case are one tag, so a wanted one stands for all spellings that the user's notes have. */
import { and, arrayContains, arrayOverlaps, type SQL, sql } from 'drizzle-orm';
import { contents } from '#db/schema/content.ts';

const hasCase = (tag: string) => tag.toLowerCase() !== tag.toUpperCase();

/** Contents with any of the tags. The caller must fix the owner. */
export function hasAnyTag(userId: string, tags: readonly string[]): SQL {
  return tags.some(hasCase) ? spelledAsAny(userId, tags) : arrayOverlaps(contents.noteTags, [...tags]);
}

/** Contents with all of the tags. The caller must fix the owner. */
export function hasAllTags(userId: string, tags: readonly string[]): SQL | undefined {
  const exact = tags.filter((tag) => !hasCase(tag));
  return and(
    exact.length === 0 ? undefined : arrayContains(contents.noteTags, exact),
    ...tags.filter(hasCase).map((tag) => spelledAsAny(userId, [tag])),
  );
}

// The subquery does not depend on the outer row, so it is evaluated once and the index of tags is used.
function spelledAsAny(userId: string, tags: readonly string[]): SQL {
  const wanted = sql.join(
    tags.map((tag) => sql`lower(${tag})`),
    sql`, `,
  );
  return sql`${contents.noteTags} && (select array_agg(distinct tag) from ${contents} own, unnest(own.note_tags) tag
    where own.user_id = ${userId} and lower(tag) in (${wanted}))`;
}
