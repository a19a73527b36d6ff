/** With 100,000 contents in the database, what do the queries really read? Plans as PostgreSQL itself records them. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createDatabase, type DatabaseClient, openSession } from '#db/client.ts';
import { tidyAccountsJob } from '#features/account/jobs.ts';
import { deleteFilesJob } from '#features/contents/jobs.ts';
import { tidyPlaylistsJob } from '#features/ingest/jobs.ts';
import { tidyPromptsJob } from '#features/prompts/jobs.ts';
import { tidySitesJob } from '#features/summaries/jobs.ts';
import type { JobQueue } from '#infra/jobs/job.ts';
import { openJobQueue, type RunningQueue } from '#infra/jobs/queue.ts';
import { createLogger } from '#infra/logger/logger.ts';
import { tidyTasksJob } from '#infra/tasks/tidy-tasks.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database/databases.ts';
import { type ExecutedStatement, openStatementLog, recordStatements } from '../harness/database/executed-statements.ts';
import { seedLibrary } from '../harness/database/seed-library.ts';
import { createTestClient, type TestClient } from '../harness/http/client.ts';
import { startTestServer, type TestServer } from '../harness/http/server.ts';
import { type FakeLlm, startFakeLlm } from '../harness/models/fake-llm.ts';
import { type Replay, startReplay } from '../harness/sites/replay.ts';
import { type Site, startSite } from '../harness/sites/site.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, submit } from './setup.ts';

const library = 80_000;
/** A table with more rows than this is read by an index, and only in part. */
const bigTable = 2_000;
/** Of a big table, by one statement. */
const mostRows = 700;

let database: TestDatabase;
let recorded: DatabaseClient;
let server: TestServer;
let site: Site;
let internet: Replay;
let client: TestClient;
let queue: RunningQueue;
let log: ReturnType<typeof openStatementLog>;
let bigTables: Set<string>;

/** A server for the one client of this file. */
async function start(env: Record<string, string>): Promise<void> {
  const cookie = client?.cookie();
  server = await startTestServer({
    database: database.connection,
    ...(server ? { dataDir: server.dataDir } : {}),
    env: { GLEANER_FETCH_ALLOW: site.host, GLEANER_REPLAY: internet.url, ...env },
  });
  client = createTestClient(server.url, cookie);
}

