/** What becomes of each row where two accounts are joined, also where both have a content of one link, among other users. */
import { beforeEach, expect, test } from 'vitest';
import type { DatabaseClient } from '#db/client.ts';
import { lockForMerge, mergeAccounts } from '#db/merge-accounts.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';

let client: DatabaseClient;
openOwnDatabase(
  (own) => {
    client = own;
  },
  { max: 2 },
);

type Row = Record<string, unknown>;
async function put(table: string, row: Row): Promise<string> {
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  const text = `insert into ${table} (${Object.keys(row).join()}) values (${places.join()}) returning to_jsonb(${table}) ->> 'id' as id`;
  const [made] = await client.query<{ id: string | null }>(text, Object.values(row));
  return made?.id ?? '';
}
const merge = () => client.db.transaction((tx) => mergeAccounts(tx, { from: 'ann', to: 'bob' }));

/** Contents by `user name`; Ann has one more than the others. */
let contents: Record<string, string>;
beforeEach(async () => {
  for (const name of ['contents', 'sources', 'channels', 'blob_garbage', 'admin_actions', '"user"'])
    await client.query(`delete from ${name}`);
  contents = {};
  const sources: Record<string, string> = {};
  for (const name of ['both', 'bare', 'hers'])
    sources[name] = await put('sources', { key: name, url: `https://a.example/${name}` });
  for (const [user, names] of [
    ['ann', ['both', 'bare', 'hers']],
    ['bob', ['both', 'bare']],
    ['cid', ['both']],
  ] as const) {
    await put('"user"', { id: user, name: user, email: `${user}@example.org` });
    for (const name of names)
      contents[`${user} ${name}`] = await put('contents', {
        ...{
          user_id: user,
          source_id: sources[name],
          title: name,
          content_type: 'online',
          note_language: 'en',
          status: 'failed',
        },
      });
  }
});

/** One row about a content; `label` is a number that tells it from the others. */
type Kind = { label: string; row: (about: { user: string; label: number }) => Row | Promise<Row> };
const quote = { highlight_text: 'x', scope: 'note', content_key: 'note', colour: 'yellow', anchors: '{}' };
const asked = { kind: 'question', scope: '{}', note_language: 'en', state: 'done' };

/** Of two the kept content's stays. */
const onePerContent: Record<string, Kind> = {
  talk_articles: { label: 'model', row: ({ label }) => ({ model: label }) },
  shared_notes: { label: 'slug', row: ({ label }) => ({ slug: label }) },
  watch_later: { label: 'extract(epoch from added_at)', row: ({ label }) => ({ added_at: new Date(label * 1000) }) },
  transcript_edits: { label: 'edit', row: ({ label }) => ({ edit: String(label) }) },
};
const allPerContent: Record<string, Kind> = {
  note_versions: { label: 'markdown', row: ({ label }) => ({ markdown: label, method: 'edited' }) },
  user_content_highlights: { label: 'comment', row: ({ label }) => ({ ...quote, comment: label }) },
  tasks: { label: 'key', row: ({ label }) => ({ kind: 'x', key: label, payload: '{}' }) },
  collection_items: {
    label: 'position',
    row: async ({ user, label }) => ({
      ...{ position: label, collection_id: await put('collections', { user_id: user, slug: label, name: 'x' }) },
    }),
  },
  library_answer_sources: {
    label: 'position',
    row: async ({ user, label }) => ({
      ...{ answer_id: await put('library_answers', { user_id: user, ...asked }), position: label, item: 1 },
      ...{ first_segment: 0, last_segment: 0, text: 'x' },
    }),
  },
};
const wanted = ['ann both', 'ann bare', 'ann hers', 'bob both', 'cid both'];

async function found(table: string, label: string): Promise<[number, string, string][]> {
  const rows = await client.query<{ label: string; owner: string; title: string }>(
    `select ${label}::text as label, row.user_id as owner, contents.title from ${table} row
     join contents on contents.id = row.content_id and contents.user_id = row.user_id`,
  );
  return rows
    .map(({ label: text, owner, title }): [number, string, string] => [Number(text), owner, title])
    .sort(([a], [b]) => a - b);
}

