/** Tags that differ only in case are one tag. */
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { contents } from '#db/schema/content.ts';

/** A placeholder stands for the whole list. */
type Tags = readonly string[] | Placeholder;

const lowerOf = (tags: Tags): SQL => sql`lower_tags(${Array.isArray(tags) ? sql.param(tags) : tags}::text[])`;

/** Contents with any of the tags. The caller must fix the owner. */
export function hasAnyTag(tags: Tags): SQL {
  return sql`${contents.lowerTags} && ${lowerOf(tags)}`;
}

/** Contents with all of the tags. The caller must fix the owner. */
export function hasAllTags(tags: Tags): SQL {
  return sql`${contents.lowerTags} @> ${lowerOf(tags)}`;
}