beforeAll(async () => {
  // The packaged PostgreSQL: its log is at hand.
  const cluster = inject('clusters')[0];
  if (!cluster) throw new Error('no cluster');
  database = await cloneDatabase(cluster.connection);
  // Begins before the record: what is made for the test is no part of it.
  const silent = await openSession(database.connection, { applicationName: 'test' });
  await recordStatements(silent.db);
  [site, internet] = await Promise.all([startSite(), startReplay()]);
  await start({});
  await client.rpc.account.ensure.mutate();
  const { user } = await client.rpc.account.me.query();
  if (!user) throw new Error('no user');
  await seedLibrary(silent.db, {
    contents: { [user.id]: library },
    others: 20_000,
    noteSentences: 1,
    lines: 2,
    searchedEvery: 4,
  });
  const big = await silent.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and reltuples > $1 and relnamespace = 'public'::regnamespace`,
    [bigTable],
  );
  bigTables = new Set(big.map(({ name }) => name));
  const [directory] = await silent.query<{ data_directory: string }>('show data_directory');
  log = openStatementLog(directory?.data_directory ?? '');
  await silent.close();
  recorded = createDatabase(database.connection, { max: 1, applicationName: 'test' });
  const logger = createLogger({ level: 'silent', format: 'json', secrets: [] });
  queue = await openJobQueue({ connection: database.connection, logger, work: null });
}, 300_000);

afterAll(async () => {
  log?.close();
  await queue?.stop(0);
  await recorded?.close();
  await server?.stop();
  server?.remove();
  await Promise.all([site?.close(), internet?.close()]);
  await database?.drop();
});

/** What `work` made the database do with our own tables. The queue's are its library's. */
async function statementsOf(work: () => Promise<unknown>): Promise<ExecutedStatement[]> {
  log.next();
  await work();
  return log.next().filter(({ text }) => !text.includes('pgboss'));
}

/** Every way in which a statement reads more than it needs. */
function excessOf(statements: readonly ExecutedStatement[]): string[] {
  return statements.flatMap(({ text, scans, sorted }) => {
    const counts = /count\(\*\)|sum\(/.test(text);
    const faults = scans
      .filter(({ table }) => bigTables.has(table))
      .flatMap(({ type, table, index, rows, heapFetches }) => {
        if (type.includes('Seq Scan')) return [`reads all of ${table}`];
        // A count or a sum reads every entry of an index, and no record.
        if (counts && type === 'Index Only Scan' && heapFetches < mostRows) return [];
        return rows > mostRows ? [`reads ${rows} rows of ${table} by ${index}`] : [];
      });
    if (sorted > mostRows) faults.push(`sorts ${sorted} rows`);
    return faults.map((fault) => `${fault}: ${text.slice(0, 300)}`);
  });
}

const indexesOf = (statements: readonly ExecutedStatement[]) =>
  new Set(statements.flatMap(({ scans }) => scans.map(({ index }) => index)));

describe('plans: calls of a user with 80,000 contents', () => {
  let contentId: string;
  /** The longest title that the search knows once: no other has all of its words. */
  let searched: string;

  beforeAll(async () => {
    const { user } = await client.rpc.account.me.query();
    const [row] = await recorded.query<{ title: string }>(
      `select title from library_search where user_id = $1 and part = 'note' group by title having count(*) = 1
       order by length(title) desc, title limit 1`,
      [user?.id],
    );
    searched = row?.title ?? '';
    const { uniqueVideos } = await client.rpc.user.videos.query({ limit: 1 });
    contentId = uniqueVideos[0]?.content_id ?? '';
  });

  const calls: [name: string, call: () => Promise<unknown>, indexes: string[]][] = [
    [
      'user.videos',
      () => pages((cursor) => client.rpc.user.videos.query({ cursor })),
      ['contents_user_updated_idx', 'contents_count_idx'],
    ],
    [
      'user.videos of a type',
      () => pages((cursor) => client.rpc.user.videos.query({ cursor, type: 'audio' })),
      ['contents_user_type_idx'],
    ],
    ...(
      [
        ['title-asc', 'contents_user_title_idx'],
        ['note-desc', 'contents_user_excerpt_idx'],
        ['created-desc', 'contents_user_created_idx'],
        ['updated-asc', 'contents_user_updated_idx'],
      ] as const
    ).map(([sort, index]): [string, () => Promise<unknown>, string[]] => [
      `user.videos by ${sort}`,
      () => pages((cursor) => client.rpc.user.videos.query({ cursor, sort })),
      [index],
    ]),
    [
      'user.videos of a tag in other capitals',
      () => pages((cursor) => client.rpc.user.videos.query({ cursor, tag: 'sHELF-7' })),
      ['contents_user_lower_tags_idx'],
    ],
    [
      'highlights.list',
      () => pages((cursor) => client.rpc.highlights.list.query({ cursor })),
      ['user_content_highlights_user_idx'],
    ],
    [
      'highlights.list of a colour',
      () => pages((cursor) => client.rpc.highlights.list.query({ cursor, colour: 'pink' })),
      ['user_content_highlights_colour_idx'],
    ],
    ['highlights.ofContent', () => client.rpc.highlights.ofContent.query({ contentId }), ['user_content_highlights_content_idx']],
    [
      'content.detail',
      () => client.rpc.content.detail.query({ contentId }),
      ['contents_owner_idx', 'extractions_pkey', 'note_versions_pkey'],
    ],
    [
      'user.searchVideos',
      async () => {
        const { searchResults } = await client.rpc.user.searchVideos.query({ keyword: searched });
        expect(searchResults).toHaveLength(1);
      },
      ['library_search_grams_idx'],
    ],
    [
      'library.find',
      async () => {
        const { titles } = await client.rpc.library.find.query({ keyword: searched });
        expect(titles).toHaveLength(1);
      },
      ['library_search_grams_idx'],
    ],
    ['content.running', () => client.rpc.content.running.query(), ['contents_user_active_idx']],
    ['content.versions', () => client.rpc.content.versions.query({ contentId }), []],
    ['content.translation', () => client.rpc.content.translation.query({ contentId, language: 'zh' }), []],
    ['content.writtenArticle', () => client.rpc.content.writtenArticle.query({ contentId }), []],
    ['chat.history', () => client.rpc.chat.history.query({ contentId }), ['chat_history_content_idx']],
    ['prompt.mine', () => client.rpc.prompt.mine.query(), ['custom_prompts_user_idx']],
    ['prompt.results', () => client.rpc.prompt.results.query({ contentId }), ['prompt_results_content_prompt_idx']],
    [
      'share.getContentCollections',
      () => client.rpc.share.getContentCollections.query({ contentId }),
      ['collection_items_content_idx'],
    ],
    [
      'share.listUserCollections and share.getCollectionDetails',
      async () => {
        const [first] = await client.rpc.share.listUserCollections.query();
        await pages((cursor) => client.rpc.share.getCollectionDetails.query({ id: first?.id ?? '', cursor }));
      },
      ['collection_items_order_idx'],
    ],
    ['link.find', () => client.rpc.link.find.query({ url: 'https://seed.test/7' }), ['sources_key_unique']],
    [
      'ingest.preview of known links',
      () => client.rpc.ingest.preview.query({ text: 'https://seed.test/7 https://seed.test/8' }),
      ['sources_key_unique'],
    ],
  ];

  test.each(calls)('%s reads by its index and no more than a page', async (_name, call, indexes) => {
    const statements = await statementsOf(call);
    expect(excessOf(statements)).toEqual([]);
    expect([...indexesOf(statements)]).toEqual(expect.arrayContaining(indexes));
  });

  test('COL-07 the batch forms ask the database as often for a hundred as for one', async () => {
    const { uniqueVideos } = await client.rpc.user.videos.query({ limit: 100 });
    const contentIds = uniqueVideos.map(({ content_id: id }) => id);
    const { share } = client.rpc;
    const { collection } = await share.createCollection.mutate({ name: 'Batch' });
    const collectionIds = (await share.listUserCollections.query()).map(({ id }) => id).slice(0, 20);
    // Of collections: what else the server does meanwhile is not counted, nor what keys ask for each row that is written.
    const asked = async (work: () => Promise<unknown>) =>
      (await statementsOf(work)).filter(({ text }) => text.includes('collection') && !/for key share/i.test(text)).length;
    const counts = async (call: (all: boolean) => Promise<unknown>) =>
      [await asked(() => call(false)), await asked(() => call(true))] as const;
    const calls: ((all: boolean) => Promise<unknown>)[] = [
      (all) => share.getBatchContentCollections.query({ contentIds: all ? contentIds : contentIds.slice(0, 1) }),
      (all) => share.getContentsInCollections.query({ collectionIds: all ? collectionIds : collectionIds.slice(0, 1) }),
      (all) =>
        share.addItemsToCollection.mutate({ collectionId: collection.id, contentIds: all ? contentIds : contentIds.slice(0, 1) }),
    ];
    for (const call of calls) {
      const [one, many] = await counts(call);
      expect(one).toBeGreaterThan(0);
      expect(many).toBe(one);
    }
  });

  const searches: [name: string, call: () => Promise<{ complete: boolean }>][] = [
    ['a word of many titles', () => client.rpc.user.searchVideos.query({ keyword: '77' })],
    ['words of a few', () => client.rpc.user.searchVideos.query({ keyword: 'recording 777', type: 'audio' })],
    ['a Chinese word', () => client.rpc.user.searchVideos.query({ keyword: '望远镜', inTranscripts: true })],
    ['one Chinese letter', () => client.rpc.user.searchVideos.query({ keyword: '镜' })],
    ['words that are typed', () => client.rpc.library.find.query({ keyword: '778' })],
  ];

  test.each(searches)('LIB-07 %s of this user are found by one index of owner, part and letters', async (_name, call) => {
    const statements = await statementsOf(call);
    const lookups = statements.filter(({ text }) => text.includes('"library_search"."grams" @>'));
    const reads = lookups.flatMap(({ scans }) => scans.filter(({ table }) => table === 'library_search'));
    // The texts of what it found are read by their key.
    const bySearch = reads.filter(({ index }) => index !== 'library_search_user_id_content_id_part_pk');
    expect(bySearch.length).toBeGreaterThan(0);
    for (const { index, condition } of bySearch) {
      expect(index).toBe('library_search_grams_idx');
      expect(condition).toMatch(/user_id = .* AND .*part = .* AND .*grams @> /);
    }
  });

  test('LIB-07 no other operators stand between the search and its index', async () => {
    // With `intarray`, whose `@>` comes before the server's own, no plan would use it.
    const found = await recorded.query<{ extname: string }>(
      `select extname from pg_extension where extname in ('btree_gin', 'intarray')`,
    );
    expect(found).toEqual([{ extname: 'btree_gin' }]);
  });

  test('COL-02 the search of the square reads the titles that have its letters, and no others', async () => {
    const { user } = await client.rpc.account.me.query();
    const { rows } = await recorded.db.execute(sql`with owned as (
        select id as content_id, user_id, row_number() over () as n from contents where user_id <> ${user?.id} limit 3000),
      made as (insert into collections (user_id, slug, name, is_public, published_at)
        select user_id, 'square-' || n, 'Shelf ' || n || ' on ' || md5(n::text), true, now() - n * interval '1 minute' from owned returning id, user_id, slug)
      insert into collection_items (collection_id, content_id, user_id, position)
        select made.id, content_id, made.user_id, 1 from made join owned on slug = 'square-' || n returning 1`);
    expect(rows).toHaveLength(3000);
    await recorded.query('analyze square_search, collections, collection_items');
    bigTables.add('square_search');
    const stranger = createTestClient(server.url);
    const search = createHash('md5').update('1234').digest('hex').slice(0, 10);
    const statements = await statementsOf(async () => {
      const { collections } = await stranger.rpc.public.collections.query({ search });
      expect(collections.map(({ slug }) => slug)).toEqual(['square-1234']);
      expect((await stranger.rpc.public.collections.query({ search: '没有这样的标题' })).collections).toEqual([]);
    });
    expect(excessOf(statements)).toEqual([]);
    expect([...indexesOf(statements)]).toContain('square_search_pairs_idx');
  });

  test('a submission, its run and its deletion read by indexes', async () => {
    site.on('/lock', { body: articleHtml('the upper lock') });
    const statements = await statementsOf(async () => {
      const id = await submit(client, `${site.url}/lock`);
      await client.rpc.content.running.query();
      expect(await settled(client, id)).toMatchObject({ status: 'completed' });
      // Answered by the run that has just ended.
      const other = createTestClient(server.url);
      await other.rpc.account.ensure.mutate();
      await settled(other, await submit(other, `${site.url}/lock`));
      await client.rpc.userNote.deleteContentWithCleanup.mutate({ contentId: id });
    });
    expect(excessOf(statements)).toEqual([]);
    expect([...indexesOf(statements)]).toEqual(expect.arrayContaining(['runs_key_idx', 'tasks_in_flight_idx']));
  });
});

/** Two pages of a list. */
async function pages(read: (cursor: string | undefined) => Promise<{ nextCursor: string | null }>): Promise<void> {
  const { nextCursor } = await read(undefined);
  expect(nextCursor).not.toBeNull();
  await read(nextCursor ?? undefined);
}

/** Has a worker of the server do a job, and waits for its end. */
async function work(job: Parameters<JobQueue['enqueue']>[1]): Promise<void> {
  const id = await queue.enqueue(recorded.db, job, {});
  await waitFor(`the end of ${job.name}`, async () => {
    const [row] = await recorded.query<{ state: string }>('select state from pgboss.job where id = $1', [id]);
    return row?.state === 'completed' || undefined;
  });
}

describe('plans: clean-ups', () => {
  test('tasks, pieces of drafts, files, playlists and sites are found by indexes', async () => {
    await recorded.db.execute(sql`update blob_garbage set created_at = now() - interval '1 minute' where id <= 20`);
    await recorded.db.execute(sql`insert into task_events (task_id, event, created_at)
      select run_id, '{"type": "partial"}', now() - interval '2 hours' from run_waits limit 50`);
    const statements = await statementsOf(async () => {
      for (const job of [tidyTasksJob, deleteFilesJob, tidyPlaylistsJob, tidySitesJob]) await work(job);
    });
    expect(excessOf(statements)).toEqual([]);
    expect([...indexesOf(statements)]).toEqual(
      expect.arrayContaining([
        'task_events_partial_idx',
        'sources_blob_idx',
        'contents_cover_blob_idx',
        'extractions_cover_blob_idx',
        'extractions_media_blob_idx',
        'listings_created_idx',
      ]),
    );
    expect(statements.some(({ scans }) => scans.some(({ table }) => table === 'blob_garbage'))).toBe(true);
  });

  test('deleted prompts and answers are found by indexes', async () => {
    const statements = await statementsOf(() => work(tidyPromptsJob));
    expect(excessOf(statements)).toEqual([]);
    expect([...indexesOf(statements)]).toEqual(
      expect.arrayContaining(['prompt_results_deleted_idx', 'custom_prompts_deleted_idx']),
    );
  });

  test('empty accounts of guests, ended sessions, windows of limits, reservations and uses are found by indexes', async () => {
    await recorded.query(`insert into "user" (id, name, email, is_anonymous, created_at)
      select 'empty-' || n, 'Anonymous', 'empty-' || n || '@seed.test', true, now() - interval '30 days' from generate_series(1, 300) n`);
    const statements = await statementsOf(() => work(tidyAccountsJob));
    expect(excessOf(statements)).toEqual([]);
    expect([...bigTables]).toEqual(expect.arrayContaining(['session', 'rate_limits', 'model_reservations']));
    expect([...indexesOf(statements)]).toEqual(
      expect.arrayContaining([
        'session_expires_idx',
        'rate_limits_ends_idx',
        'model_reservations_expires_idx',
        'model_uses_updated_idx',
        'user_guests_idx',
      ]),
    );
    expect(await recorded.query(`select 1 from "user" where id like 'empty-%'`)).toEqual([]);
  });

  test('uploads that were given up are found by an index', async () => {
    const statements = await statementsOf(() => work({ ...tidySitesJob, name: 'uploads.clean' }));
    expect(excessOf(statements)).toEqual([]);
    expect([...indexesOf(statements)]).toContain('uploads_left_idx');
  });
});

describe('plans: deletions', () => {
  const ownedTables = [
    'chat_history',
    'collection_items',
    'note_versions',
    'prompt_results',
    'talk_article_parts',
    'talk_articles',
    'tasks',
    'transcript_edits',
    'transcript_translations',
    'user_content_highlights',
  ];
  /** The seed has none of their rows. */
  const emptyTables = [
    'image_generations',
    'library_answer_sources',
    'library_search',
    'library_stale',
    'music_generations',
    'shared_notes',
    'video_processing_tasks',
    'watch_later',
  ];
  const deletions: [name: string, statement: ReturnType<typeof sql>][] = [
    ['a content', sql`delete from contents where id = (select id from contents order by updated_at desc limit 1 offset 10)`],
    [
      'a source, with its extraction and its run',
      sql`with gone as (delete from contents where id in (select id from contents where user_id = 'other-1' limit 1) returning source_id)
          delete from sources where id in (select source_id from gone)`,
    ],
    [
      'a run',
      sql`delete from runs where id in (select active_run_id from contents where active_run_id is not null union all (select run_id from run_waits limit 1))`,
    ],
    ['an extraction that nothing uses', sql`delete from extractions where id in (select id from made)`],
    ['a user', sql`delete from "user" where id = 'other-2'`],
  ];

  test.each(deletions)('%s goes without reading a whole table', async (_name, statement) => {
    const statements = await statementsOf(async () => {
      await recorded.db
        .transaction(async (tx) => {
          await tx.execute(sql`create temporary table made (id uuid) on commit drop`);
          await tx.execute(
            sql`with one as (insert into extractions (source_id, data) select source_id, '{}' from runs limit 1 returning id) insert into made select id from one`,
          );
          await tx.execute(statement);
          throw new Error('rolled back');
        })
        .catch((error: Error) => {
          if (error.message !== 'rolled back') throw error;
        });
    });
    const cascades = statements.filter(({ text }) => /FROM ONLY|ONLY "public"/.test(text));
    expect(cascades.length).toBeGreaterThan(0);
    expect(excessOf(cascades)).toEqual([]);
  });

  test('every foreign key is found from the row it points to by an index', async () => {
    const missing = await recorded.query<{ name: string }>(`
        select f.conrelid::regclass || '.' || f.conname as name from pg_constraint f
        where f.contype = 'f' and f.connamespace = 'public'::regnamespace and not exists (
          select 1 from pg_index i where i.indrelid = f.conrelid and i.indisvalid
            and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey and f.conkey @> (i.indkey::int2[])[0:cardinality(f.conkey) - 1]
            -- A condition only leaves out rows that point nowhere.
            and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = (
              select '(' || quote_ident(a.attname) || ' IS NOT NULL)' from pg_attribute a where a.attrelid = f.conrelid and a.attnum = f.conkey[1])))
        order by 1`);
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  test('a row about another user’s content is refused by the database, in every table', async () => {
    const statements = ownedTables.map(
      (table) => `update ${table} set user_id = 'other-3'
        where ctid = (select ctid from ${table} where user_id <> 'other-3' limit 1)`,
    );
    statements.push(
      `insert into note_versions (user_id, content_id, markdown, method)
       select 'other-3', id, 'Mine', 'edited' from contents where user_id = 'other-4' limit 1`,
      `insert into library_search (user_id, content_id, part, plain, folded, grams)
       select 'other-3', id, 'note', '', '', '{}' from contents where user_id = 'other-4' limit 1`,
      `insert into library_stale (user_id, content_id) select 'other-3', id from contents where user_id = 'other-4' limit 1`,
      `insert into watch_later (user_id, content_id) select 'other-3', id from contents where user_id = 'other-4' limit 1`,
      `insert into video_processing_tasks (user_id, content_id, video_url) select 'other-3', id, '/v' from contents where user_id = 'other-4' limit 1`,
      `insert into shared_notes (slug, user_id, content_id) select 'taken', 'other-3', id from contents where user_id = 'other-4' limit 1`,
      `update collection_items set collection_id = (select id from collections where user_id like 'other-%' limit 1)
       where ctid = (select ctid from collection_items where user_id not like 'other-%' limit 1)`,
    );
    for (const statement of statements)
      await expect(recorded.query(statement), statement).rejects.toMatchObject({ code: '23503' });
  });

  test('every table about contents of users refers to both together', async () => {
    const tables = await recorded.query<{ name: string; refers: boolean }>(`
        select t.relname as name, exists (
          select 1 from pg_constraint f where f.conrelid = t.oid and f.contype = 'f' and f.confdeltype = 'c'
            and f.conkey @> array[u.attnum, c.attnum] and cardinality(f.conkey) = 2) as refers
        from pg_class t
        join pg_attribute u on u.attrelid = t.oid and u.attname = 'user_id' and not u.attisdropped
        join pg_attribute c on c.attrelid = t.oid and c.attname = 'content_id' and not c.attisdropped
        where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace order by 1`);
    expect(tables.map(({ name }) => name)).toEqual([...ownedTables, ...emptyTables].sort());
    expect(tables.filter(({ refers }) => !refers)).toEqual([]);
  });
});

describe('plans: tasks', () => {
  let model: FakeLlm;
  let contentId: string;
  beforeAll(async () => {
    model = await startFakeLlm();
    await server.stop();
    await start({
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'sk-test',
      OPENAI_MODEL: 'fake-model',
      MODEL_ANSWERS_AT_ONCE: '1000',
    });
    const [row] = await recorded.query<{ id: string }>(
      `select content_id as id from tasks where user_id not like 'other-%' and state = 'completed' limit 1`,
    );
    contentId = row?.id ?? '';
  });
  afterAll(() => model.close());

  test('a question, its answer and its end read by indexes', async () => {
    const statements = await statementsOf(async () => {
      const { rpc } = client;
      await rpc.chat.ask.mutate({ contentId, question: 'Who keeps the lock?' });
      await rpc.content.translate.mutate({ contentId, language: 'zh' });
      await rpc.prompt.run.mutate({ contentId, promptId: 'official-quotes', language: 'en' });
      await rpc.content.writeArticle.mutate({ contentId, parts: 'all' });
      await waitFor('all answers', async () => {
        const { answeringId } = await rpc.chat.history.query({ contentId });
        const { state } = await rpc.content.translation.query({ contentId, language: 'zh' });
        const { result } = await rpc.prompt.result.query({ contentId, promptId: 'official-quotes' });
        const article = await rpc.content.writtenArticle.query({ contentId });
        const states = [state, article.state, result?.state];
        return (answeringId === null && !states.some((each) => each === 'running' || each === 'queued')) || undefined;
      });
    });
    expect(excessOf(statements)).toEqual([]);
    expect([...bigTables]).toEqual(expect.arrayContaining(['tasks', 'task_events']));
    expect([...indexesOf(statements)]).toEqual(expect.arrayContaining(['tasks_pkey', 'tasks_key_idx']));
  });

  test('forgotten and replaced tasks and old pieces of drafts are found by indexes', async () => {
    await recorded.query(`insert into task_events (task_id, event, created_at)
      select id, '{"type": "partial"}', now() - interval '2 hours' from tasks where state = 'completed' limit 50`);
    await recorded.query(`insert into tasks (kind, key, user_id, content_id, payload, state, created_at, replaced_at)
      select kind, key, user_id, content_id, payload, 'failed', created_at - interval '1 hour', now() - interval '25 hours' from tasks
      where kind = 'seed' and state = 'completed' limit 50`);
    const statements = await statementsOf(() => work(tidyTasksJob));
    expect(excessOf(statements)).toEqual([]);
    expect([...indexesOf(statements)]).toContain('tasks_replaced_idx');
    expect(await recorded.query(`select 1 from tasks where kind = 'seed' and state = 'failed'`)).toEqual([]);
    expect(
      await recorded.query(
        `select 1 from task_events where event ->> 'type' = 'partial' and created_at < now() - interval '1 hour'`,
      ),
    ).toEqual([]);
  });

  test('a content with everything about it is deleted by indexes', async () => {
    const statements = await statementsOf(() => client.rpc.userNote.deleteContentWithCleanup.mutate({ contentId }));
    expect(excessOf(statements)).toEqual([]);
    expect([...indexesOf(statements)]).toEqual(expect.arrayContaining(['tasks_user_idx']));
    expect(await recorded.query('select 1 from tasks where content_id = $1', [contentId])).toEqual([]);
  });
});
