/** Imports while the account is changed elsewhere, and how much one account may take. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { collections } from '#db/schema/collections.ts';
import { usernameLength } from '#features/account/shared/username-length.ts';
import { archiveLimits } from '#features/my-data/server/archive/format.ts';
import { meanwhile } from '../harness/database/meanwhile.ts';
import { archiveOf, contentsOf, entryOf, imported, png, times } from './archive-imports.ts';
import { at, client, idOf, keepArchiveRows, services, spoken } from './archive-records.ts';

keepArchiveRows();

test('ACC-12 a collection that is published during an import takes nothing of the archive', async () => {
  const shelf = (userId: string, name: string) => ({ userId, name, slug: `${userId}-${name}`, createdAt: new Date(at(1)) });
  await client.db.insert(collections).values([
    { ...shelf('ada', 'shown'), id: idOf(60) },
    { ...shelf('ada', 'kept'), id: idOf(61) },
  ]);
  await client.query(`update collections set updated_at = '2026-01-01'`);
  const items = [{ contentId: idOf(1), position: 0, addedAt: at(1) }];
  const lists = ['kept', 'shown'].map((name, n) => ({
    collection: { id: idOf(50 + n), name, slug: name, isPublic: false, ...times },
    items,
  }));
  const bytes = await archiveOf({ ...contentsOf(entryOf(idOf(1))), 'data/collections.json': { collections: lists } });
  const publish = (tx: Tx) =>
    tx
      .update(collections)
      .set({ isPublic: true })
      .where(eq(collections.id, idOf(60)));
  expect(await meanwhile(client, publish, () => imported(bytes))).toMatchObject({
    code: null,
    result: { contents: 1, collections: 0 },
  });
  const placed = `select l.name, i.user_id, c.title from collection_items i join collections l on l.id = i.collection_id
    join contents c on c.id = i.content_id`;
  expect(await client.query(placed)).toEqual([{ name: 'kept', user_id: 'ada', title: idOf(1) }]);
  const changed = `select name, updated_at > '2026-01-02' as changed from collections order by name`;
  expect(await client.query(changed)).toEqual([
    { name: 'kept', changed: true },
    { name: 'shown', changed: false },
  ]);
});

test('ACC-12 what an archive has of an account is written before the import ends', async () => {
  const account = { name: 'Rye', language: 'zh', theme: 'dark', avatar: 'files/1' };
  const channels = { subscriptions: [], monthlyMinutes: 90, digest: { mail: true, language: 'zh' } };
  const entries = { ...contentsOf(entryOf(idOf(1))), 'data/account.json': account, 'data/channels.json': channels };
  const bytes = await archiveOf(entries, { 'files/1': png });
  const by = { ...services(), paintAvatar: async (picture: Uint8Array) => picture } as ReturnType<typeof services>;
  const found: unknown[] = [];
  const look = async (tx: Tx) => {
    const asked = sql`select u.name, u.language, u.theme, u.avatar_blob is not null as avatar, s.monthly_minutes as minutes,
      (select count(*)::int from contents c where c.user_id = u.id) as contents
      from "user" u left join channel_settings s on s.user_id = u.id order by u.id`;
    found.push(...(await tx.execute(asked)).rows);
  };
  expect(await imported(bytes, { by, atEnd: look })).toMatchObject({ code: null });
  expect(found).toEqual([
    { name: 'Rye', language: 'zh', theme: 'dark', avatar: true, minutes: 90, contents: 1 },
    { name: 'bob', language: null, theme: null, avatar: false, minutes: null, contents: 0 },
  ]);
});

test('ACC-12 what is chosen for an account stays, also while an archive is imported, and a guest has no settings', async () => {
  const account = { name: 'Rye', language: 'zh', theme: 'dark', avatar: null };
  const settings = async () => {
    const [row] = await client.query(`select name, language, theme from "user" where id = 'ada'`);
    return row;
  };
  const take = async (changes: object = {}) => imported(await archiveOf({ 'data/account.json': { ...account, ...changes } }));
  await client.query(`update "user" set is_anonymous = true where id = 'ada'`);
  expect(await take()).toMatchObject({ code: null });
  await client.query(`update "user" set is_anonymous = null where id = 'ada'`);
  expect(await settings()).toEqual({ name: 'ada', language: null, theme: null });
  await take({ name: 'x'.repeat(usernameLength + 1), language: null, theme: 'light' });
  expect(await settings()).toEqual({ name: 'ada', language: null, theme: 'light' });
  await take({ name: ' ' });
  expect(await settings()).toEqual({ name: 'ada', language: 'zh', theme: 'light' });
  const choose = (tx: Tx) => tx.execute(sql`update "user" set name = 'Chosen' where id = 'ada'`);
  expect(await meanwhile(client, choose, () => take({ language: 'en' }))).toMatchObject({ code: null });
  expect(await settings()).toEqual({ name: 'Chosen', language: 'zh', theme: 'light' });
  await client.query(`update "user" set name = 'ada' where id = 'ada'`);
  await take({ name: 'y'.repeat(usernameLength) });
  expect(await settings()).toMatchObject({ name: 'y'.repeat(usernameLength) });
});

test('ACC-12 an archive may have two million rows', async () => {
  const limits = archiveLimits as { rows: number };
  const { rows } = limits;
  const message = (n: number) => ({ id: idOf(n), messages: [] });
  const version = (n: number) => ({ id: idOf(n), markdown: 'x', method: 'edited', extractionId: idOf(5), createdAt: at(1) });
  const read = { id: idOf(5), createdAt: at(1), data: spoken('words') };
  const rest = { extractions: [read], rows: { chatHistory: [message(6)], noteVersions: [version(7), version(8)] } };
  const bytes = await archiveOf(contentsOf(entryOf(idOf(1)), entryOf(idOf(2), { rest })));
  try {
    // So many are too many for a test.
    expect(rows).toBe(2_000_000);
    limits.rows = 5;
    expect(await imported(bytes)).toMatchObject({ code: 'archive_too_large', result: null });
    limits.rows = 6;
    expect(await imported(bytes)).toMatchObject({ code: null });
  } finally {
    limits.rows = rows;
  }
});

test('ACC-12 what an account has beyond its limits does not keep out an archive that adds none of it', async () => {
  const fill = (table: string, columns: string, values: string, count: number) =>
    client.query(
      `insert into ${table} (user_id, created_at, ${columns}) select 'ada', '2026-01-01', ${values} from generate_series(1, $1::int) n`,
      [count],
    );
  await fill('custom_prompts', 'title, custom_prompt', `'p' || n, 'What?'`, 201);
  await fill('collections', 'name, slug', `'l' || n, 'l' || n`, 501);
  await fill('smart_folders', 'name, tags', `'f' || n, '{}'`, 201);
  expect(await imported(await archiveOf(contentsOf(entryOf(idOf(1)))))).toMatchObject({
    ...{ code: null, result: { contents: 1, kept: 0, prompts: 0, collections: 0, smartFolders: 0 } },
  });
});

test('ACC-12 a damaged archive is refused for what is wrong with it', async () => {
  const refusal = async (...entries: object[]) => (await imported(await archiveOf(contentsOf(...entries)))).error;
  const id = idOf(7);
  const [one, two] = ['https://b.example/1', 'https://b.example/2'].map((url) => entryOf(id, { url }));
  expect(await refusal(one ?? {}, two ?? {})).toMatchObject({ message: 'archive_damaged: an id twice or none' });
  expect(await refusal(entryOf(id, { content: { extractionId: idOf(9) } }))).toMatchObject({
    message: 'archive_damaged: a reference that leads out of the archive',
  });
  const same = ['https://b.example/1', 'https://b.example/1?utm_source=mail'].map((url) => entryOf(id, { url }));
  expect(await refusal(...same)).toMatchObject({ message: 'archive_damaged: an id twice' });
  const chats = [1, 2].map((n) => ({ id: idOf(n), messages: [] }));
  expect(await refusal(entryOf(id, { rest: { rows: { chatHistory: chats } } }))).toMatchObject({
    ...{ code: 'archive_damaged', message: 'archive_damaged', cause: { message: expect.stringContaining('Failed query') } },
  });
  expect(await client.query('select 1 from contents')).toEqual([]);
});

test('ACC-12 an import of more rows than go into one statement keeps all of them, in their order', async () => {
  const prompts = Array.from({ length: 200 }, (_, n) => ({ id: randomUUID(), title: `p${n}`, customPrompt: 'What?', ...times }));
  const versions = Array.from({ length: 401 }, (_, n) => ({
    id: idOf(100 + n),
    markdown: `v${n}`,
    method: 'edited',
    createdAt: at(1),
  }));
  const bytes = await archiveOf({
    ...contentsOf(entryOf(idOf(1), { rest: { rows: { noteVersions: versions } } })),
    'data/prompts.json': { prompts },
  });
  expect(await imported(bytes)).toMatchObject({ code: null });
  const titles = await client.query<{ title: string }>('select title from custom_prompts order by id');
  expect(titles.map(({ title }) => title)).toEqual(prompts.map(({ title }) => title));
  const stored = await client.query<{ markdown: string }>('select markdown from note_versions order by id');
  expect(stored.map(({ markdown }) => markdown)).toEqual(versions.map(({ markdown }) => markdown));
});

test('ACC-12 an account has at most a hundred thousand contents after an import', async () => {
  const fill = (count: number, from: number) =>
    client.db.transaction(async (tx) => {
      // Without the checks of foreign keys, which take most of the time.
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`with s as (
          insert into sources (key) select 's' || n from generate_series(${from}::int, ${from + count - 1}::int) n returning id)
        insert into contents (user_id, source_id, content_type, title, note_language)
        select 'ada', id, 'online', 'x', 'en' from s`);
    });
  await fill(99_998, 1);
  try {
    const tried = async (...ids: number[]) => {
      const { code, result } = await imported(await archiveOf(contentsOf(...ids.map((n) => entryOf(idOf(n))))));
      return code ?? (result as { contents: number; kept: number });
    };
    expect(await tried(1, 2, 3)).toBe('archive_too_large');
    expect(await tried(1, 2)).toMatchObject({ contents: 2, kept: 0 });
    expect(await tried(3)).toBe('archive_too_large');
    await fill(1, 200_000);
    expect(await tried(1, 2)).toMatchObject({ contents: 0, kept: 2 });
  } finally {
    await client.query('truncate contents, sources cascade');
  }
});
