/** Everything a user owns: taken along as an archive, brought back equal, and deleted without a trace. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient, openSession } from '#db/client.ts';
import { contentTables } from '#db/content-tables.ts';
import { changeBalance } from '#features/metering/server/index.ts';
import { openArchive } from '#features/my-data/server/archive/read-archive.ts';
import { writeArchive } from '#features/my-data/server/archive/zip-archive.ts';
import type { Services } from '#infra/services.ts';
import type { TestClient } from '../harness/http/client.ts';
import { startTestServer } from '../harness/http/server.ts';
import { createUpload, sendPart } from '../harness/http/tus.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { waitFor } from '../harness/wait.ts';
import { markOf } from './access-matrix.ts';
import { articleHtml, settled, startWorld, summarise, type World } from './setup.ts';

let world: World;
let database: DatabaseClient;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-my-data-'));
  world = await startWorld();
  database = createDatabase(world.database, { max: 1, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

async function query<Row extends Record<string, unknown>>(statement: string, values: unknown[] = []): Promise<Row[]> {
  const session = await openSession(world.database, { applicationName: 'test' });
  try {
    return await session.query<Row>(statement, values);
  } finally {
    await session.close();
  }
}

const srt = (name: string) =>
  Array.from(
    { length: 12 },
    (_, i) =>
      `${i + 1}\n00:00:${String(i * 4).padStart(2, '0')},000 --> 00:00:${String(i * 4 + 4).padStart(2, '0')},000\nThe keeper of ${name} weighed ${i + 30} sacks of rye for the miller.\n`,
  ).join('\n');

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** Something in every table that goes along: by calls where one makes it without a model, else as a worker would store it. */
async function realisticAccount(name: string): Promise<{ client: TestClient; userId: string }> {
  const client = world.client();
  world.site.on(`/${name}.png`, { body: png, type: 'image/png' });
  world.site.on(`/${name}`, {
    body: articleHtml(`The Oven of ${name}`).replace('<head>', `<head><meta property="og:image" content="/${name}.png">`),
  });
  const page = await summarise(client, `${world.site.url}/${name}`);
  const talkId = await uploadFile(client, world.server.url, { name: `${name}.srt`, bytes: Buffer.from(srt(name)) });
  const talk = await settled(client, talkId);
  const [line] = talk.subtitlesArray;
  await client.rpc.content.editTranscript.mutate({
    contentId: talkId,
    base: talk.transcriptVersion,
    edit: { type: 'text', line: 0, startMs: line?.startMs ?? 0, was: line?.text ?? '', text: `Corrected: ${name}.` },
  });
  const { contentId } = page;
  const { versions } = await client.rpc.content.versions.query({ contentId });
  await client.rpc.content.saveNote.mutate({
    contentId,
    baseVersionId: versions[0]?.versionId ?? '',
    note: `${page.note}\n\n- [ ] visit the oven of ${name}\n\n#ovens #${name}`,
  });
  await client.rpc.highlights.create.mutate(markOf(contentId));
  await client.rpc.prompt.create.mutate({ title: `Prompt of ${name}`, customPrompt: 'What is warm?' });
  const { promptId } = await client.rpc.prompt.create.mutate({ title: 'Second', customPrompt: 'What is cold?' });
  await client.rpc.share.createCollection.mutate({ name: `List of ${name}`, contentIds: [contentId, talkId] });
  await client.rpc.smartFolder.create.mutate({
    name: `Folder of ${name}`,
    tags: ['warm'],
    match_type: 'all',
    rules: { text: name },
  });
  const userId = (await client.rpc.account.me.query()).user?.id ?? '';
  const of = [userId, talkId];
  await query(`insert into chat_history (user_id, content_id, messages) values ($1, $2, $3)`, [
    ...of,
    JSON.stringify([{ id: 'm1', role: 'user', parts: [{ type: 'text', text: `Who kept ${name}?` }] }]),
  ]);
  await query(
    `insert into prompt_results (user_id, content_id, prompt_id, title, prompt, text, written_at) values ($1, $2, $3, 'Second', 'What is cold?', 'The rye.', now())`,
    [...of, promptId],
  );
  await query(
    `insert into transcript_translations (user_id, content_id, language, lines) values ($1, $2, 'zh', '{"a": "麦"}')`,
    of,
  );
  await query(`insert into watch_later (user_id, content_id) values ($1, $2)`, of);
  await query(
    `with asked as (
       insert into library_answers (user_id, kind, question, scope, note_language, state, markdown)
       values ($1, 'question', 'What is warm?', jsonb_build_object('contents', jsonb_build_array($2::text)), 'en', 'done', 'Rye. [00:00](#t=0&n=1)')
       returning user_id, id)
     insert into library_answer_sources (user_id, answer_id, position, content_id, item, first_segment, last_segment, start_ms, text)
     select user_id, id, 0, $2::uuid, 1, 0, 0, 0, 'Rye.' from asked`,
    of,
  );
  const feed = `https://${name}.example/feed.xml`;
  await query(
    `with made as (
       insert into channels (address, by_feed, named, url, kind, title, next_check_at) values ($2, true, $2, $2, 'feed', $3, '2100-01-01')
       returning id)
     insert into subscriptions (user_id, channel_id, automatic_since, note_language, detail)
     select $1, id, now(), 'en', 'brief' from made`,
    [userId, feed, `Feed of ${name}`],
  );
  await query('insert into channel_settings (user_id, monthly_minutes) values ($1, 77)', [userId]);
  await query(`insert into talk_articles (user_id, content_id) values ($1, $2)`, of);
  await query(
    `insert into talk_article_parts (user_id, content_id, position, start_ms, outcome, paragraphs) values ($1, $2, 0, 0, 'model', $3)`,
    [...of, JSON.stringify([{ text: 'Rye.', startMs: 0, endMs: 4000, lastMs: 0, asSpoken: false }])],
  );
  return { client, userId };
}

