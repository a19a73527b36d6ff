/** What is read of collections, in which order and to which limit, and what comes back with one that was deleted. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseClient } from '#db/client.ts';
import { collectionItems, collectionSlugs, collections, deletedCollections } from '#db/schema/collections.ts';
import { contents, sources } from '#db/schema/content.ts';
import { publicReports } from '#db/schema/shared-notes.ts';
import { addContents, addItems } from '#features/collections/server/add-items.ts';
import { createCollection, publishCollection, updateCollection } from '#features/collections/server/change-collection.ts';
import { deleteCollection, restoreCollection } from '#features/collections/server/delete.ts';
import { setCollectionHidden } from '#features/collections/server/hide.ts';
import { moveItems } from '#features/collections/server/order.ts';
import { lockOwnedCollection, requireOwnedCollection } from '#features/collections/server/owned.ts';
import {
  collectionsOf,
  contentIdsIn,
  coverPaths,
  listCollections,
  namesByContent,
  readCollection,
} from '#features/collections/server/queries.ts';
import { removeItems } from '#features/collections/server/remove-items.ts';
import { formerSlugsOf } from '#features/collections/server/slug-store.ts';
import { createTidyCollections } from '#features/collections/server/tidy-collections.handler.ts';
import { requireOwnedContent } from '#features/contents/server/owned.ts';
import { AppError } from '#lib/app-error.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';

let client: DatabaseClient;
openOwnDatabase((own) => {
  client = own;
});
beforeAll(async () => {
  for (const id of ['ada', 'bob'])
    await client.query('insert into "user" (id, name, email) values ($1, $1, $2)', [id, `${id}@example.org`]);
});
beforeEach(async () => {
  for (const name of ['contents', 'sources', 'collections', 'deleted_collections']) await client.query(`delete from ${name}`);
});

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const at = (n: number) => day(n).toISOString();
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);

async function addContent(userId: string, n: number, values: Partial<typeof contents.$inferInsert> = {}): Promise<string> {
  const url = `https://a.example/${userId}/${n}`;
  const [source] = await client.db.insert(sources).values({ key: url, url }).returning({ id: sources.id });
  await client.db.insert(contents).values({
    ...{ id: idOf(n), userId, sourceId: source?.id ?? '', title: `t${n}`, contentType: 'online', noteLanguage: 'en' },
    ...values,
  });
  return idOf(n);
}
type NewCollection = Partial<typeof collections.$inferInsert>;
/** `items`: positions by number of a content. */
async function addCollection(n: number, items: Record<number, number> = {}, values: NewCollection = {}): Promise<string> {
  const userId = values.userId ?? 'ada';
  await client.db
    .insert(collections)
    .values({ id: idOf(n), userId, slug: `slug-${n}`, name: `Name ${n}`, createdAt: day(1), updatedAt: day(n), ...values });
  for (const [content, position] of Object.entries(items))
    await client.db
      .insert(collectionItems)
      .values({ userId, collectionId: idOf(n), contentId: idOf(Number(content)), position, addedAt: day(3) });
  return idOf(n);
}

