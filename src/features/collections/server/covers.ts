import { and, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { isOneOf } from '#db/one-of.ts';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { contents } from '#db/schema/content.ts';

/** The number of first items that are searched for a picture. */
const lookedAt = 20;

export type Cover = { id: string; coverBlob: string };

/** The content whose picture a collection shows: the chosen one while it is in it and has one, else the first. A SQL column. */
export function coverOf(): SQL<Cover | null> {
  const pictured = sql`join ${contents} c on c.id = item.content_id and c.user_id = item.user_id and c.cover_blob is not null`;
  const ofCollection = sql`item.user_id = ${collections.userId} and item.collection_id = ${collections.id}`;
  return sql<Cover | null>`coalesce(
    (select jsonb_build_object('id', c.id, 'coverBlob', c.cover_blob) from ${collectionItems} item ${pictured}
      where ${ofCollection} and item.content_id = ${collections.coverContentId}),
    (select jsonb_build_object('id', c.id, 'coverBlob', c.cover_blob) from (
        select * from ${collectionItems} item where ${ofCollection}
        order by item.position desc nulls last, item.content_id desc nulls last limit ${lookedAt}
      ) item ${pictured} order by item.position desc, item.content_id desc limit 1))`;
}

export async function coversOf(
  executor: Executor,
  collectionIds: readonly string[],
  which: SQL | undefined,
): Promise<Map<string, Cover>> {
  if (collectionIds.length === 0) return new Map();
  const rows = await executor
    .select({ id: collections.id, cover: coverOf() })
    .from(collections)
    .where(and(isOneOf(collections.id, collectionIds), which));
  return new Map(rows.flatMap(({ id, cover: found }) => (found === null ? [] : [[id, found]])));
}