let archives = 0;
async function exported(client: TestClient): Promise<string> {
  const response = await client.fetch('/api/my-data/archive');
  expect(response.status).toBe(200);
  const path = join(folder, `${archives++}.zip`);
  writeFileSync(path, Buffer.from(await response.arrayBuffer()));
  return path;
}

/** Every entry, with ids numbered by their first appearance; addresses of collections are one for all users of a server. */
async function contentOf(path: string): Promise<Record<string, string>> {
  const archive = await openArchive(path, new AbortController().signal);
  const ids = new Map<string, string>();
  const found: Record<string, string> = {};
  for (const name of archive.names)
    found[name] = (await text(await archive.stream(name)))
      .replaceAll(/"slug":"[^"]*"/g, '"slug":"-"')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
        if (!ids.has(id)) ids.set(id, `id-${ids.size}`);
        return ids.get(id) ?? '';
      });
  archive.close();
  return found;
}

async function sendArchive(client: TestClient, bytes: Uint8Array): Promise<string> {
  const made = await createUpload(client, bytes.length, 'gleaner.zip');
  const path = new URL(made.headers.get('location') ?? '', world.server.url).pathname;
  expect((await sendPart(client, path, 0, bytes)).status).toBe(204);
  return path.split('/').at(-1) ?? '';
}

async function imported(client: TestClient, bytes: Uint8Array) {
  const uploadId = await sendArchive(client, bytes);
  const { taskId } = await client.rpc.myData.startImport.mutate({ uploadId });
  return waitFor('the import to end', async () => {
    const last = await client.rpc.myData.lastImport.query();
    return last?.taskId === taskId && last.state !== 'running' ? last : undefined;
  });
}

const bytesOf = async (path: string) => (await import('node:fs/promises')).readFile(path);

