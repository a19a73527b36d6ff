/** What an import of an archive makes, as stored, statement by statement, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { user } from '#db/schema/auth.ts';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { blobGarbage, contents, extractions, noteVersions, sources } from '#db/schema/content.ts';
import { uploads } from '#db/schema/uploads.ts';
import { AppError } from '#lib/app-error.ts';
import { archiveOf, contentsOf, type Entry, entryOf, imported, png, times } from './archive-imports.ts';
import { addContent, at, blobs, client, day, idOf, keepArchiveRows, published, services, spoken } from './archive-records.ts';

keepArchiveRows();

test('ACC-12 an import brings its picture to an account without one; a picture that no account has goes after an hour', async () => {
  const by = { ...services(), paintAvatar: async (picture: Uint8Array) => picture } as ReturnType<typeof services>;
  const account = { name: null, language: null, theme: null, avatar: 'files/1' };
  const bytes = await archiveOf({ 'data/account.json': account }, { 'files/1': png });
  const avatarOf = async (id: string) => (await client.db.select().from(user).where(eq(user.id, id)))[0]?.avatarBlob;
  expect(await imported(bytes, { by })).toMatchObject({ code: null });
  const first = await avatarOf('ada');
  expect(first).toMatch(/^avatars\//);
  expect(await imported(bytes, { by })).toMatchObject({ code: null });
  expect([await avatarOf('ada'), await avatarOf('bob')]).toEqual([first, null]);
  const painting = (error: Error) => {
    const paintAvatar = () => Promise.reject(error);
    return imported(bytes, { by: { ...services(), paintAvatar } as ReturnType<typeof services> });
  };
  // A picture that cannot be read is left out; a server that cannot paint has to try again.
  expect(await painting(new AppError('picture_unreadable'))).toMatchObject({ code: null });
  expect(await painting(new Error('out of memory'))).toMatchObject({ code: 'Error: out of memory' });
  const discarded = await client.db.select().from(blobGarbage).orderBy(blobGarbage.id);
  const pictures = discarded.filter(({ blobKey }) => blobKey.startsWith('avatars/'));
  expect(pictures.map(({ blobKey }) => blobKey === first)).toEqual([true, false]);
  for (const { createdAt } of pictures) expect(Math.abs(createdAt.getTime() - Date.now() - 60 * 60_000)).toBeLessThan(60_000);
});

test('ACC-12 an import writes each row with new ids, for its user alone, and says how far it is', async () => {
  const [content, beside, extraction, own, version, list] = [1, 2, 3, 4, 5, 6].map(idOf);
  await addContent('bob', { source: { key: 'url:https://b.example/a', url: 'https://b.example/a' }, title: 'theirs' });
  const markdown = '# Rye\n\nThe oven.\n\n- [ ] weigh it\n- [x] buy it\n\n#rye #Oven';
  const media = { type: 'video', mime: 'video/mp4', blob: 'files/2', url: null };
  const mine = entryOf(content ?? '', {
    url: null,
    fileName: 'talk.mp4',
    file: 'files/2',
    content: {
      ...{ title: 'Mine', note: markdown, noteVersionId: version, extractionId: extraction, ownExtractionId: own },
      ...{ coverBlob: 'files/1', sourceUrl: 'https://elsewhere.example/talk', contentType: 'local' },
    },
    rest: {
      extractions: [
        { id: extraction, createdAt: at(1), data: { ...spoken('words'), coverBlob: 'files/1', media } },
        { id: own, createdAt: at(1), data: { ...spoken('own'), coverBlob: 'files/9' } },
      ],
      rows: { noteVersions: [{ id: version, markdown, method: 'model', extractionId: extraction, createdAt: at(1) }] },
      files: [
        { file: 'files/1', kind: 'cover', name: 'c.png' },
        { file: 'files/2', kind: 'upload', name: 'talk.mp4' },
      ],
    },
  });
  const collection = {
    id: list,
    name: 'List',
    slug: 'list-2345678',
    isPublic: true,
    publishedAt: at(1),
    hiddenAt: at(1),
    ...times,
  };
  const items = [beside, content].map((contentId, position) => ({ contentId, position, addedAt: at(1) }));
  const bytes = await archiveOf(
    {
      ...contentsOf(mine, entryOf(beside ?? '', { url: 'https://b.example/a' })),
      'data/collections.json': { collections: [{ collection: { ...collection, coverContentId: content }, items }] },
    },
    { 'files/1': png, 'files/2': Buffer.from('sound') },
  );
  expect(await imported(bytes)).toEqual({
    code: null,
    error: null,
    result: { contents: 2, kept: 0, prompts: 0, collections: 1, smartFolders: 0 },
    stages: [
      ['reading', 0, 'reading_archive'],
      ['checking', 30, 'reading_archive'],
      ['storing', 50, 'storing_archive'],
      ['writing', 70, 'storing_archive'],
    ],
  });
  expect(published).toEqual([{ type: 'user_work', userId: 'ada' }]);

  const [made, other] = await client.db.select().from(contents).where(eq(contents.userId, 'ada')).orderBy(contents.contentType);
  const [source] = await client.db
    .select()
    .from(sources)
    .where(eq(sources.id, made?.sourceId ?? ''));
  const stored = await client.db.select().from(uploads);
  expect(stored).toMatchObject([{ userId: 'ada', name: 'talk.mp4', sizeBytes: 5, status: 'taken' }]);
  const blobKey = stored[0]?.blobKey ?? '';
  expect(source).toMatchObject({ key: `file:${stored[0]?.id}`, url: null, blobKey, fileName: 'talk.mp4' });
  const [heard, chosen] = await client.db.select().from(extractions).orderBy(extractions.id);
  const [kept] = await client.db.select().from(noteVersions);
  expect(made).toMatchObject({
    ...{ title: 'Mine', status: 'completed', note: markdown, sourceUrl: 'https://elsewhere.example/talk', createdAt: day(1) },
    ...{ extractionId: heard?.id, ownExtractionId: chosen?.id, noteVersionId: kept?.id },
    ...{ noteTags: ['rye', 'Oven'], openTodos: 1, doneTodos: 1, coverBlob: expect.stringMatching(/^covers\/[0-9a-f]{64}\.png$/) },
  });
  expect(other).toMatchObject({
    title: beside,
    sourceUrl: null,
    extractionId: null,
    noteVersionId: null,
    coverBlob: null,
    note: null,
  });
  const { coverBlob } = made ?? {};
  expect(heard).toMatchObject({
    sourceId: source?.id,
    contentId: made?.id,
    data: { coverBlob, media: { ...media, blob: blobKey } },
  });
  // A file that the archive does not have is none.
  expect(chosen).toMatchObject({ contentId: made?.id, data: { coverBlob: null, media: null, title: 'A' } });
  expect(kept).toMatchObject({ userId: 'ada', contentId: made?.id, extractionId: heard?.id, markdown });
  const [shelf] = await client.db.select().from(collections);
  expect(shelf).toMatchObject({
    ...{ userId: 'ada', name: 'List', slug: 'list-2345678', coverContentId: made?.id },
    ...{ isPublic: false, publishedAt: null, hiddenAt: null },
  });
  const placed = await client.db.select().from(collectionItems).orderBy(collectionItems.position);
  expect(placed.map(({ contentId }) => contentId)).toEqual([other?.id, made?.id]);
  const given = [made, other, heard, chosen, kept, shelf].map((row) => row?.id ?? '');
  expect(given.some((id) => [content, beside, extraction, own, version, list].includes(id))).toBe(false);
  // In the order in which they were given, and all of one import.
  const tails = new Set(given.map((id) => id.slice(8)));
  expect(tails.size).toBe(1);
  const order = [made, heard, chosen, kept, other, shelf].map((row) => Number.parseInt(row?.id.slice(0, 8) ?? '', 16));
  expect(order.map((number) => number - (order[0] ?? 0))).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await client.db.select({ title: contents.title }).from(contents).where(eq(contents.userId, 'bob'))).toEqual([
    { title: 'theirs' },
  ]);
});

test('ACC-12 a content that is added while an archive is read stays as it is, and what the archive has of it goes', async () => {
  const [first, second, list] = [1, 2, 3].map(idOf);
  const there = { source: { key: 'url:https://b.example/a', url: 'https://b.example/a' } };
  await addContent('bob', { ...there, title: 'theirs' });
  await addContent('ada', { title: 'another' });
  let mine = '';
  const during = services({
    put: async (key, bytes) => {
      if (mine === '') mine = (await addContent('ada', { ...there, title: 'meanwhile' })).id;
      return blobs.put(key, bytes);
    },
  });
  const files = [
    { file: 'files/1', kind: 'cover', name: 'c.png' },
    { file: 'files/2', kind: 'upload', name: 'talk.mp4' },
  ];
  const entry = entryOf(first ?? '', { url: 'https://b.example/a', content: { coverBlob: 'files/1' }, rest: { files } });
  const collection = { id: list, name: 'List', slug: 'list', isPublic: false, ...times };
  const items = [first, second].map((contentId, position) => ({ contentId, position, addedAt: at(1) }));
  const bytes = await archiveOf(
    { ...contentsOf(entry, entryOf(second ?? '')), 'data/collections.json': { collections: [{ collection, items }] } },
    { 'files/1': png, 'files/2': Buffer.from('sound') },
  );
  expect(await imported(bytes, { by: during })).toMatchObject({ code: null });
  const titles = await client.query('select title, cover_blob from contents where user_id = $1 order by title', ['ada']);
  expect(titles).toEqual([second, 'another', 'meanwhile'].map((title) => ({ title, cover_blob: null })));
  expect(await client.query('select content_id from collection_items where content_id = $1', [mine])).toHaveLength(1);
  const garbage = await client.query<{ blob_key: string }>('select blob_key from blob_garbage');
  expect(garbage).toEqual([{ blob_key: expect.stringMatching(/^covers\//) }]);
  // One id for two contents is damage, also where one of them is there already.
  mine = 'known';
  const twice = contentsOf(
    entryOf(second ?? '', { url: 'https://b.example/new' }),
    entryOf(second ?? '', { url: 'https://b.example/new?utm_source=mail' }),
  );
  expect(await imported(await archiveOf(twice), { by: during })).toMatchObject({ code: 'archive_damaged' });
});

test('ACC-12 an archive is not called damaged when the database cannot store it', async () => {
  await client.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception using errcode = 'disk_full'; end $$`);
  await client.query('create trigger refuse before insert on contents execute function refuse()');
  try {
    const { code } = await imported(await archiveOf(contentsOf(entryOf(idOf(7)))));
    expect(code).toContain('Failed query');
    expect(await client.query('select 1 from sources')).toEqual([]);
  } finally {
    await client.query('drop function refuse cascade');
  }
});

test('ACC-12 an import that fails leaves no row and no file behind, whatever it had stored by then', async () => {
  const wrong: [what: string, entry: Entry][] = [
    ['an address that is none', { content: { sourceUrl: 'javascript:alert(1)' } }],
    ['a text of another archive', { content: { extractionId: idOf(9) } }],
    ['an own text of another archive', { content: { ownExtractionId: idOf(9) } }],
    ['a version of another archive', { content: { noteVersionId: idOf(9) } }],
    ['what the database refuses', { rest: { rows: { chatHistory: [1, 2].map((n) => ({ id: idOf(n), messages: [] })) } } }],
    ['a link that is none', { url: 'ftp://b.example/' }],
  ];
  for (const [what, entry] of wrong) {
    const files = [
      { file: 'files/1', kind: 'cover', name: 'c.png' },
      { file: 'files/2', kind: 'upload', name: 'talk.mp4' },
    ];
    const bytes = await archiveOf(contentsOf(entryOf(idOf(7), { ...entry, rest: { ...entry.rest, files } })), {
      ...{ 'files/1': png, 'files/2': Buffer.from('sound') },
    });
    expect(await imported(bytes), what).toMatchObject({ code: 'archive_damaged' });
    expect(await client.query('select 1 from contents'), what).toEqual([]);
  }
  // The archives themselves are left to whoever ends the task.
  expect(await blobs.list('uploads')).toHaveLength(wrong.length);
  const covers = await client.query<{ key: string }>('select distinct blob_key as key from blob_garbage');
  expect(covers).toEqual([{ key: expect.stringMatching(/^covers\//) }]);
  expect(published).toEqual([]);
  const lost = services();
  Object.assign(lost.events, { publish: () => Promise.reject(new Error('the queue is gone')) });
  expect(await imported(await archiveOf(contentsOf(entryOf(idOf(1)))), { by: lost })).toMatchObject({
    code: 'Error: the queue is gone',
  });
  expect(await client.query('select 1 from contents')).toEqual([]);
});

test('ACC-12 an account takes as many prompts, collections and folders as it may have, counting those that it has', async () => {
  const fill = (table: string, columns: string, values: string, count: number) =>
    client.query(
      `insert into ${table} (user_id, created_at, ${columns}) select u, '2026-01-01', ${values} from generate_series(1, $1::int) n, unnest(array['ada', 'bob']) u`,
      [count],
    );
  const prompts = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: randomUUID(), title: `p${from + n}`, customPrompt: 'What?', ...times }));
  const lists = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => {
      const name = `l${from + n}`;
      return { collection: { id: randomUUID(), name, slug: name, isPublic: false, ...times }, items: [] };
    });
  const folders = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: randomUUID(), name: `f${from + n}`, tags: [], rules: {}, ...times }));
  await fill('custom_prompts', 'title, custom_prompt', `'p' || n, 'What?'`, 198);
  await client.query(`update custom_prompts set deleted_at = now() where title = 'p198'`);
  await fill('collections', 'name, slug', `'l' || n, u || n`, 498);
  await fill('smart_folders', 'name, tags', `'f' || n, '{}'`, 198);
  const tried = async (name: string, value: object) => {
    const { code, result, error } = await imported(await archiveOf({ [name]: value }));
    if (code !== null) expect((error as AppError).params).toEqual({ most: code === 'collection_limit' ? 500 : 200 });
    return [code, result];
  };
  const none = { contents: 0, kept: 0, prompts: 0, collections: 0, smartFolders: 0 };
  // A deleted prompt is neither known nor counted.
  expect(await tried('data/prompts.json', { prompts: prompts(197, 5) })).toEqual(['prompt_limit', null]);
  expect(await tried('data/prompts.json', { prompts: prompts(197, 4) })).toEqual([null, { ...none, prompts: 3 }]);
  expect(await tried('data/prompts.json', { prompts: prompts(1, 197) })).toEqual([null, none]);
  expect(await tried('data/prompts.json', { prompts: prompts(201, 1) })).toEqual(['prompt_limit', null]);
  expect(await tried('data/collections.json', { collections: lists(498, 4) })).toEqual(['collection_limit', null]);
  expect(await tried('data/collections.json', { collections: lists(498, 3) })).toEqual([null, { ...none, collections: 2 }]);
  expect(await tried('data/collections.json', { collections: lists(498, 3) })).toEqual([null, none]);
  expect(await tried('data/smart-folders.json', { smartFolders: folders(198, 4) })).toEqual(['smart_folder_limit', null]);
  expect(await tried('data/smart-folders.json', { smartFolders: folders(198, 3) })).toEqual([null, { ...none, smartFolders: 2 }]);
  expect(await tried('data/smart-folders.json', { smartFolders: folders(198, 3) })).toEqual([null, none]);
  // The same name at another time is another one.
  const [again] = folders(1, 1);
  expect(await tried('data/smart-folders.json', { smartFolders: [{ ...again, createdAt: at(2) }] })).toEqual([
    'smart_folder_limit',
    null,
  ]);
});

test('ACC-12 a collection that is there takes the new contents that it has room for, and no other changes', async () => {
  await client.db.insert(sources).values({ key: 'full', url: null });
  const shelf = async (name: string, count: number) => {
    const [made] = await client.query<{ id: string }>(
      `insert into collections (user_id, name, slug, created_at, updated_at) values ('ada', $1, $1, '2026-01-01', '2026-01-01') returning id`,
      [name],
    );
    await client.query(
      `with s as (insert into sources (key) select $2 || n from generate_series(1, $3::int) n returning id),
       c as (insert into contents (user_id, source_id, content_type, title, note_language) select 'ada', id, 'online', 'x', 'en' from s returning id)
       insert into collection_items (collection_id, content_id, user_id, position) select $1, id, 'ada', 1 from c`,
      [made?.id, name, count],
    );
    return made?.id ?? '';
  };
  const [almost, other] = [await shelf('almost', 4998), await shelf('other', 3)];
  const collection = { id: idOf(50), name: 'almost', slug: 'almost', isPublic: false, ...times };
  const adding = async (...ids: number[]) => {
    const items = ids.map((n, position) => ({ contentId: idOf(n), position, addedAt: at(1) }));
    const entries = ids.map((n) => entryOf(idOf(n)));
    return imported(
      await archiveOf({ ...contentsOf(...entries), 'data/collections.json': { collections: [{ collection, items }] } }),
    );
  };
  const state = (id: string) =>
    client.query<{ count: number; changed: boolean }>(
      `select (select count(*)::int from collection_items where collection_id = c.id) as count, updated_at > '2026-01-02' as changed
       from collections c where id = $1`,
      [id],
    );
  expect(await adding(1, 2, 3)).toMatchObject({ code: 'collection_full', error: { params: { most: 5000 } } });
  expect(await state(almost)).toEqual([{ count: 4998, changed: false }]);
  expect(await adding(1, 2)).toMatchObject({ code: null, result: { contents: 2, kept: 0, collections: 0 } });
  expect(await state(almost)).toEqual([{ count: 5000, changed: true }]);
  expect(await state(other)).toEqual([{ count: 3, changed: false }]);
  await client.query(`update collections set updated_at = '2026-01-01'`);
  // Nothing is new in it.
  expect(await adding(1, 2)).toMatchObject({ code: null, result: { contents: 0, kept: 2 } });
  expect(await state(almost)).toEqual([{ count: 5000, changed: false }]);
  expect(await state(other)).toEqual([{ count: 3, changed: false }]);
});

test('ACC-12 the latest answers come along as far as an account keeps them, with what they lead to', async () => {
  const fill = (count: number) =>
    client.query(
      `insert into library_answers (user_id, kind, question, scope, note_language, state, created_at)
       select u, 'question', 'q' || n, '{}', 'en', 'done', '2025-01-01' from generate_series(1, $1::int) n, unnest(array['ada', 'bob']) u`,
      [count],
    );
  await fill(197);
  const answer = (n: number, values: object = {}) => ({
    answer: {
      ...{
        id: idOf(n),
        kind: 'question',
        question: `new ${n}`,
        scope: { contents: [idOf(1)] },
        noteLanguage: 'en',
        state: 'done',
      },
      ...{ createdAt: at(n), ...values },
    },
    sources: [{ position: 0, contentId: idOf(1), item: 1, firstSegment: 0, lastSegment: 0, text: `words ${n}` }],
  });
  const known = { answer: { ...answer(9).answer, question: 'q1', createdAt: '2025-01-01T00:00:00.000Z' }, sources: [] };
  const answers = [
    answer(12, { state: 'writing' }),
    answer(10),
    known,
    answer(13, { afterId: idOf(12) }),
    answer(11, { afterId: idOf(10) }),
  ];
  const bytes = await archiveOf({ ...contentsOf(entryOf(idOf(1))), 'data/answers.json': { answers } });
  expect(await imported(bytes)).toMatchObject({ code: null });
  const rows = await client.query<{
    question: string;
    state: string;
    after: string | null;
    scope: object;
    words: string;
    by: string;
  }>(
    `select a.question, a.state, b.question as after, a.scope, s.text as words, s.user_id as by
     from library_answers a left join library_answers b on b.id = a.after_id join library_answer_sources s on s.answer_id = a.id
     where a.question like 'new %' and a.user_id = 'ada' order by 1`,
  );
  const [content] = await client.query<{ id: string }>('select id from contents');
  const told = (n: number, state: string, after: string | null) => ({
    ...{ question: `new ${n}`, state, after, scope: { contents: [content?.id] }, words: `words ${n}`, by: 'ada' },
  });
  // Of four that are new, three find room: the latest.
  expect(rows).toEqual([told(11, 'done', null), told(12, 'stopped', null), told(13, 'done', 'new 12')]);
  expect(await imported(await archiveOf({ 'data/answers.json': { answers: [answer(20)] } }))).toMatchObject({ code: null });
  expect(await client.query(`select 1 from library_answers where user_id = 'ada'`)).toHaveLength(200);
});

test('ACC-12 what an account has is known again by its link, or by its title and time where it was a file', async () => {
  const link = { key: 'url:https://b.example/a', url: 'https://b.example/a' };
  await addContent('bob', { title: 'file', createdAt: day(1), source: { key: 'file:b', url: null } });
  await addContent('ada', { title: 'linked', createdAt: day(5), source: link });
  await addContent('ada', { title: 'file', createdAt: day(2), source: { key: 'file:a', url: null } });
  const fileAt = (n: number, title = 'file') => ({ url: null, content: { title, createdAt: at(n) } });
  const counted = async (...entries: Entry[]) => {
    const { code, result } = await imported(await archiveOf(contentsOf(...entries.map((one, n) => entryOf(idOf(n + 1), one)))));
    const { contents: added, kept } = (result ?? {}) as { contents?: number; kept?: number };
    return code ?? [added, kept];
  };
  expect(await counted({ url: 'https://b.example/a?utm_source=mail' }, fileAt(2))).toEqual([0, 2]);
  expect(await counted(fileAt(1))).toEqual([1, 0]);
  expect(await counted(fileAt(2, 'another'), { url: null, content: { title: 'linked', createdAt: at(5) } })).toEqual([2, 0]);
  // Two files of one archive are two, two links that are the same today are one.
  const other = 'https://b.example/other';
  expect(await counted(fileAt(7), fileAt(8), { url: other }, { url: `${other}#part` })).toEqual([3, 1]);
});