test('COL-01 a collection is read page by page, in its order, with what its owner may see of it', async () => {
  for (const n of [11, 12, 13, 14]) await addContent('ada', n, n === 13 ? { coverBlob: 'covers/0123456789abcdef.jpg' } : {});
  await addContent('bob', 15);
  await addCollection(1, { 11: 1, 12: 2, 13: 2, 14: 5 }, { description: 'Words', coverContentId: idOf(12), publishedAt: day(2) });
  await addCollection(2, { 11: 9 });
  await addCollection(3, { 15: 9 }, { userId: 'bob' });
  const read = async (id: string, limit: number, cursor?: string) => {
    const { collection, items, nextCursor } = await readCollection(client.db, 'ada', { id, limit, cursor });
    return { collection, ids: items.map(({ content_id }) => Number(content_id.slice(-2))), nextCursor };
  };
  const whole = await read('slug-1', 4);
  expect([whole.ids, whole.nextCursor]).toEqual([[14, 13, 12, 11], null]);
  const details = {
    ...{ id: idOf(1), slug: 'slug-1', name: 'Name 1', is_public: false, hidden: false, created_at: at(1), updated_at: at(1) },
    ...{ collection_items: [{ count: 4 }], description: 'Words', cover_content_id: idOf(12), published_at: at(2) },
    // The chosen one has no picture.
    ...{ cover_url: expect.stringMatching(`^/api/contents/${idOf(13)}/cover\\?v=`), hidden_for: [] },
  };
  expect(whole.collection).toEqual(details);
  const first = await read(idOf(1), 2);
  expect([first.ids, first.collection]).toEqual([[14, 13], whole.collection]);
  const second = await read(idOf(1), 2, first.nextCursor ?? '');
  expect([second.ids, second.nextCursor]).toEqual([[12, 11], null]);
  const third = await read('slug-1', 1, (await read('slug-1', 2)).nextCursor ?? '');
  expect([third.ids, third.nextCursor === null]).toEqual([[12], false]);
  await client.db
    .insert(publicReports)
    .values(
      ['spam', 'illegal', 'spam'].map((reason) => ({ collectionId: idOf(1), reason: reason as 'spam', message: 'secret' })),
    );
  expect((await read('slug-1', 1)).collection).toMatchObject({ hidden: false, hidden_for: [] });
  await client.db
    .update(collections)
    .set({ hiddenAt: day(5) })
    .where(eq(collections.id, idOf(1)));
  expect((await read('slug-1', 1)).collection).toMatchObject({ hidden: true, hidden_for: ['illegal', 'spam'] });
  for (const id of ['slug-3', idOf(3), 'none', randomUUID()])
    for (const ask of [read, (named: string) => requireOwnedCollection(client.db, 'ada', named)])
      expect(await ask(id, 1).catch(codeOf), id).toBe('not_found');
  await expect(read('slug-1', 1, 'nonsense')).rejects.toMatchObject({ code: 'bad_request' });
  await client.db.insert(collectionSlugs).values({ slug: 'former', collectionId: idOf(1) });
  expect((await requireOwnedCollection(client.db, 'ada', 'former')).id).toBe(idOf(1));
  expect((await read('former', 1)).collection.slug).toBe('slug-1');
});

test('COL-01 collections are listed by their last change, and named by their contents in the order of their names', async () => {
  const [first, second, third] = [
    await addContent('ada', 11),
    await addContent('ada', 12, { coverBlob: 'covers/a.jpg' }),
    await addContent('ada', 13),
  ];
  const theirs = await addContent('bob', 15);
  await addCollection(1, { 11: 1, 12: 2 }, { name: 'B' });
  await addCollection(2, { 11: 1 }, { name: 'A', updatedAt: day(4), isPublic: true, hiddenAt: day(4) });
  await addCollection(3, { 11: 1, 12: 2 }, { name: 'A', updatedAt: day(4) });
  await addCollection(4, { 15: 1 }, { userId: 'bob' });
  const listed = await listCollections(client.db, 'ada');
  expect(listed.map(({ id, collection_items: [{ count }] }) => [Number(id.slice(-1)), count])).toEqual([
    [3, 2],
    [2, 1],
    [1, 2],
  ]);
  expect(listed[1]).toEqual({
    ...{ id: idOf(2), slug: 'slug-2', name: 'A', is_public: true, hidden: true, created_at: at(1), updated_at: at(4) },
    collection_items: [{ count: 1 }],
  });
  const named = (n: number, name: string, isPublic = false) => ({ id: idOf(n), name, is_public: isPublic });
  const ofFirst = [named(2, 'A', true), named(3, 'A'), named(1, 'B')];
  expect(await namesByContent(client.db, 'ada', [first, second, third, theirs])).toEqual({
    ...{ [first]: ofFirst, [second]: [named(3, 'A'), named(1, 'B')] },
  });
  expect(await collectionsOf(client.db, await requireOwnedContent(client.db, 'ada', first))).toEqual(ofFirst);
  expect(await collectionsOf(client.db, await requireOwnedContent(client.db, 'ada', third))).toEqual([]);
  const inside = async (...ids: number[]) => (await contentIdsIn(client.db, 'ada', ids.map(idOf))).toSorted();
  expect([await inside(1, 2, 4), await inside(2), await inside(4)]).toEqual([[first, second], [first], []]);
  expect(await coverPaths(client.db, 'ada', [1, 2, 4].map(idOf))).toEqual({
    ...{ [idOf(1)]: expect.stringMatching(`^/api/contents/${second}/cover`) },
  });
  expect(await coverPaths(client.db, 'bob', [idOf(1)])).toEqual({});
  await client.query(
    `insert into collections (user_id, slug, name) select 'ada', 'many-' || n, 'x' from generate_series(1, 500) n`,
  );
  expect(await listCollections(client.db, 'ada')).toHaveLength(500);
});