test('ACC-12 an account that is exported and imported into an empty one is equal, and twice changes nothing', async () => {
  const { client, userId } = await realisticAccount('lorn');
  const path = await exported(client);
  const before = await contentOf(path);
  const names = Object.keys(before);
  expect(names.filter((name) => name.startsWith('notes/'))).toHaveLength(2);
  expect(names.filter((name) => name.startsWith('subtitles/'))).toHaveLength(1);
  expect(before[names.find((name) => name.startsWith('subtitles/')) ?? '']).toContain('Corrected: lorn.');
  expect(names.filter((name) => name.startsWith('files/')).length).toBeGreaterThanOrEqual(2);

  const rows = names
    .filter((name) => name.startsWith('data/contents/'))
    .map((name) => (JSON.parse(before[name] ?? '') as { rows: Record<string, unknown[]> }).rows);
  for (const table of Object.keys(contentTables))
    expect([table, rows.flatMap((one) => one[table] ?? [])]).not.toEqual([table, []]);

  expect(before['data/answers.json']).toContain('"text":"Rye."');
  const other = world.client();
  await other.rpc.account.ensure.mutate();
  const bytes = await bytesOf(path);
  expect(await imported(other, bytes)).toMatchObject({
    state: 'completed',
    result: { contents: 2, kept: 0, prompts: 2, collections: 1, smartFolders: 1 },
  });
  const after = await contentOf(await exported(other));
  expect(after).toEqual(before);
  // The same things, but nobody's but theirs.
  const mine = await query(`select id from contents where user_id = $1`, [userId]);
  const theirs = (await other.rpc.user.videos.query({})).uniqueVideos.map(({ content_id }) => content_id);
  expect(mine.some(({ id }) => theirs.includes(String(id)))).toBe(false);
  // An archive has no tasks, and what they made is there all the same.
  const [talk] = await query<{ id: string }>('select content_id as id from talk_articles where content_id = any($1::uuid[])', [
    theirs,
  ]);
  const contentId = talk?.id ?? '';
  expect(await other.rpc.content.writtenArticle.query({ contentId })).toMatchObject({
    ...{ state: 'completed', taskId: null, problem: null },
    parts: [{ state: 'written', paragraphs: [{ text: 'Rye.' }] }],
  });
  expect(await other.rpc.content.translation.query({ contentId, language: 'zh' })).toMatchObject({
    ...{ state: 'completed', taskId: null, problem: null },
    total: 12,
  });
  // What an archive says about a link is for its owner alone.
  const shared = await query(
    `select e.id from extractions e join contents c on c.extraction_id = e.id where c.id = any($1::uuid[]) and e.content_id is distinct from c.id`,
    [theirs],
  );
  expect(shared).toEqual([]);
  expect(await imported(other, bytes)).toMatchObject({
    result: { contents: 0, kept: 2, prompts: 0, collections: 0, smartFolders: 0 },
  });
  expect(await contentOf(await exported(other))).toEqual(before);
  expect(await contentOf(await exported(client))).toEqual(before);
});

async function archiveOf(entries: Record<string, unknown>, madeBy = 'test'): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  const stream = writeArchive(madeBy, async (archive) => {
    for (const [name, value] of Object.entries(entries)) await archive.json(name, value);
  });
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

/** Somebody with an account and a verified address. */
async function joined(name: string): Promise<{ client: TestClient; userId: string }> {
  const client = world.client();
  await client.rpc.account.signUp.mutate({ email: `${name}@example.org`, password: 'correct horse battery', language: 'en' });
  const userId = (await client.rpc.account.me.query()).user?.id ?? '';
  await query(`update "user" set email_verified = true where id = $1`, [userId]);
  return { client, userId };
}

