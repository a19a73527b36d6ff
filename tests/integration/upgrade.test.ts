/** A database of an earlier version, opened by this one: what is in it stays. */
import { rmSync } from 'node:fs';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { describe, expect, inject, test } from 'vitest';
import { type Db, openSession, type Query } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { articleTask } from '#features/articles/tasks.ts';
import { upgradeOldMessages } from '#features/chat/server/upgrade-old-messages.ts';
import { chatTask } from '#features/chat/tasks.ts';
import { fillNoteColumns } from '#features/notes/server/fill-note-columns.ts';
import { promptTask } from '#features/prompts/tasks.ts';
import { translationTask } from '#features/transcripts/tasks.ts';
import { createEmptyDatabase } from '../harness/database/databases.ts';
import { migrationsUntil } from '../harness/database/earlier-version.ts';

test.each(inject('clusters'))('listings and problems keep what they say under their new names, on $name', async (cluster) => {
  const database = await createEmptyDatabase(cluster.connection);
  const session = await openSession(database.connection, { applicationName: 'test' });
  const { query } = session;
  const earlier = migrationsUntil('0012_run-variant');
  const withEvents = migrationsUntil('0021_tasks');
  const byKey = (a: Record<string, unknown>, b: Record<string, unknown>) => String(a.key).localeCompare(String(b.key));
  try {
    await migrate(session.db, { migrationsFolder: earlier });
    await query(`insert into "user" (id, name, email) values ('u1', 'Ada', 'ada@example.org')`);
    const items = [{ url: 'https://shows.example/1', title: 'One' }];
    const [listed] = await query(
      `insert into collection_listings (user_id, url, data, complete)
       values ('u1', 'https://shows.example/feed', $1, true) returning *`,
      [{ title: 'Show', items }],
    );
    const [source] = await query(`insert into sources (key, url) values ('url:a', 'https://a.example/list') returning id`);
    const codes = ['collection_link', 'collection_empty', 'collection_full', 'fetch_failed'];
    for (const code of codes) {
      const [run] = await query(
        `insert into runs (source_id, key, note_language, state, error_code)
         values ($1, $2, 'en', 'failed', $2) returning id`,
        [source?.id, code],
      );
      const event = { type: 'failed', code, params: { name: code }, elapsedMs: 12 };
      await query('insert into run_events (run_id, event) values ($1, $2)', [run?.id, event]);
    }
    await query(
      `insert into contents (user_id, source_id, content_type, title, note_language, status, problem_code)
       values ('u1', $1, 'online', 'A list', 'en', 'failed', 'collection_link')`,
      [source?.id],
    );

    // The last version that had a table of its own for what runs told.
    await migrate(session.db, { migrationsFolder: withEvents });
    const after = ['listing_link', 'listing_empty', 'collection_full', 'fetch_failed'];
    const runs = await query(
      'select runs.key, error_code, event from runs join run_events on run_id = runs.id order by run_events.id',
    );
    await migrateDatabase(database.connection);

    expect(await query('select * from listings')).toEqual([listed]);
    expect(runs.map(({ error_code }) => error_code)).toEqual(after);
    const ended = await query('select tasks.key, error_code from tasks join runs on runs.id = tasks.id');
    expect(ended.toSorted(byKey)).toEqual(codes.map((key, index) => ({ key, error_code: after[index] })).toSorted(byKey));
    expect(runs.map(({ event }) => event)).toEqual(
      codes.map((code, index) => ({ type: 'failed', code: after[index], params: { name: code }, elapsedMs: 12 })),
    );
    expect(await query('select problem_code from contents')).toEqual([{ problem_code: 'listing_link' }]);
    // Nothing that a later migration could want to change goes by the old name; newer servers name NOT NULL too.
    expect(await query("select relname from pg_class where relname like '%collection_listings%'")).toEqual([]);
    expect(
      await query("select conname from pg_constraint where conname like '%collection_listings%' and contype <> 'n'"),
    ).toEqual([]);
    await query(`delete from "user" where id = 'u1'`);
    expect(await query('select id from listings')).toEqual([]);
  } finally {
    await session.close();
    await database.drop();
    for (const folder of [earlier, withEvents]) rmSync(folder, { recursive: true, force: true });
  }
});