test('COL-01 a deleted collection comes back with its reports, addresses and times, or under a new address where its own is taken', async () => {
  for (const n of [11, 12]) await addContent('ada', n);
  await addContent('bob', 15);
  const values = { isPublic: true, publishedAt: day(2), hiddenAt: day(3), description: 'Words', coverContentId: idOf(12) };
  await addCollection(1, { 11: 1.5, 12: 2 }, values);
  await addCollection(2, {}, { userId: 'bob' });
  const slugs = ['old-1', 'old-2'].map((slug, n) => ({ slug, collectionId: idOf(1), createdAt: day(n + 1) }));
  await client.db.insert(collectionSlugs).values(slugs);
  await client.db.insert(publicReports).values([
    { collectionId: idOf(1), reason: 'spam', message: 'first', createdAt: day(4) },
    { collectionId: idOf(2), reason: 'other', message: 'of another', createdAt: day(4) },
  ]);
  const rowsOf = async () => [
    await client.db
      .select()
      .from(collections)
      .where(eq(collections.id, idOf(1))),
    await client.db
      .select()
      .from(collectionItems)
      .where(eq(collectionItems.collectionId, idOf(1)))
      .orderBy(collectionItems.position),
    await client.query('select reason, message, created_at from public_reports where collection_id = $1', [idOf(1)]),
    (
      await client.db
        .select()
        .from(collectionSlugs)
        .where(eq(collectionSlugs.collectionId, idOf(1)))
        .orderBy(collectionSlugs.createdAt)
    ).map(({ slug }) => slug),
  ];
  const before = await rowsOf();
  await deleteCollection(client.db, 'ada', idOf(1));
  expect(await rowsOf()).toEqual([[], [], [], []]);
  expect(await client.query('select message from public_reports')).toEqual([{ message: 'of another' }]);
  const back = await restoreCollection(client.db, 'ada', idOf(1));
  expect(back).toMatchObject({
    slug: 'slug-1',
    is_public: true,
    hidden: true,
    collection_items: [{ count: 2 }],
    created_at: at(1),
  });
  const [changed, ...others] = await rowsOf();
  expect([{ ...(changed?.[0] as object | undefined), updatedAt: day(1) }, ...others]).toEqual([
    before[0]?.[0],
    ...before.slice(1),
  ]);

  await deleteCollection(client.db, 'ada', idOf(1));
  await client.db
    .update(collections)
    .set({ slug: 'slug-1' })
    .where(eq(collections.id, idOf(2)));
  const [kept] = await client.db.select().from(deletedCollections);
  expect(kept?.data.items.map(([contentId, position]) => [contentId, position])).toEqual([
    [idOf(11), 1.5],
    [idOf(12), 2],
  ]);
  // As an earlier version kept it, with an item that is another's by now.
  const { reports: _, ...data } = kept?.data ?? { reports: [], items: [] };
  const items = [...data.items, [idOf(15), 3, at(1)]];
  await client.query('update deleted_collections set data = $1', [JSON.stringify({ ...data, items, publishedAt: null })]);
  const moved = await restoreCollection(client.db, 'ada', idOf(1));
  expect(moved).toMatchObject({ name: 'Name 1', is_public: false, collection_items: [{ count: 2 }] });
  expect(moved.slug).toMatch(/^name-1-[a-z2-9]{7}$/);
  expect((await rowsOf())[2]).toEqual([]);

  // Where there is no room for it, it can still come back later.
  await deleteCollection(client.db, 'ada', idOf(1));
  await client.query(
    `insert into collections (user_id, slug, name) select 'ada', 'many-' || n, 'x' from generate_series(1, 500) n`,
  );
  const restored = restoreCollection(client.db, 'ada', idOf(1));
  await expect(restored).rejects.toMatchObject({ code: 'collection_limit', params: { most: 500 } });
  await client.query(`delete from collections where slug = 'many-1'`);
  expect(await restoreCollection(client.db, 'ada', idOf(1))).toMatchObject({ id: idOf(1) });
  const hour = 3_600_000;
  for (const [n, ms] of [
    [3, 24 * hour - 60_000],
    [4, 24 * hour + 60_000],
  ] as const)
    await client.db
      .insert(deletedCollections)
      .values({ id: idOf(n), userId: 'ada', data: {} as never, deletedAt: new Date(Date.now() - ms) });
  await createTidyCollections({ db: client.db }).run();
  expect((await client.db.select().from(deletedCollections)).map(({ id }) => id)).toEqual([idOf(3)]);
});