test('ACC-12 name, language, theme and digest come along where nothing was chosen, and the time can be read but is not given', async () => {
  const [ada, bob, eve] = [await joined('ada'), await joined('bob'), await joined('eve')];
  await ada.client.rpc.user.updateUsername.mutate({ username: '阿达' });
  await ada.client.rpc.account.savePreferences.mutate({ language: 'en', theme: 'dark' });
  await ada.client.rpc.digest.saveMail.mutate({ mail: true, language: 'en' });
  const key = { key: 'first', remark: 'for the mill' };
  const services = { settings: { time: null } } as unknown as Services;
  for (const of of [ada, bob])
    await database.db.transaction(async (tx) => {
      await changeBalance(services, tx, { userId: of.userId, kind: 'time', amount: 600, ...key });
      await changeBalance(services, tx, { userId: of.userId, kind: 'api', amount: 1_500_000, ...key });
    });
  await query(
    `insert into licenses (user_id, key_hash, vendor, order_reference, product, seconds, state, grant_id)
     select $1, 'ada', 'own', 'order-7', 'ten minutes', 600, 'used', g.id from ledger_grants g
     join ledger_accounts a on a.id = g.account_id where a.user_id = $1 and a.kind = 'time'`,
    [ada.userId],
  );
  await eve.client.rpc.user.updateUsername.mutate({ username: 'Eve' });
  await eve.client.rpc.account.savePreferences.mutate({ language: 'zh', theme: 'light' });
  await eve.client.rpc.digest.saveMail.mutate({ mail: false, language: 'zh' });

  const path = await exported(ada.client);
  const history = async (of: string) => JSON.parse((await contentOf(of))['history/time.json'] ?? '');
  const about = { cause: 'grant', reason: 'admin', remark: 'for the mill', title: null };
  expect(await history(path)).toEqual({
    entries: [
      { at: expect.any(String), seconds: 600, balanceSeconds: 600, ...about, product: 'ten minutes', order: 'order-7' },
      { at: expect.any(String), usd: 1.5, balanceUsd: 1.5, ...about, product: null, order: null },
    ],
  });
  const bytes = await bytesOf(path);
  for (const { client } of [bob, eve]) expect(await imported(client, bytes)).toMatchObject({ state: 'completed' });
  const kept = async ({ client, userId }: typeof ada) => {
    const { user } = await client.rpc.account.me.query();
    const [digest] = await query('select mail, language, end_token is not null as ends from digest_settings where user_id = $1', [
      userId,
    ]);
    const balances = await query('select kind, available::int from ledger_accounts where user_id = $1 order by kind', [userId]);
    return [user?.name, user?.language, user?.theme, digest, balances.map(({ available }) => available)];
  };
  expect(await kept(bob)).toEqual(['阿达', 'en', 'dark', { mail: true, language: 'en', ends: true }, [1_500_000, 600]]);
  expect(await kept(eve)).toEqual(['Eve', 'zh', 'light', { mail: false, language: 'zh', ends: true }, []]);
  expect(await history(await exported(eve.client))).toEqual({ entries: [] });
  // A guest has no name, and none comes of an archive.
  const guest = world.client();
  await guest.rpc.account.ensure.mutate();
  expect(await imported(guest, bytes)).toMatchObject({ state: 'completed' });
  expect((await guest.rpc.account.me.query()).user).toMatchObject({ name: null, language: null, theme: null });
});

test('ACC-12 an archive that leads out of itself, contradicts itself or is cut imports nothing', async () => {
  const { client: victim } = await realisticAccount('secret');
  const [secret] = await query<{ id: string }>(
    `select e.id from extractions e join contents c on c.extraction_id = e.id where c.title like '%Oven of secret%'`,
  );
  const now = new Date().toISOString();
  const id = crypto.randomUUID();
  const content = (changes: object) => ({
    source: { url: 'https://elsewhere.example/a', fileName: null, file: null },
    content: {
      ...{ id, title: 'Mine', status: 'completed', contentType: 'online', noteLanguage: 'en', createdAt: now, updatedAt: now },
      ...changes,
    },
    extractions: [],
    rows: {},
    files: [],
  });
  const thief = world.client();
  await thief.rpc.account.ensure.mutate();
  const times = { createdAt: now, updatedAt: now };
  const prompt = { id: crypto.randomUUID(), title: 'Long', customPrompt: 'x'.repeat(8001), ...times };
  const list = { id: crypto.randomUUID(), name: 'n'.repeat(101), slug: 'long', isPublic: false, ...times };
  const cases: [Uint8Array, string][] = [
    [await archiveOf({ 'data/contents/000001.json': content({ extractionId: secret?.id }) }), 'archive_damaged'],
    [await archiveOf({ 'data/contents/000001.json': content({ contentType: 'nothing' }) }), 'archive_damaged'],
    [await archiveOf({ 'data/contents/000001.json': content({}), 'data/contents/000002.json': content({}) }), 'archive_damaged'],
    [await archiveOf({ 'data/prompts.json': { prompts: [prompt] } }), 'archive_damaged'],
    [await archiveOf({ 'data/collections.json': { collections: [{ collection: list, items: [] }] } }), 'archive_damaged'],
    [(await bytesOf(await exported(victim))).subarray(0, 3000), 'archive_unreadable'],
    [Buffer.from('no archive at all, but long enough to be one'), 'archive_unreadable'],
  ];
  for (const [bytes, code] of cases)
    expect(await imported(thief, bytes)).toMatchObject({ state: 'failed', problem: { code }, result: null });
  expect((await thief.rpc.user.videos.query({})).count).toBe(0);
  expect(
    await query(
      `select 1 from uploads u join "user" on "user".id = u.user_id where u.name = 'gleaner.zip' and u.status <> 'taken'`,
    ),
  ).toEqual([]);
  // Without the reference it is an archive like any other.
  expect(await imported(thief, await archiveOf({ 'data/contents/000001.json': content({}) }))).toMatchObject({
    result: { contents: 1 },
  });
});