test('ACC-01 every key that holds an owner can wait until all rows have the new one', async () => {
  const keys = await client.query<{ name: string }>(
    `select conname as name from pg_constraint where contype = 'f' and array_length(conkey, 1) > 1 and not condeferrable`,
  );
  expect(keys).toEqual([]);
});

test('ACC-01 both accounts are held before anything moves, and none is joined with itself or with one that is gone', async () => {
  const lock = (from: string, to: string) => client.db.transaction((tx) => lockForMerge(tx, { from, to }));
  const [free] = await client.db.transaction(async (tx) => {
    expect(await lockForMerge(tx, { from: 'bob', to: 'ann' })).toBe(true);
    return [await client.query('select id from "user" for key share skip locked')];
  });
  expect(free).toEqual([{ id: 'cid' }]);
  expect([await lock('ann', 'bob'), await lock('ann', 'gone'), await lock('gone', 'ann')]).toEqual([true, false, false]);
  await expect(lock('ann', 'ann')).rejects.toThrow(TypeError);
});

test('ACC-01 two accounts are joined with a third in one step', async () => {
  await client.db.transaction(async (tx) => {
    for (const from of ['ann', 'cid']) await mergeAccounts(tx, { from, to: 'bob' });
  });
  const left = await client.query<{ user_id: string; title: string }>('select user_id, title from contents order by title');
  expect(left.map(({ user_id, title }) => `${user_id} ${title}`)).toEqual(['bob bare', 'bob both', 'bob hers']);
});

test('ACC-01 of what a content has once the kept one’s stays, of everything else both, and others keep their own', async () => {
  const kinds = { ...onePerContent, ...allPerContent };
  for (const [table, { row }] of Object.entries(kinds))
    for (const [index, name] of wanted.entries()) {
      const [user = ''] = name.split(' ');
      await put(table, { user_id: user, content_id: contents[name], ...(await row({ user, label: index + 1 })) });
    }
  await merge();
  const moved: [number, string, string][] = [
    [1, 'bob', 'both'],
    [2, 'bob', 'bare'],
    [3, 'bob', 'hers'],
    [4, 'bob', 'both'],
    [5, 'cid', 'both'],
  ];
  for (const [table, { label }] of Object.entries(kinds))
    expect(await found(table, label), table).toEqual(table in onePerContent ? moved.slice(1) : moved);
  expect((await client.query<{ id: string }>('select id from "user" order by id')).map(({ id }) => id)).toEqual(['bob', 'cid']);
});

test('ACC-01 a note that was reported and hidden stays so under the address of the kept content', async () => {
  for (const [name, hidden_at] of [
    ['ann both', new Date(1000)],
    ['bob both', null],
    ['cid both', null],
  ] as const)
    await put('shared_notes', { slug: name, user_id: name.slice(0, 3), content_id: contents[name], hidden_at });
  await put('public_reports', { content_id: contents['ann both'], reason: 'other' });
  await merge();
  const shares = 'select slug, hidden_at from shared_notes order by slug';
  expect(await client.query(shares)).toEqual([
    { slug: 'bob both', hidden_at: new Date(1000) },
    { slug: 'cid both', hidden_at: null },
  ]);
  expect(await client.query('select content_id as id from public_reports')).toEqual([{ id: contents['bob both'] }]);
});

test('ACC-01 a task that was found by its owner and content is found by the new owner', async () => {
  for (const name of ['ann hers', 'bob both', 'cid both']) {
    const user_id = name.slice(0, 3);
    const key = `${user_id}:${contents[name]}`;
    await put('tasks', { user_id, content_id: contents[name], kind: 'article', key, payload: '{}', state: 'completed' });
  }
  await merge();
  const rows = await client.query<{ key: string }>('select key from tasks order by created_at');
  expect(rows.map(({ key }) => key)).toEqual([
    `bob:${contents['ann hers']}`,
    `bob:${contents['bob both']}`,
    `cid:${contents['cid both']}`,
  ]);
});