test('COL-01 a collection holds five thousand, added at once or one by one, and keeps what it had where there is no room', async () => {
  await client.query(
    `with s as (insert into sources (key) select 'k' || n from generate_series(1, 5001) n returning id)
     insert into contents (user_id, source_id, content_type, title, note_language) select 'ada', id, 'online', 't', 'en' from s`,
  );
  const ids = (await client.query<{ id: string }>(`select id from contents order by id`)).map(({ id }) => id);
  const refused = createCollection(client.db, 'ada', { name: 'Too many', contentIds: ids });
  await expect(refused).rejects.toMatchObject({ code: 'collection_full', params: { most: 5000 } });
  expect(await client.db.$count(collections)).toBe(0);
  const { collection, ...counts } = await createCollection(client.db, 'ada', { name: 'Full', contentIds: ids.slice(0, 5000) });
  expect([counts, collection.collection_items]).toEqual([
    { addedCount: 5000, skippedCount: 0, skippedIds: [] },
    [{ count: 5000 }],
  ]);
  const add = (contentIds: string[]) => addItems(client.db, 'ada', { collectionId: collection.id, contentIds });
  const full = { code: 'collection_full', params: { most: 5000 } };
  await expect(add(ids.slice(4999))).rejects.toMatchObject(full);
  expect(await add(ids.slice(4999, 5000))).toMatchObject({ addedCount: 0, skippedCount: 1 });
  const first = ids[0] ?? '';
  const places = await client.query<{ top: number; low: number }>(
    'select max(position) as top, min(position) as low from collection_items',
  );
  expect(places).toEqual([{ top: 5000, low: 1 }]);
  const [highest] = await client.query<{ id: string }>(
    'select content_id as id from collection_items order by position desc limit 1',
  );
  expect(highest?.id).toBe(first);
});

test('COL-01 what is said of a collection changes it alone, and publishing it again keeps its time', async () => {
  for (const n of [1, 2]) await addCollection(n, {});
  const rows = async () => {
    const all = await client.db.select().from(collections).orderBy(collections.id);
    return all.map(({ name, slug, description, isPublic, publishedAt }) => ({
      name,
      slug,
      description,
      isPublic,
      published: publishedAt !== null,
    }));
  };
  const [, beside] = await rows();
  expect(await updateCollection(client.db, 'ada', { id: idOf(1), name: 'Rye' })).toMatchObject({
    name: 'Rye',
    slug: 'rye-slug-1',
  });
  await updateCollection(client.db, 'ada', { id: idOf(1), description: 'Words' });
  expect(await publishCollection(client.db, 'ada', idOf(1), true)).toMatchObject({ is_public: true, slug: 'rye-slug-1' });
  expect(await rows()).toEqual([
    { name: 'Rye', slug: 'rye-slug-1', description: 'Words', isPublic: true, published: true },
    beside,
  ]);
  await client.query(`update collections set published_at = '2026-01-01', updated_at = '2026-01-02'`);
  expect(await publishCollection(client.db, 'ada', idOf(1), true)).toMatchObject({ is_public: true, updated_at: at(2) });
  expect(await publishCollection(client.db, 'bob', idOf(1), false).catch(codeOf)).toBe('not_found');
  const [row] = await client.db
    .select()
    .from(collections)
    .where(eq(collections.id, idOf(1)));
  expect(row?.publishedAt).toEqual(day(1));
  await publishCollection(client.db, 'ada', idOf(1), false);
  expect((await rows())[0]).toMatchObject({ isPublic: false, published: false });
});

