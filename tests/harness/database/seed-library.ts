/**
 * A database as it is after years: many users, a few with very many contents, and what hangs on contents. Made by the
 * database itself, a table in one statement, because a hundred thousand records sent one by one take minutes.
 */

import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { foldForSearch, gramsOf, gramsOfTerms } from '#lib/text/search-grams.ts';

export type SeedSize = {
  /** Contents of each named user, who must exist. */
  contents: Readonly<Record<string, number>>;
  /** Contents of all other users together, a hundred for each. They are made. */
  others: number;
  /** Sentences of about 70 characters in each note. */
  noteSentences: number;
  /** Lines in each transcript. */
  lines: number;
  /** Every so manieth content can be searched; by default none, as before a job has run. */
  searchedEvery?: number;
  /** Tells this seed’s rows from those of another one in the same database; by default it is the only one. */
  mark?: string;
};

/** A seed that shares its database is small: from here on the statistics of tables matter. */
const manyContents = 10_000;

/** Every content has a source, an extraction, a finished run, a note and a highlight; every tenth has everything else. */
export async function seedLibrary(db: Db, size: SeedSize): Promise<void> {
  const named = Object.entries(size.contents);
  const mark = size.mark ?? '';
  const total = named.reduce((sum, [, count]) => sum + count, 0) + size.others;
  const owners = [
    ...named.map(([id, count]) => sql`select ${id}::text as user_id, generate_series(1, ${count}::int) as place`),
    sql`select ${`other-${mark}`}::text || (n % greatest(1, ${size.others}::int / 100)), n from generate_series(1, ${size.others}::int) n`,
  ];
  const statements: SQL[] = [
    sql`insert into "user" (id, name, email)
        select ${`other-${mark}`}::text || n, 'Anonymous', ${`other-${mark}`}::text || n || '@seed.test' from generate_series(0, greatest(1, ${size.others}::int / 100) - 1) n`,
    // Which content is whose: mixed, as they come in.
    sql`create temporary table seed on commit drop as
        select row_number() over (order by md5(user_id || place)) as n, user_id, ${mark}::text as mark from (${sql.join(owners, sql` union all `)}) owned`,
    sql`alter table seed add primary key (n)`,
    sql`analyze seed`,
    ...sharedWork(size),
    ...records(size),
    ...extras(total, mark),
    ...(size.searchedEvery === undefined ? [] : searchRows(size.searchedEvery, size.noteSentences)),
  ];
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local work_mem = '64MB'`);
    // The rows refer to each other as they should: checking each of a million of them takes most of the time.
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.execute(statement);
  });
  if (mark === '' || total >= manyContents) await db.execute(sql`vacuum (analyze)`);
}

const md5 = (n: number) => createHash('md5').update(String(n)).digest('hex');

/** A UUID of version 4 in form, always the same one for the same `n` and mark. */
const id = (kind: string, n: SQL = sql`n`) =>
  sql`overlay(overlay(md5(${kind} || mark || ${n}) placing '4' from 13) placing '8' from 17)::uuid`;
/** One a minute, the last one now. */
const moment = sql`now() - (select max(n) from seed) * interval '1 minute' + n * interval '1 minute'`;

function sharedWork({ lines }: SeedSize): SQL[] {
  return [
    sql`insert into sources (id, key, url, blob_key, stored_bytes, created_at)
        select ${id('source')}, 'url:https://seed.test/' || mark || n, 'https://seed.test/' || mark || n, case when n % 50 = 0 then 'uploads/seed-' || mark || n end,
          case when n % 2 = 0 then 20000 else 0 end, ${moment} from seed`,
    sql`insert into extractions (id, source_id, data, created_at)
        select ${id('extraction')}, ${id('source')}, jsonb_build_object(
          'kind', 'video', 'canonicalUrl', null, 'title', 'Recording ' || n, 'author', null, 'siteName', null, 'description', null,
          'publishedAt', null, 'language', 'en', 'durationMs', 600000, 'coverUrl', null,
          'coverBlob', case when n % 2 = 0 then 'covers/' || md5('cover' || n) end,
          'media', case when n % 50 = 0 then jsonb_build_object('type', 'video', 'mime', 'video/mp4', 'url', null, 'blob', 'uploads/seed-' || mark || n) end,
          'chapters', '[]'::jsonb, 'articleMarkdown', null, 'problem', null,
          'transcript', jsonb_build_object('timed', true, 'language', 'en', 'provenance', '{"origin": "human", "track": "en"}'::jsonb, 'segments', words.segments)
        ), ${moment}
        from seed, (select jsonb_agg(jsonb_build_object('id', line, 'startMs', line * 4000, 'endMs', line * 4000 + 3900,
          'text', 'Line ' || line || ' says what the keeper of the lock wrote down ' || md5(line::text)) order by line) as segments
          from generate_series(0, ${lines}::int - 1) line) words`,
    sql`insert into runs (id, source_id, key, note_language, extraction_id, note, key_user_id, created_at, finished_at)
        select ${id('run')}, ${id('source')}, md5('key' || mark || n), 'en', ${id('extraction')}, '{"markdown": "", "outline": {}}'::jsonb,
          case when n % 100 = 0 then user_id end, ${moment}, ${moment} from seed`,
    sql`insert into tasks (id, kind, key, payload, state, lease, progress, created_at, started_at, finished_at, updated_at)
        select ${id('run')}, 'note', md5('key' || mark || n), '{}'::jsonb, 'completed', 1,
          '{"type": "stage", "stage": "note", "percent": 95, "code": "rendering_note", "elapsedMs": 1000}'::jsonb,
          ${moment}, ${moment}, ${moment}, ${moment} from seed`,
    sql`insert into task_events (task_id, event, created_at)
        select ${id('run')}, jsonb_build_object('type', kind, 'percent', 10, 'elapsedMs', 1000), ${moment}
        from seed, unnest(array['stage', 'completed']) kind`,
    sql`insert into run_waits (run_id, site, priority, waiting, created_at)
        select ${id('run')}, 'host:seed-' || (n % 10) || '.test', 0, false, ${moment} from seed`,
    sql`insert into checkpoints (key, source_id, value, created_at)
        select ${id('source')} || ':' || md5('step' || n), ${id('source')}, '{"text": "step"}'::jsonb, ${moment} from seed`,
  ];
}

function records({ noteSentences }: SeedSize): SQL[] {
  // Beside a tag of all, one of some of them: a library of thousands has many that are rare.
  const secondTag = sql`case when n < 100 then 'keeper' else 'Shelf-' || n % 900 end`;
  const note = sql`'# Recording ' || n || E'\n\n' || words.text || E'\n\n#seed #' || ${secondTag}`;
  const words = sql`(select string_agg('The register names the height of the water ' || md5(line::text), E'.\n\n') as text
    from generate_series(1, ${noteSentences}::int) line) words`;
  return [
    sql`insert into contents (id, user_id, source_id, extraction_id, status, kind, content_type, title, source_url, duration_ms,
          cover_blob, note_language, note, note_excerpt, note_tags, note_version_id, created_at, updated_at)
        select ${id('content')}, user_id, ${id('source')}, ${id('extraction')}, 'completed', 'video',
          (array['longVideo', 'longVideo', 'shortVideo', 'online', 'audio', 'online', 'longVideo'])[1 + n % 7],
          'Recording ' || n, 'https://seed.test/' || mark || n, 600000, case when n % 2 = 0 then 'covers/' || md5('cover' || n) end, 'en',
          ${note}, left(replace(words.text, E'\n\n', ' '), 280), array['seed', ${secondTag}], ${id('version')}, ${moment}, ${moment} from seed, ${words}`,
    sql`insert into note_versions (id, user_id, content_id, extraction_id, markdown, method, created_at)
        select ${id('version')}, user_id, ${id('content')}, ${id('extraction')}, ${note}, 'extractive', ${moment} from seed, ${words}`,
    sql`insert into user_content_highlights (user_id, content_id, highlight_text, scope, content_key, colour, anchors, created_at, deleted_at)
        select user_id, ${id('content')}, 'the height of the water ' || n, 'note', 'note', (array['yellow', 'green', 'blue', 'pink'])[1 + n % 4],
          '{"exact": "the height of the water", "prefix": "", "suffix": "", "start": 10, "alone": true}'::jsonb,
          ${moment}, case when n % 20 = 0 then ${moment} end from seed`,
  ];
}

/** As the job makes them: the numbers of what all notes say, and those of the title's own digits. */
function searchRows(every: number, noteSentences: number): SQL[] {
  const words = Array.from({ length: noteSentences }, (_, line) => `the register names the height of the water ${md5(line + 1)}`);
  const folded = words.join('\n');
  const shared = [...gramsOf(foldForSearch(folded), false, gramsOf('recording', true))];
  const digits = Array.from({ length: 10 }, (_, digit) => String(digit));
  const pairs = digits.flatMap((one) => digits.map((two) => `${one}${two}`));
  const triples = pairs.flatMap((pair) => digits.map((digit) => `${pair}${digit}`));
  const gramOf = (term: string) => gramsOfTerms([term])[0];
  const table = JSON.stringify(Object.fromEntries([...digits, ...pairs, ...triples].map((term) => [term, gramOf(term)])));
  return [
    sql`create temporary table gram_of on commit drop as select key as term, value::int as gram from jsonb_each_text(${table}::jsonb)`,
    sql`alter table gram_of add primary key (term)`,
    // Filling an index of so many rows one by one takes minutes.
    sql`do $$ begin execute format('create temporary table index_of on commit drop as select %L as made', pg_get_indexdef('library_search_grams_idx'::regclass)); drop index library_search_grams_idx; end $$`,
    sql`insert into library_search (user_id, content_id, part, plain, folded, title, grams)
        select user_id, ${id('content')}, 'note', ${folded}, ${folded}, 'recording ' || n,
          array_cat(${`{${shared.join(',')}}`}::int[], array(
            select gram from generate_series(1, length(n::text)) place cross join generate_series(1, 3) size
            join gram_of on term = substr(n::text, place, size) where place + size <= length(n::text) + 1))
        from seed where n % ${every}::int = 0`,
    sql`do $$ begin execute (select made from index_of); end $$`,
  ];
}

function extras(total: number, mark: string): SQL[] {
  const tenth = sql`seed where n % 10 = 0`;
  return [
    sql`insert into chat_history (id, user_id, content_id, messages, updated_at) select ${id('chat')}, user_id, ${id('content')}, '[]'::jsonb, ${moment} from ${tenth}`,
    sql`insert into prompt_results (user_id, content_id, prompt_id, title, prompt, text, created_at, deleted_at)
        select user_id, ${id('content')}, 'official-todo', 'To do', 'What is to be done?', 'Nothing', ${moment},
          case when n % 100 = 0 then now() - interval '1 hour' end from ${tenth}`,
    sql`insert into custom_prompts (user_id, title, custom_prompt, deleted_at)
        select user_id, 'Prompt ' || n, 'What?', case when n % 100 = 0 then now() - interval '1 hour' end from ${tenth}`,
    sql`insert into transcript_edits (user_id, content_id, edit) select user_id, ${id('content')}, '{}'::jsonb from ${tenth}`,
    sql`insert into transcript_translations (user_id, content_id, language, lines) select user_id, ${id('content')}, 'zh', '{}'::jsonb from ${tenth}`,
    sql`insert into talk_articles (user_id, content_id) select user_id, ${id('content')} from ${tenth}`,
    sql`insert into talk_article_parts (user_id, content_id, position, start_ms) select user_id, ${id('content')}, part, 0 from seed, generate_series(0, 2) part where n % 10 = 0`,
    sql`insert into passage_indexes (id, extraction_id, content_id, hash, passages, average_length)
        select ${id('passages')}, ${id('extraction')}, case when n % 20 = 0 then ${id('content')} end, md5('words' || n), 2, 3 from ${tenth}`,
    sql`insert into passages (index_id, position, first_segment, last_segment, terms)
        select ${id('passages')}, place, 0, 1, array['water', 'height', 'keeper' || n] from seed, generate_series(0, 1) place where n % 10 = 0`,
    sql`insert into collections (id, user_id, slug, name) select ${id('collection')}, user_id, 'seed-' || mark || n, 'Collection ' || n from seed where n % 500 = 0`,
    sql`insert into collection_items (collection_id, content_id, user_id, position)
        select c.id, i.id, c.user_id, row_number() over (partition by c.id)
        from (select ${id('collection')} as id, user_id from seed where n % 500 = 0) c
        cross join lateral (select id from contents where user_id = c.user_id limit 50) i`,
    sql`insert into watch_later (user_id, content_id) select user_id, ${id('content')} from ${tenth}`,
    sql`insert into batches (id, user_id, title, url) select ${id('batch')}, user_id, 'Batch ' || n, 'https://seed.test/list' from seed where n % 500 = 0`,
    sql`insert into batch_items (batch_id, content_id, run_id, position)
        select ${id('batch', sql`(n - n % 500)`)}, ${id('content')}, ${id('run')}, n % 500 from seed where n % 5 = 0 and n >= 500`,
    sql`insert into listings (user_id, url, data, complete) select user_id, 'https://seed.test/list', '{}'::jsonb, true from ${tenth}`,
    sql`insert into uploads (id, user_id, name, size_bytes, received_bytes, status, blob_key, created_at, updated_at)
        select 'seed-' || mark || n, user_id, 'talk.mp4', 1000, 1000, 'taken', 'uploads/seed-' || mark || n, ${moment}, ${moment} from seed where n % 20 = 0`,
    sql`insert into model_uses (job, kind, user_id, own_key, model, created_at, updated_at) select 'chat:' || mark || n, 'chat', user_id, false, 'seed', ${moment}, now() from ${tenth}`,
    sql`insert into session (id, user_id, token, expires_at) select 'seed-' || id, id, 'seed-token-' || id, now() + interval '1 day' from "user" where id like ${`other-${mark}%`}`,
    sql`insert into session (id, user_id, token, expires_at) select 'more-' || mark || n, user_id, 'more-token-' || mark || n, now() + interval '1 day' from ${tenth}`,
    sql`insert into rate_limits (key, taken, ends_at) select 'seed:' || mark || n, 1, now() + interval '1 day' from ${tenth}`,
    sql`insert into model_reservations (job, cost_usd, expires_at) select 'chat:' || mark || n, 0, now() + interval '1 day' from ${tenth}`,
    // The last one of each key; a few are in flight.
    sql`insert into tasks (id, kind, key, user_id, content_id, payload, state, created_at, finished_at)
        select ${id('task')}, 'seed', mark || n, user_id, ${id('content')}, '{}'::jsonb, case when n % 1000 = 0 then 'queued' else 'completed' end,
          ${moment}, case when n % 1000 <> 0 then ${moment} end from ${tenth}`,
    sql`insert into task_events (task_id, event, created_at)
        select ${id('task')}, jsonb_build_object('type', kind, 'percent', 10, 'elapsedMs', 1000), ${moment}
        from seed, unnest(array['stage', 'completed']) kind where n % 10 = 0`,
    sql`insert into tasks (kind, key, user_id, content_id, payload, state, finished_at)
        select kind, user_id || ':' || ${id('content')} || suffix, user_id, ${id('content')}, '{}'::jsonb, 'completed', now()
        from (select * from ${tenth}) owners, (values ('translation', ':zh'), ('article', '')) kinds (kind, suffix)`,
    sql`insert into blob_garbage (blob_key, created_at)
        select 'covers/' || md5(${mark}::text || 'gone' || n), now() + interval '1 day' from generate_series(1, greatest(1, ${total}::int / 100)) n`,
  ];
}