test('ACC-01 translations, answers and parts of an article are joined by what tells them apart, and conversations are one', async () => {
  for (const [name, label] of [
    ['ann both', 'a'],
    ['ann bare', 'a'],
    ['bob both', 'b'],
    ['cid both', 'c'],
  ] as const) {
    const about = { user_id: name.slice(0, 3), content_id: contents[name] };
    for (const key of label === 'a' ? ['zh', 'en'] : ['zh']) {
      await put('transcript_translations', { ...about, language: key, model: label, lines: '{}' });
      await put('prompt_results', { ...about, prompt_id: key, title: label, prompt: 'x' });
    }
    await put('talk_articles', { ...about, model: label });
    for (const position of label === 'a' ? [0, 1] : [0])
      await put('talk_article_parts', { ...about, position, title: label, start_ms: 0 });
    const batch = await put('batches', { user_id: about.user_id, title: label, url: 'x' });
    await put('batch_items', { batch_id: batch, content_id: about.content_id, position: 0 });
    await put('chat_history', { ...about, messages: JSON.stringify([label]) });
  }
  await merge();
  const rows = (table: string, columns: string) =>
    client.query(
      `select contents.title as of, ${columns} from ${table} row
       join contents on contents.id = row.content_id and contents.user_id = row.user_id where row.user_id = 'bob' order by 1, 2`,
    );
  expect(await rows('transcript_translations', 'row.language as key, row.model as label')).toEqual([
    { of: 'bare', key: 'en', label: 'a' },
    { of: 'bare', key: 'zh', label: 'a' },
    { of: 'both', key: 'en', label: 'a' },
    { of: 'both', key: 'zh', label: 'b' },
  ]);
  expect(await rows('prompt_results', 'row.prompt_id as key, row.title as label')).toEqual([
    { of: 'bare', key: 'en', label: 'a' },
    { of: 'bare', key: 'zh', label: 'a' },
    { of: 'both', key: 'en', label: 'a' },
    { of: 'both', key: 'zh', label: 'b' },
  ]);
  expect(await rows('talk_article_parts', 'row.position as key, row.title as label')).toEqual([
    { of: 'bare', key: 0, label: 'a' },
    { of: 'bare', key: 1, label: 'a' },
    { of: 'both', key: 0, label: 'b' },
  ]);
  expect(
    await client.query(
      `select batches.title as label, contents.title as of from batch_items join batches on batches.id = batch_id
       join contents on contents.id = content_id where batches.user_id = 'bob' and contents.user_id = 'bob' order by 1, 2`,
    ),
  ).toEqual([
    { label: 'a', of: 'bare' },
    { label: 'a', of: 'both' },
    { label: 'b', of: 'both' },
  ]);
  expect(await rows('chat_history', 'row.messages as label')).toEqual([
    { of: 'bare', label: ['a'] },
    { of: 'both', label: ['a', 'b'] },
  ]);
});