test('ACC-12 links that are one today, or were added while an archive was read, become one content', async () => {
  const client = world.client();
  const { user } = await client.rpc.account.ensure.mutate();
  const now = new Date().toISOString();
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  const entry = (id: string, url: string) => ({
    source: { url, fileName: null, file: null },
    content: { id, title: url, status: 'processing', contentType: 'online', noteLanguage: 'en', createdAt: now, updatedAt: now },
    ...{ extractions: [], rows: {}, files: [] },
  });
  const links = ['https://twice.example/a', 'https://twice.example/a?utm_source=mail'];
  const list = { id: crypto.randomUUID(), name: 'both', slug: 'both', isPublic: false, createdAt: now, updatedAt: now };
  const items = [first, second].map((contentId, position) => ({ contentId, position, addedAt: now }));
  const bytes = await archiveOf({
    'data/contents/000001.json': entry(first, links[0] ?? ''),
    'data/contents/000002.json': entry(second, links[1] ?? ''),
    'data/collections.json': { collections: [{ collection: list, items }] },
  });
  expect(await imported(client, bytes)).toMatchObject({ state: 'completed', result: { contents: 1, kept: 1, collections: 1 } });
  const rows = await query(
    `select c.status, (select count(*)::int from collection_items i where i.content_id = c.id) as items from contents c where user_id = $1`,
    [user.id],
  );
  expect(rows).toEqual([{ status: 'cancelled', items: 1 }]);
});

test('ACC-12 a later archive brings what is new in it to the prompts and collections that the earlier one brought', async () => {
  const client = world.client();
  const { user } = await client.rpc.account.ensure.mutate();
  const now = new Date().toISOString();
  const times = { createdAt: now, updatedAt: now };
  const prompt = { id: crypto.randomUUID(), title: 'Warm', customPrompt: 'What is warm?', ...times };
  const folder = { id: crypto.randomUUID(), name: 'Warm', tags: [], matchType: 'all', rules: {}, ...times };
  const lists = ['shelf', 'shown'].map((name) => ({ id: crypto.randomUUID(), name, slug: name, isPublic: false, ...times }));
  const entry = (name: string) => {
    const id = crypto.randomUUID();
    return {
      source: { url: `https://later.example/${name}`, fileName: null, file: null },
      content: { id, title: name, status: 'completed', contentType: 'online', noteLanguage: 'en', ...times },
      extractions: [],
      rows: {
        promptResults: [
          { id: crypto.randomUUID(), promptId: prompt.id, title: 'Warm', prompt: 'What is warm?', text: name, ...times },
        ],
      },
      files: [],
    };
  };
  const entries = ['first', 'second', 'third'].map(entry);
  const archive = (count: number) => {
    const taken = entries.slice(0, count);
    const items = taken.map(({ content }, position) => ({ contentId: content.id, position, addedAt: now }));
    return archiveOf({
      ...Object.fromEntries(taken.map((one, index) => [`data/contents/00000${index + 1}.json`, one])),
      'data/prompts.json': { prompts: [prompt] },
      'data/smart-folders.json': { smartFolders: [folder] },
      'data/collections.json': { collections: lists.map((collection) => ({ collection, items })) },
    });
  };
  expect(await imported(client, await archive(2))).toMatchObject({ result: { contents: 2, prompts: 1, collections: 2 } });
  // One was taken out since, and one list is public here.
  await query(
    `delete from collection_items i using contents c where c.id = i.content_id and i.user_id = $1 and c.title = 'second'`,
    [user.id],
  );
  await query(`update collections set is_public = true where user_id = $1 and name = 'shown'`, [user.id]);
  expect(await imported(client, await archive(3))).toMatchObject({
    state: 'completed',
    result: { contents: 1, kept: 2, prompts: 0, collections: 0, smartFolders: 0 },
  });
  const answers = `select r.text, p.title from prompt_results r join custom_prompts p on p.id::text = r.prompt_id
    and p.user_id = r.user_id where r.user_id = $1 order by r.text`;
  expect(await query(answers, [user.id])).toEqual(['first', 'second', 'third'].map((text) => ({ text, title: 'Warm' })));
  const placed = `select l.name, c.title from collection_items i join collections l on l.id = i.collection_id
    join contents c on c.id = i.content_id where i.user_id = $1 order by 1, 2`;
  expect(await query(placed, [user.id])).toEqual([
    { name: 'shelf', title: 'first' },
    { name: 'shelf', title: 'third' },
    { name: 'shown', title: 'first' },
  ]);
});