test.each(inject('clusters'))('runs become tasks and go on where they were, on $name', async (cluster) => {
  const database = await createEmptyDatabase(cluster.connection);
  const session = await openSession(database.connection, { applicationName: 'test' });
  const { query } = session;
  const earlier = migrationsUntil('0021_tasks');
  try {
    await migrate(session.db, { migrationsFolder: earlier });
    await query(`insert into sources (key, url) values ('url:a', 'https://a.example/1')`);
    await query(
      `insert into runs (source_id, key, note_language, state, lease, stage, note, error_code, error_params, created_at, started_at, finished_at)
       select id, run.* from sources, (values
         ('waits', 'en', 'queued', 0, null, null, null, null, now(), null, null),
         ('works', 'en', 'running', 2, '{"type": "stage", "percent": 40}'::jsonb, null, null, null, now(), now(), null),
         ('written', 'en', 'completed', 1, null, '{"markdown": "# One"}'::jsonb, null, null, now(), now(), now()),
         ('refused', 'en', 'failed', 1, null, null, 'fetch_failed', '{"host": "a.example"}'::jsonb, now(), now(), now()),
         ('let go', 'en', 'cancelled', 0, null, null, null, null, now(), null, now())
       ) run`,
    );
    await query(
      `insert into run_waits (run_id, site, priority, until) select id, 'host:a.example', 7, now() + interval '1 hour' from runs where key = 'waits'`,
    );
    await query(
      `insert into run_events (id, run_id, event) select 41, id, '{"type": "completed"}' from runs where key = 'written'`,
    );
    await query('create schema pgboss');
    await query('create table pgboss.job (name text)');
    await query('create table pgboss.schedule (name text)');
    await query(`insert into pgboss.job values ('summaries.execute-run'), ('summaries.tidy-runs'), ('account.tidy')`);
    await query(`insert into pgboss.schedule values ('summaries.tidy-runs'), ('account.tidy')`);

    await migrateDatabase(database.connection);

    const common = { kind: 'note', user_id: null, payload: {}, attempts: 0, lost: 0, holder: null, is_run: true };
    const row = { ...common, lease: 1, priority: 0, waits: false, percent: null, error_code: null, error_params: null };
    expect(
      await query(
        `select tasks.key, kind, tasks.user_id, payload, attempts, lost, holder, runs.id is not null as is_run, state, lease, priority,
           start_after > now() as waits, (progress ->> 'percent')::int as percent, error_code, error_params,
           tasks.finished_at is not null as ended, runs.finished_at is not null as has_note
         from tasks left join runs on runs.id = tasks.id order by tasks.key`,
      ),
    ).toEqual([
      { ...row, key: 'let go', state: 'cancelled', lease: 0, waits: null, ended: true, has_note: false },
      {
        ...{ ...row, key: 'refused', state: 'failed', waits: null, ended: true, has_note: false },
        ...{ error_code: 'fetch_failed', error_params: { host: 'a.example' } },
      },
      { ...row, key: 'waits', state: 'queued', lease: 0, priority: 7, waits: true, ended: false, has_note: false },
      { ...row, key: 'works', state: 'queued', lease: 2, percent: 40, waits: null, ended: false, has_note: false },
      { ...row, key: 'written', state: 'completed', waits: null, ended: true, has_note: true },
    ]);
    expect(await query('select name from pgboss.job')).toEqual([{ name: 'account.tidy' }]);
    expect(await query('select name from pgboss.schedule')).toEqual([{ name: 'account.tidy' }]);
    // Numbers go on: a browser that was cut off has one of them.
    await query(`insert into task_events (task_id, event) select id, '{}' from tasks limit 1`);
    expect(await query('select id from task_events')).toEqual([{ id: '42' }]);
  } finally {
    await session.close();
    await database.drop();
    rmSync(earlier, { recursive: true, force: true });
  }
});