test('COL-03 what is added stands above the items of its own collection, whatever is in others', async () => {
  for (const n of [1, 2, 3]) await addContent('ada', n);
  await addCollection(1, { 1: 4.5 });
  await addCollection(2, { 2: 90 });
  await addItems(client.db, 'ada', { collectionId: idOf(1), contentIds: [idOf(2), idOf(3)] });
  const rows = await client.db
    .select()
    .from(collectionItems)
    .where(eq(collectionItems.collectionId, idOf(1)));
  expect(Object.fromEntries(rows.map(({ contentId, position }) => [contentId, position]))).toEqual({
    ...{ [idOf(1)]: 4.5, [idOf(2)]: 6, [idOf(3)]: 5 },
  });
});

test('COL-03 what adds, removes or moves nothing leaves a collection as it was', async () => {
  for (const n of [11, 12]) await addContent('ada', n);
  const theirs = await addContent('bob', 15);
  const collectionId = await addCollection(1, { 11: 1 });
  const add = (contentIds: string[]) => addItems(client.db, 'ada', { collectionId, contentIds });
  expect(await add([])).toEqual({ addedCount: 0, skippedCount: 0, skippedIds: [] });
  expect(await add([idOf(11), theirs])).toEqual({ addedCount: 0, skippedCount: 2, skippedIds: [idOf(11), theirs] });
  expect(await add([theirs]).catch(codeOf)).toBe('not_found');
  const ofNone = { contentIds: [theirs, theirs], held: new Set<string>(), positions: undefined };
  const added = client.db.transaction(async (tx) => addContents(tx, await lockOwnedCollection(tx, 'ada', collectionId), ofNone));
  expect(await added).toEqual({ addedCount: 0, skippedCount: 2, skippedIds: [theirs] });
  expect(await removeItems(client.db, 'ada', { collectionId, contentIds: [idOf(12), theirs] })).toEqual([]);
  expect(await moveItems(client.db, 'ada', { collectionId, contentIds: [idOf(12), theirs], before: null })).toBe(0);
  const [row] = await client.db.select().from(collections);
  expect(row?.updatedAt).toEqual(day(1));
  expect(await client.query('select content_id, position from collection_items')).toEqual([
    { content_id: idOf(11), position: 1 },
  ]);
});

test('COL-01 an item goes between two others, which are numbered anew where there is no room', async () => {
  for (const n of [11, 12, 13]) await addContent('ada', n);
  const moved = async (n: number, above: number) => {
    const collectionId = await addCollection(n, { 11: above, 12: 0, 13: 5 });
    expect(await moveItems(client.db, 'ada', { collectionId, contentIds: [idOf(13)], before: idOf(12) })).toBe(1);
    const rows = await client.query<{ position: number }>(
      'select position from collection_items where collection_id = $1 order by content_id',
      [collectionId],
    );
    return rows.map(({ position }) => position);
  };
  expect(await moved(1, 2e-6)).toEqual([2e-6, 0, 1e-6]);
  expect(await moved(2, 1e-6)).toEqual([2, 1, 1.5]);
});

test('a collection is hidden and shown by itself, and keeps since when', async () => {
  await addCollection(1, {}, { hiddenAt: day(2) });
  await addCollection(2, {}, { userId: 'bob' });
  const set = (id: string, hidden: boolean) => client.db.transaction((tx) => setCollectionHidden(tx, id, hidden));
  const hidden = async () => (await client.db.select().from(collections).orderBy(collections.id)).map(({ hiddenAt }) => hiddenAt);
  expect([await set(idOf(1), true), await set(idOf(2), false), await hidden()]).toEqual([null, null, [day(2), null]]);
  expect([await set(idOf(2), true), await hidden()]).toEqual(['bob', [day(2), expect.any(Date)]]);
  expect([await set(idOf(1), false), await hidden()]).toEqual(['ada', [null, expect.any(Date)]]);
  await expect(set(randomUUID(), true)).rejects.toMatchObject({ code: 'not_found' });
});

test('COL-01 former addresses are told in the order in which they were given up', async () => {
  const id = await addCollection(1);
  await client.db.insert(collectionSlugs).values([
    { slug: 'second', collectionId: id, createdAt: day(2) },
    { slug: 'third', collectionId: id, createdAt: day(3) },
    { slug: 'first', collectionId: id, createdAt: day(1) },
  ]);
  expect(await formerSlugsOf(client.db, id)).toEqual(['first', 'second', 'third']);
});