test('ACC-12 an account is deleted after its time of grace, completely, and again when a backup brings it back', async () => {
  const { client, userId } = await realisticAccount('gone');
  const { client: neighbour } = await realisticAccount('stays');
  const kept = await contentOf(await exported(neighbour));
  await client.rpc.account.saveModelKey.mutate({ provider: 'openai', model: 'gpt-x', value: `sk-${'a'.repeat(48)}` });
  await client.rpc.account.saveSiteSignIn.mutate({ site: 'bilibili', value: 'a'.repeat(40) });
  expect(await client.rpc.myData.deletion.query()).toEqual({ deleteAt: null, leftMs: null, graceHours: 23 });
  const asked = await client.rpc.myData.requestDeletion.mutate({ sure: true });
  expect(Date.parse(asked.deleteAt ?? '') - Date.now()).toBeGreaterThan(22 * 3_600_000);
  expect(asked.leftMs).toBeGreaterThan(22 * 3_600_000);
  expect(await client.rpc.myData.requestDeletion.mutate({ sure: true })).toMatchObject({ deleteAt: asked.deleteAt });
  expect(await client.rpc.myData.keepAccount.mutate()).toEqual({ deleteAt: null, leftMs: null, graceHours: 23 });

  const files = await query<{ key: string }>(
    `select blob_key as key from uploads where user_id = $1 union select cover_blob from contents where user_id = $1 and cover_blob is not null`,
    [userId],
  );
  expect(files.length).toBeGreaterThanOrEqual(2);
  const [account] = await query(`select * from "user" where id = $1`, [userId]);
  await client.rpc.myData.requestDeletion.mutate({ sure: true });
  await query(`update "user" set delete_at = now() where id = $1`, [userId]);
  await client.rpc.myData.requestDeletion.mutate({ sure: true });
  const gone = () =>
    waitFor('the account to be gone', async () =>
      (await query(`select 1 from "user" where id = $1`, [userId])).length === 0 ? true : undefined,
    );
  await gone();
  const columns = await query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and column_name like '%user_id'`,
  );
  expect(columns.length).toBeGreaterThan(15);
  for (const { table, column } of columns)
    expect([table, await query(`select 1 from "${table}" where "${column}" = $1`, [userId])]).toEqual([table, []]);
  const { existsSync } = await import('node:fs');
  const waiting = new Set((await query<{ key: string }>(`select blob_key as key from blob_garbage`)).map(({ key }) => key));
  for (const { key } of files)
    expect(waiting.has(key) || !existsSync(join(world.server.dataDir, 'files', 'blobs', key))).toBe(true);
  expect(await client.rpc.account.me.query()).toEqual({ user: null });
  expect(await contentOf(await exported(neighbour))).toEqual(kept);

  // A backup of the database brings the row back.
  await query(`insert into "user" (id, name, email, created_at) values ($1, $2, $3, $4)`, [
    ...[account?.id, account?.name, account?.email, account?.created_at],
  ]);
  const again = await startTestServer({ database: world.database, dataDir: world.server.dataDir, role: 'worker' });
  await gone();
  await again.stop();
});
