/** One user's library among those of others, with collections, highlights and smart folders, indexed for the search. */
import type { Db, Query } from '#db/client.ts';
import { indexStale, settleIndex } from '#features/library/server/search-index.ts';
import { fillLibrary } from '../../tests/harness/database/realistic-library.ts';

export const bigCollection = 5_000;
export const collectionCount = 500;
const itemsOfEach = 20;
/** Rows that are indexed one by one, as the job does it; the others' rows are copies of the user's. */
const indexedOneByOne = 200;

export type Library = { userId: string; collectionId: string; folderId: string };

/** `indexMs`: the time to index one row for the search while the index exists. */
export async function makeLibrary(
  { db, query }: { db: Db; query: Query },
  { userId, own, others }: { userId: string; own: number; others: number },
): Promise<Library & { indexMs: number }> {
  await fillLibrary(db, { userId, notes: own });
  const definition = await dropIndex(query);
  await indexStale(db, { most: own - indexedOneByOne });
  await query(definition);
  const started = performance.now();
  const indexed = await indexStale(db, { most: own });
  const indexMs = (performance.now() - started) / indexed;
  await dropIndex(query);
  await copyForOthers(query, userId, others);
  await query(definition);
  await settleIndex(db);
  const collectionId = await makeCollections(query, userId, own);
  await query(
    `insert into user_content_highlights (user_id, content_id, highlight_text, scope, content_key, colour, anchors)
     select user_id, id, 'a sentence', 'note', 'note', 'yellow', '{}' from contents, generate_series(1, 3) n where abs(hashtext(id::text)) % 40 < n`,
  );
  const [folder] = await query<{ id: string }>(
    `insert into smart_folders (user_id, name, tags, match_type, rules)
     values ($1, 'Rivers', '{河流,river}', 'any', '{"types": ["audio"]}') returning id`,
    [userId],
  );
  await query('vacuum (analyze)');
  return { userId, collectionId, folderId: folder?.id ?? '', indexMs };
}

/** Drops the index, as filling it row by row takes most of the time. Returns the statement that makes it again. */
async function dropIndex(query: Query): Promise<string> {
  const name = 'library_search_grams_idx';
  const [index] = await query<{ indexdef: string }>('select indexdef from pg_indexes where indexname = $1', [name]);
  await query(`drop index ${name}`);
  return index?.indexdef ?? '';
}

async function copyForOthers(query: Query, userId: string, others: number): Promise<void> {
  await query(
    `insert into "user" (id, name, email) select 'other-' || n, 'Other', 'other-' || n || '@example.org' from generate_series(0, 99) n`,
  );
  await query(
    `create table copied as select n, gen_random_uuid() as id, gen_random_uuid() as source_id, 'other-' || n % 100 as owner, own.id as of
     from (select id, row_number() over () - 1 as place from contents where user_id = $1) own
     join generate_series(1, $2::int) n on n % (select count(*) from contents where user_id = $1) = own.place`,
    [userId, others],
  );
  await query(
    `insert into sources (id, key, url) select source_id, 'url:https://copied.test/' || n, 'https://copied.test/' || n from copied`,
  );
  const columns = `status, kind, content_type, title, source_url, duration_ms, description, note_language, note, note_excerpt, note_tags,
    open_todos, done_todos, created_at, updated_at`;
  await query(
    `insert into contents (id, user_id, source_id, ${columns})
     select copied.id, copied.owner, copied.source_id, ${columns.replaceAll(/\w+/g, 'c.$&')} from copied join contents c on c.id = copied.of`,
  );
  await query(
    `insert into library_search (user_id, content_id, part, plain, folded, title, description, starts, grams)
     select copied.owner, copied.id, s.part, s.plain, s.folded, s.title, s.description, s.starts, s.grams
     from copied join library_search s on s.user_id = $1 and s.content_id = copied.of`,
    [userId],
  );
  await query(`delete from library_stale where user_id like 'other-%'`);
  await query('drop table copied');
}

/** The first collection is the large one. */
async function makeCollections(query: Query, userId: string, own: number): Promise<string> {
  const made = await query<{ id: string }>(
    `insert into collections (user_id, slug, name, updated_at)
     select $1, 'bench-' || n, 'Collection ' || n, now() - n * interval '1 minute' from generate_series(1, $2::int) n returning id`,
    [userId, collectionCount],
  );
  const [big, ...small] = made.map(({ id }) => id);
  await query(
    `insert into collection_items (collection_id, content_id, user_id, position)
     select $2::uuid, id, user_id, row_number() over (order by md5(id::text)) from contents where user_id = $1 limit $3`,
    [userId, big, Math.min(bigCollection, own)],
  );
  await query(
    `insert into collection_items (collection_id, content_id, user_id, position)
     select collection, content.id, $1, content.place
     from unnest($2::uuid[]) with ordinality as each (collection, nth)
     join (select id, row_number() over (order by md5(id::text)) as place from contents where user_id = $1) content
       on (content.place + each.nth * 17) % ($3::int / $4::int) = 0`,
    [userId, small, own, itemsOfEach],
  );
  return big ?? '';
}