test.each(inject('clusters'))(
  'answers that were being written go on as tasks, or stay as they broke off, on $name',
  async (cluster) => {
    const database = await createEmptyDatabase(cluster.connection);
    const session = await openSession(database.connection, { applicationName: 'test' });
    const { query } = session;
    const earlier = migrationsUntil('0021_tasks');
    const question = { id: 'q', role: 'user', parts: [{ type: 'text', text: 'Why?' }] };
    const source = { first: 2, last: 3, startMs: 4000, page: null, text: 'A line' };
    const answers = {
      ada: { age: '10 seconds', stopped: false, markdown: 'Half of' },
      bob: { age: '10 seconds', stopped: true, markdown: 'Stopped' },
      cy: { age: '3 days', stopped: false, markdown: 'Long ago' },
      dee: { age: '20 minutes', stopped: false, markdown: '' },
    };
    try {
      await migrate(session.db, { migrationsFolder: earlier });
      const [read] = await query("insert into sources (key) values ('url:a') returning id");
      const chats: Record<string, { chatId: string; contentId: string; messageId: string }> = {};
      for (const [user, { age, stopped, markdown }] of Object.entries(answers)) {
        await query('insert into "user" (id, name, email) values ($1, $1, $2)', [user, `${user}@example.org`]);
        const [row] = await query<{ chatId: string; contentId: string; messageId: string }>(
          `with content as (insert into contents (user_id, source_id, content_type, title, note_language)
             values ($1, $2, 'online', 'One', 'en') returning id),
           chat as (insert into chat_history (user_id, content_id, messages) select $1, id, $3 from content returning id, content_id)
         insert into chat_answers (chat_id, message_id, markdown, sources, stop_requested, created_at, heartbeat_at)
         select id, gen_random_uuid(), $4, $5, $6, '2026-03-04T05:06:07.089Z', now() - $7::interval from chat
         returning chat_id as "chatId", message_id as "messageId", (select id from content) as "contentId"`,
          [user, read?.id, JSON.stringify([question]), markdown, JSON.stringify([source]), stopped, age],
        );
        if (row) chats[user] = row;
      }

      await migrateDatabase(database.connection);

      const shown = async (user: string) => {
        const [row] = await query('select messages from chat_history where user_id = $1', [user]);
        return upgradeOldMessages(row?.messages).slice(1);
      };
      for (const user of ['bob', 'cy'] as const)
        expect(await shown(user)).toEqual([
          {
            id: chats[user]?.messageId,
            role: 'assistant',
            parts: [{ type: 'text', text: answers[user].markdown }],
            metadata: { createdAt: '2026-03-04T05:06:07.089Z', sources: [source], related: [], state: 'stopped' },
          },
        ]);
      const tasks = await query('select * from tasks order by user_id');
      expect(tasks.map(({ user_id }) => user_id)).toEqual(['ada', 'dee']);
      for (const task of tasks) {
        const chat = chats[String(task.user_id)];
        expect(await shown(String(task.user_id))).toEqual([]);
        expect(task).toMatchObject({
          id: chat?.messageId,
          kind: 'chat',
          key: chat?.chatId,
          content_id: chat?.contentId,
          state: 'queued',
          checkpoints: { sources: [source] },
          created_at: new Date('2026-03-04T05:06:07.089Z'),
        });
        expect(chatTask.payload.parse(task.payload)).toEqual({ chatId: chat?.chatId });
      }
      expect(await query('select task_id, event from task_events')).toEqual([
        { task_id: chats.ada?.messageId, event: { type: 'partial', offset: 0, text: 'Half of', elapsedMs: 0 } },
      ]);
    } finally {
      await session.close();
      await database.drop();
      rmSync(earlier, { recursive: true, force: true });
    }
  },
);