test('ACC-01 a note that only the other content has comes along with all that is shown of it', async () => {
  const noted = async (name: string, note: string) => {
    const about = { user_id: name.slice(0, 3), content_id: contents[name] };
    const versionId = await put('note_versions', { ...about, markdown: note, method: 'edited' });
    await client.query(
      `update contents set note = $2, note_excerpt = $2, note_tags = array[$2], open_todos = 1, done_todos = 2, note_version_id = $3,
       status = 'completed' where id = $1`,
      [contents[name], note, versionId],
    );
    return versionId;
  };
  const bare = await noted('ann bare', 'only hers');
  await noted('ann both', 'hers');
  const both = await noted('bob both', 'his');
  const [source] = await client.query<{ source_id: string }>('select source_id from contents where id = $1', [
    contents['ann bare'],
  ]);
  const own = async (name: string) => {
    const id = await put('extractions', { source_id: source?.source_id, data: '{}', content_id: contents[name] });
    await client.query('update contents set extraction_id = $2, own_extraction_id = $2 where id = $1', [contents[name], id]);
    return id;
  };
  const hers = await own('ann bare');
  // What an earlier failure left beside the one without a note.
  await own('bob bare');
  await client.query(
    `update contents set title = 'untitled', problem_code = 'no_subtitles', problem_params = '{}', duration_ms = 1 where id = $1`,
    [contents['bob bare']],
  );
  await client.query(`update contents set kind = 'video', duration_ms = 2, note_language = 'zh' where user_id = 'ann'`);
  await own('ann both');
  // Without own words, beside a note of its own.
  const his = await put('extractions', { source_id: source?.source_id, data: '{}' });
  await client.query('update contents set extraction_id = $2 where id = $1', [contents['bob both'], his]);
  await put('collections', { user_id: 'ann', slug: 'x', name: 'x', cover_content_id: contents['ann both'] });
  await merge();
  const shown = await client.query(
    `select title, note, note_excerpt, note_tags, open_todos, done_todos, note_version_id, status, extraction_id, own_extraction_id,
     problem_code, kind, duration_ms, note_language from contents where user_id = 'bob' and title <> 'hers' order by title`,
  );
  const counts = { open_todos: 1, done_todos: 2, status: 'completed' };
  expect(shown).toEqual([
    {
      ...{
        title: 'bare',
        note: 'only hers',
        note_excerpt: 'only hers',
        note_tags: ['only hers'],
        ...counts,
        note_version_id: bare,
      },
      ...{ extraction_id: hers, own_extraction_id: hers },
      ...{ problem_code: null, kind: 'video', duration_ms: 2, note_language: 'zh' },
    },
    {
      ...{ title: 'both', note: 'his', note_excerpt: 'his', note_tags: ['his'], ...counts, note_version_id: both },
      ...{ extraction_id: his, own_extraction_id: null },
      ...{ problem_code: null, kind: null, duration_ms: null, note_language: 'en' },
    },
  ]);
  expect(await client.query('select cover_content_id as id from collections')).toEqual([{ id: contents['bob both'] }]);
  expect(await client.query('select content_id as id from extractions where id = $1', [hers])).toEqual([
    { id: contents['bob bare'] },
  ]);
});

test('ACC-01 a run under way goes on for the content that is kept, unless that has a note', async () => {
  const [source] = await client.query<{ id: string }>('select source_id as id from contents where id = $1', [
    contents['ann bare'],
  ]);
  const ofSource = { source_id: source?.id };
  const run = await put('runs', { ...ofSource, key: 'x', note_language: 'zh' });
  const found = await put('extractions', { ...ofSource, data: '{}' });
  await client.query(
    `update contents set active_run_id = $1, extraction_id = $2, status = 'processing', title = 'read', note_language = 'zh'
     where user_id = 'ann'`,
    [run, found],
  );
  await client.query(`update contents set problem_code = 'page_unreachable', own_title = true where id = $1`, [
    contents['bob bare'],
  ]);
  const version = await put('note_versions', {
    user_id: 'bob',
    content_id: contents['bob both'],
    markdown: 'his',
    method: 'edited',
  });
  await client.query(`update contents set note = 'his', note_version_id = $2, status = 'completed' where id = $1`, [
    contents['bob both'],
    version,
  ]);
  const account = await put('ledger_accounts', { user_id: 'ann', kind: 'time' });
  const hold = { account_id: account, kind: 'time', content_id: contents['ann bare'], amount: 1 };
  await put('ledger_holds', { ...hold, task_id: run });
  await merge();
  expect(
    await client.query(
      `select title, active_run_id, extraction_id, status, problem_code, note_language, note from contents
       where id = any ($1) order by title`,
      [[contents['bob bare'], contents['bob both']]],
    ),
  ).toEqual([
    {
      ...{ title: 'bare', active_run_id: run, extraction_id: found, status: 'processing' },
      ...{ problem_code: null, note_language: 'zh', note: null },
    },
    {
      ...{ title: 'both', active_run_id: null, extraction_id: null, status: 'completed' },
      ...{ problem_code: null, note_language: 'en', note: 'his' },
    },
  ]);
  expect(await client.query('select content_id as id from ledger_holds')).toEqual([{ id: contents['bob bare'] }]);
});