test.each(inject('clusters'))('answers to prompts get the task of their latest run, on $name', async (cluster) => {
  const database = await createEmptyDatabase(cluster.connection);
  const session = await openSession(database.connection, { applicationName: 'test' });
  const { query } = session;
  const earlier = migrationsUntil('0023_chat-tasks');
  const asked = { title: 'Anew', prompt: 'What now?', language: 'zh' };
  const found = { 0: 'One', 2: 'Three' };
  const rows = {
    writing: { state: 'running', lease: 2, asked, draft: 'So far', parts: found, deleted: false, code: null },
    waiting: { state: 'queued', lease: 0, asked, draft: '', parts: {}, deleted: false, code: null },
    done: { state: 'completed', lease: 1, asked: null, draft: '', parts: {}, deleted: false, code: null },
    failed: { state: 'failed', lease: 1, asked, draft: '', parts: found, deleted: false, code: 'llm_quota' },
    stopped: { state: 'cancelled', lease: 1, asked, draft: '', parts: {}, deleted: true, code: null },
    deleted: { state: 'running', lease: 1, asked, draft: 'x', parts: {}, deleted: true, code: null },
  };
  try {
    await migrate(session.db, { migrationsFolder: earlier });
    await query(`insert into "user" (id, name, email) values ('ada', 'Ada', 'ada@example.org')`);
    const [content] = await query(
      `with source as (insert into sources (key) values ('url:a') returning id)
       insert into contents (user_id, source_id, content_type, title, note_language) select 'ada', id, 'online', 'One', 'en' from source
       returning id`,
    );
    await query('create schema pgboss');
    await query('create table pgboss.job (name text not null)');
    await query(`insert into pgboss.job (name) values ('prompts.run'), ('prompts.tidy')`);
    for (const [promptId, { state, lease, asked, draft, parts, deleted, code }] of Object.entries(rows))
      await query(
        `insert into prompt_results (user_id, content_id, prompt_id, title, prompt, text, run_id, run_state, run_lease, asked, draft,
           parts, error_code, error_params, run_started_at, updated_at, deleted_at)
         values ('ada', $1, $2, 'Before', 'What?', 'Kept', md5($2)::uuid, $3, $4, $5, $6, $7, $8, '{"most": 3}', '2026-03-04T05:00:00Z',
           '2026-03-04T06:00:00Z', case when $9::boolean then now() end)`,
        [content?.id, promptId, state, lease, asked, draft, parts, code, deleted],
      );

    await migrateDatabase(database.connection);

    const tasks = await query(
      'select t.*, r.id as result, r.prompt_id, r.text from tasks t join prompt_results r on t.key = r.id::text and t.id = md5(r.prompt_id)::uuid',
    );
    expect(tasks).toHaveLength(Object.keys(rows).length);
    const states = {
      writing: 'queued',
      waiting: 'queued',
      done: 'completed',
      failed: 'failed',
      stopped: 'cancelled',
      deleted: 'cancelled',
    };
    for (const [promptId, state] of Object.entries(states)) {
      const task = tasks.find(({ prompt_id }) => prompt_id === promptId);
      expect(task).toMatchObject({
        kind: 'prompt',
        user_id: 'ada',
        content_id: content?.id,
        state,
        text: 'Kept',
        checkpoints: promptId === 'writing' ? found : {},
        error_code: state === 'failed' ? 'llm_quota' : null,
        error_params: state === 'failed' ? { most: 3 } : null,
        created_at: new Date('2026-03-04T05:00:00Z'),
        finished_at: state === 'queued' ? null : new Date('2026-03-04T06:00:00Z'),
      });
      const words = promptId === 'done' ? { title: 'Before', prompt: 'What?', language: 'en' } : asked;
      expect(promptTask.payload.parse(task?.payload)).toEqual({ resultId: task?.result, ...words });
    }
    const writing = tasks.find(({ prompt_id }) => prompt_id === 'writing');
    expect(await query('select task_id, event from task_events')).toEqual([
      { task_id: writing?.id, event: { type: 'partial', offset: 0, text: 'So far', elapsedMs: 0 } },
    ]);
    expect(await query('select name from pgboss.job')).toEqual([{ name: 'prompts.tidy' }]);
  } finally {
    await session.close();
    await database.drop();
    rmSync(earlier, { recursive: true, force: true });
  }
});