test('ACC-01 what an account has once stays its own, and what it has not comes along', async () => {
  const channels = [];
  for (const key of ['one', 'two', 'three'])
    channels.push(await put('channels', { address: key, by_feed: true, named: key, url: key, kind: 'feed', title: key }));
  const [one, two, three] = channels;
  const item = (sourceKey: string, of: string) => ({ sourceKey, of });
  const digest = (user: string, week: string, items: object[], leftOut: number) =>
    put('digests', { user_id: user, week, items: JSON.stringify(items), left_out: leftOut });
  for (const [user, label] of [
    ['ann', 'brief'],
    ['bob', 'detailed'],
  ] as const) {
    const user_id = user;
    await put('subscriptions', { user_id, channel_id: one, detail: label });
    await put('automatic_summaries', { user_id, source_key: 'one', seconds: label.length });
    await put('digest_settings', { user_id, feed_token: label });
    await put('channel_settings', { user_id, monthly_minutes: label.length });
    await put('ledger_accounts', { user_id, kind: 'time' });
    await put('admin_actions', { admin_id: user, subject_id: user, kind: 'hide' });
    await put('runs', {
      source_id: (await client.query<{ id: string }>('select id from sources limit 1'))[0]?.id,
      key: user,
      key_user_id: user,
      note_language: 'en',
    });
  }
  await put('subscriptions', { user_id: 'ann', channel_id: two, detail: 'brief' });
  // Bob has just unfollowed what Ann follows.
  await put('subscriptions', { user_id: 'ann', channel_id: three, detail: 'standard' });
  await put('subscriptions', { user_id: 'bob', channel_id: three, detail: 'brief', ended_at: '2026-03-01T00:00:00Z' });
  await put('automatic_summaries', { user_id: 'ann', source_key: 'two', seconds: 7 });
  await put('ledger_accounts', { user_id: 'ann', kind: 'api' });
  await digest('ann', '2026-03-02', [item('x', 'ann'), item('y', 'ann')], 2);
  await digest('bob', '2026-03-02', [item('y', 'bob'), item('z', 'bob')], 3);
  await digest('ann', '2026-03-09', [item('x', 'ann')], 1);
  for (const [referrer_id, user_id] of [
    ['ann', 'cid'],
    ['cid', 'ann'],
  ])
    await put('referrals', { referrer_id, user_id, email_mac: referrer_id, address_mac: 'x' });
  await client.query(`update "user" set avatar_blob = 'avatars/' || id`);
  await merge();
  const rows = (text: string) => client.query<Row>(text);
  expect(await rows('select user_id, channel_id, detail from subscriptions where ended_at is null order by detail desc')).toEqual(
    [
      { user_id: 'bob', channel_id: three, detail: 'standard' },
      { user_id: 'bob', channel_id: one, detail: 'detailed' },
      { user_id: 'bob', channel_id: two, detail: 'brief' },
    ],
  );
  expect(await rows('select user_id, source_key, seconds from automatic_summaries order by 2')).toEqual([
    { user_id: 'bob', source_key: 'one', seconds: 8 },
    { user_id: 'bob', source_key: 'two', seconds: 7 },
  ]);
  expect(await rows('select user_id, feed_token from digest_settings')).toEqual([{ user_id: 'bob', feed_token: 'detailed' }]);
  expect(await rows('select user_id, monthly_minutes from channel_settings')).toEqual([{ user_id: 'bob', monthly_minutes: 8 }]);
  expect(await rows('select user_id, week::text, items, left_out from digests order by week')).toEqual([
    { user_id: 'bob', week: '2026-03-02', items: [item('y', 'bob'), item('z', 'bob'), item('x', 'ann')], left_out: 5 },
    { user_id: 'bob', week: '2026-03-09', items: [item('x', 'ann')], left_out: 1 },
  ]);
  // One account of a kind: joining must not add up what each was given for being new.
  expect(await rows('select user_id, kind from ledger_accounts where user_id is not null order by kind')).toEqual([
    { user_id: 'bob', kind: 'api' },
    { user_id: 'bob', kind: 'time' },
  ]);
  expect(await rows('select admin_id, subject_id from admin_actions')).toEqual(
    Array.from({ length: 2 }, () => ({ admin_id: 'bob', subject_id: 'bob' })),
  );
  expect(await rows('select referrer_id, user_id from referrals order by email_mac')).toEqual([
    { referrer_id: 'bob', user_id: 'cid' },
    { referrer_id: 'cid', user_id: 'bob' },
  ]);
  expect(await rows('select key_user_id from runs')).toEqual([{ key_user_id: 'bob' }, { key_user_id: 'bob' }]);
  expect(await rows(`select avatar_blob from "user" where id = 'bob'`)).toEqual([{ avatar_blob: 'avatars/bob' }]);
  expect(await rows('select blob_key from blob_garbage')).toEqual([{ blob_key: 'avatars/ann' }]);
});