describe.each(inject('clusters'))('columns of notes of earlier versions, on $name', (cluster) => {
  const many = 1200;

  /** A database of the version before these columns with some notes, brought to this version. */
  async function withNotes(work: (db: Db, query: Query) => Promise<void>): Promise<void> {
    const database = await createEmptyDatabase(cluster.connection);
    const session = await openSession(database.connection, { applicationName: 'test' });
    const earlier = migrationsUntil('0018_quota-indexes');
    try {
      await migrate(session.db, { migrationsFolder: earlier });
      await session.query(`insert into "user" (id, name, email) values ('u1', 'Ada', 'ada@example.org')`);
      await session.query(
        `insert into sources (id, key) select md5('source' || n)::uuid, 'url:' || n from generate_series(1, $1::int + 1) n`,
        [many],
      );
      await session.query(
        `insert into contents (user_id, source_id, content_type, title, note_language, status, note)
         select 'u1', md5('source' || n)::uuid, 'online', 'Number ' || n, 'en', 'completed', '# One' || E'\\n\\nIt says **' || n || E'**. \\n- [ ] ask\\n\\n#rye #barn'
         from generate_series(1, $1::int) n`,
        [many],
      );
      await session.query(
        `insert into contents (user_id, source_id, content_type, title, note_language)
         select 'u1', md5('source' || $1::int + 1)::uuid, 'online', 'Without', 'en'`,
        [many],
      );
      await migrateDatabase(database.connection);
      await work(session.db, session.query);
    } finally {
      await session.close();
      await database.drop();
      rmSync(earlier, { recursive: true, force: true });
    }
  }

  /** Does `before` ahead of the update of this number. */
  function interrupted(db: Db, update: number, before: () => void): Db {
    let updates = 0;
    return new Proxy(db, {
      get(target, key) {
        if (key === 'update' && ++updates === update) before();
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  test('are filled once, however often it is cut off', () =>
    withNotes(async (db, query) => {
      const cut = interrupted(db, 2, () => {
        throw new Error('cut off');
      });
      await expect(fillNoteColumns(cut)).rejects.toThrow('cut off');
      const left = async () => (await query('select id from contents where note is not null and note_excerpt is null')).length;
      expect(await left()).toBe(many - 500);
      expect(await fillNoteColumns(db)).toBe(many - 500);
      expect(await left()).toBe(0);
      expect(await fillNoteColumns(db)).toBe(0);
      expect(
        await query(
          `select count(*)::int as rows, count(distinct note_excerpt)::int as excerpts, min(note_excerpt) as first,
             note_tags, open_todos, done_todos from contents where note is not null group by note_tags, open_todos, done_todos`,
        ),
      ).toEqual([
        { rows: many, excerpts: many, first: 'It says 1. ask', note_tags: ['rye', 'barn'], open_todos: 1, done_todos: 0 },
      ]);
      expect(await query('select note_excerpt, note_tags from contents where note is null')).toEqual([
        { note_excerpt: null, note_tags: [] },
      ]);
    }));

  test('stay as a process that serves already wrote them', () =>
    withNotes(async (db, query) => {
      const writing: Promise<unknown>[] = [];
      const meanwhile = interrupted(db, 1, () => {
        writing.push(query(`update contents set note = 'Newer', note_excerpt = 'Newer' where title = 'Number 7'`));
      });
      await fillNoteColumns(meanwhile);
      await Promise.all(writing);
      expect(await query(`select note_excerpt from contents where title = 'Number 7'`)).toEqual([{ note_excerpt: 'Newer' }]);
    }));
});

test.each(inject('clusters'))('work of earlier versions goes on as tasks, on $name', async (cluster) => {
  const database = await createEmptyDatabase(cluster.connection);
  const session = await openSession(database.connection, { applicationName: 'test' });
  const { query } = session;
  const earlier = migrationsUntil('0021_tasks');
  try {
    await migrate(session.db, { migrationsFolder: earlier });
    for (const id of ['u1', 'u2'])
      await query(`insert into "user" (id, name, email) values ($1, $1, $2)`, [id, `${id}@example.org`]);
    const [source] = await query<{ id: string }>(
      "insert into sources (key, url) values ('url:a', 'https://a.example/') returning id",
    );
    const contents: Record<string, string> = {};
    for (const userId of ['u1', 'u2']) {
      const [content] = await query<{ id: string }>(
        `insert into contents (user_id, source_id, content_type, title, note_language, status)
         values ($1, $2, 'online', 'A', 'en', 'completed') returning id`,
        [userId, source?.id],
      );
      contents[userId] = content?.id ?? '';
    }
    await query('create schema pgboss');
    await query('create table pgboss.job (name text not null)');
    await query(`insert into pgboss.job (name) values ('summaries.translate'), ('summaries.write-article'), ('uploads.clean')`);

    const translations = [
      { userId: 'u1', language: 'zh', state: 'running', errorCode: null },
      { userId: 'u1', language: 'en', state: 'failed', errorCode: 'llm_quota' },
      { userId: 'u2', language: 'zh', state: 'completed', errorCode: null },
      { userId: 'u2', language: 'en', state: 'cancelled', errorCode: null },
    ];
    for (const { userId, language, state, errorCode } of translations)
      await query(
        `insert into transcript_translations (user_id, content_id, language, state, turn, lines, error_code, updated_at)
         values ($1, $2, $3, $4, 3, $5, $6, '2026-10-01T12:00:00Z')`,
        [userId, contents[userId], language, state, { [`${userId} ${language}`]: 'kept' }, errorCode],
      );
    const articles = [
      { userId: 'u1', state: 'running', scope: 'part', position: 2, planned: true, errorCode: null },
      { userId: 'u2', state: 'failed', scope: 'rest', position: null, planned: false, errorCode: 'llm_refused' },
    ];
    for (const { userId, state, scope, position, planned, errorCode } of articles) {
      await query(
        `insert into talk_articles (user_id, content_id, state, run_id, scope, position, planned, total, model, error_code, updated_at)
         values ($1, $2, $3, md5($1)::uuid, $4, $5, $6, 7, 'writer', $7, '2026-10-02T12:00:00Z')`,
        [userId, contents[userId], state, scope, position, planned, errorCode],
      );
      await query(
        `insert into talk_article_parts (user_id, content_id, position, start_ms, wanted) values ($1, $2, 2, 8000, true)`,
        [userId, contents[userId]],
      );
    }
    for (const turn of [2, 3])
      await query(
        `insert into model_uses (job, kind, user_id, own_key, model, calls) values ($1, 'translation', 'u1', false, 'm', $2)`,
        [`translation:${contents.u1}:zh:${turn}`, turn],
      );

    await migrateDatabase(database.connection);

    const all = await query('select * from tasks');
    const tasks = all.filter(({ kind }) => kind === 'translation');
    const kept = await query('select user_id, content_id, language, lines from transcript_translations');
    for (const { userId, language, state, errorCode } of translations) {
      const contentId = contents[userId] ?? '';
      const task = tasks.find(({ key }) => key === `${userId}:${contentId}:${language}`);
      const finished = state === 'running' ? null : new Date('2026-10-01T12:00:00Z');
      expect(task).toMatchObject({
        kind: 'translation',
        user_id: userId,
        content_id: contentId,
        state: state === 'running' ? 'queued' : state,
        error_code: errorCode,
        finished_at: finished,
        created_at: new Date('2026-10-01T12:00:00Z'),
      });
      expect(translationTask.payload.parse(task?.payload)).toEqual({ userId, contentId, language });
      expect(kept).toContainEqual({
        user_id: userId,
        content_id: contentId,
        language,
        lines: { [`${userId} ${language}`]: 'kept' },
      });
    }
    expect(tasks).toHaveLength(translations.length);

    const written = all.filter(({ kind }) => kind === 'article');
    for (const { userId, state, scope, position, planned, errorCode } of articles) {
      const contentId = contents[userId] ?? '';
      const [named] = await query<{ id: string }>('select md5($1)::uuid as id', [userId]);
      const task = written.find(({ id }) => id === named?.id);
      expect(task).toMatchObject({
        key: `${userId}:${contentId}`,
        user_id: userId,
        content_id: contentId,
        state: state === 'running' ? 'queued' : state,
        checkpoints: planned ? { plan: { total: 7 } } : {},
        error_code: errorCode,
      });
      expect(articleTask.payload.parse(task?.payload)).toEqual({ userId, contentId, parts: position ?? scope });
    }
    expect(written).toHaveLength(articles.length);
    expect(await query('select user_id, model from talk_articles order by user_id')).toEqual([
      { user_id: 'u1', model: 'writer' },
      { user_id: 'u2', model: 'writer' },
    ]);
    expect(await query('select user_id from talk_article_parts where wanted')).toHaveLength(articles.length);

    const inFlight = tasks.find(({ state }) => state === 'queued');
    expect(await query('select job, calls from model_uses order by calls')).toEqual([
      { job: `translation:${contents.u1}:zh:2`, calls: 2 },
      { job: `translation:${String(inFlight?.id)}`, calls: 3 },
    ]);
    expect(await query('select name from pgboss.job')).toEqual([{ name: 'uploads.clean' }]);
  } finally {
    await session.close();
    await database.drop();
    rmSync(earlier, { recursive: true, force: true });
  }
});