test('ACC-01 a picture comes along to whoever has none, and settings do to whoever chose none', async () => {
  await client.query(`update "user" set avatar_blob = 'avatars/ann' where id = 'ann'`);
  await put('digest_settings', { user_id: 'ann', feed_token: 'hers' });
  await put('channel_settings', { user_id: 'ann', monthly_minutes: 9 });
  await merge();
  expect(await client.query('select id, avatar_blob from "user" order by id')).toEqual([
    { id: 'bob', avatar_blob: 'avatars/ann' },
    { id: 'cid', avatar_blob: null },
  ]);
  expect(await client.query('select user_id, feed_token from digest_settings')).toEqual([{ user_id: 'bob', feed_token: 'hers' }]);
  expect(await client.query('select user_id, monthly_minutes from channel_settings')).toEqual([
    { user_id: 'bob', monthly_minutes: 9 },
  ]);
  expect(await client.query('select blob_key from blob_garbage')).toEqual([]);
  // Gone already: nothing is done, and nobody loses anything.
  await merge();
  expect(await client.query('select id from "user" order by id')).toEqual([{ id: 'bob' }, { id: 'cid' }]);
});

test.each<[string, Row, Row, { lifetime: boolean; days: number | null }]>([
  ['of the account that goes', { days: 30 }, {}, { lifetime: false, days: 30 }],
  ['of both, one after the other', { days: 30 }, { days: 10 }, { lifetime: false, days: 40 }],
  ['of the one that stays, beside one that is over', { days: -5 }, { days: 10 }, { lifetime: false, days: 10 }],
  ['for life', { lifetime: true }, { days: 10 }, { lifetime: true, days: 10 }],
  ['of nobody', {}, {}, { lifetime: false, days: null }],
])('ACC-01 ACC-04 the membership %s is kept', async (_whose, hers, his, kept) => {
  const member = 'update "user" set is_lifetime = $2, paid_until = now() + make_interval(days => $3::int) where id = $1';
  for (const [id, { lifetime = false, days = null }] of [
    ['ann', hers],
    ['bob', his],
  ] as const)
    await client.query(member, [id, lifetime, days]);
  await merge();
  const rows = await client.query(
    `select id, is_lifetime as lifetime, round(extract(epoch from paid_until - now()) / 86400)::int as days from "user" order by id`,
  );
  expect(rows).toEqual([
    { id: 'bob', ...kept },
    { id: 'cid', lifetime: false, days: null },
  ]);
});
