/** Where items of a collection stand, and how a whole one is added, statement by statement, among other collections and users. */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { desc, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import { chatHistory } from '#db/schema/chat.ts';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { contents, extractions, noteVersions, sources } from '#db/schema/content.ts';
import { userContentHighlights } from '#db/schema/highlights.ts';
import { promptResults } from '#db/schema/prompts.ts';
import { sharedNotes } from '#db/schema/shared-notes.ts';
import { transcriptEdits } from '#db/schema/transcript-edits.ts';
import { watchLater } from '#db/schema/watch-later.ts';
import { addItems } from '#features/collections/server/add-items.ts';
import { createCollection, updateCollection } from '#features/collections/server/change-collection.ts';
import { deleteCollection, restoreCollection } from '#features/collections/server/delete.ts';
import { moveItems } from '#features/collections/server/order.ts';
import { removeItems } from '#features/collections/server/remove-items.ts';
import {
  formerSlugsOf,
  importedSlug,
  isFree,
  keepFormerSlugs,
  slugAfterRenaming,
} from '#features/collections/server/slug-store.ts';
import { requireOwnedContent } from '#features/contents/server/index.ts';
import { deleteContentsTask } from '#features/contents/tasks.ts';
import { copyNote } from '#features/notes/server/index.ts';
import { run } from '#features/sharing/server/add-all/add-all.handler.ts';
import { readAddingAll, startAddingAll, undoAddingAll } from '#features/sharing/server/add-all/outcome.ts';
import { addItemsToLibrary } from '#features/sharing/server/add-to-library.ts';
import { noteShareOf, shareNote, unshareNote } from '#features/sharing/server/note-shares.ts';
import { requireVisible } from '#features/sharing/server/public-collections.ts';
import { addAllTask } from '#features/sharing/tasks.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';

let client: DatabaseClient;
/** What tasks were begun, and the latest one. */
let begun: unknown[] = [];
let latest: unknown = null;
/** Thrown where a content with this title is added. */
let failures: Record<string, unknown> = {};
let services: Services;

openOwnDatabase((own) => {
  client = own;
});
beforeAll(async () => {
  const tasks = {
    start: async (_tx: unknown, task: unknown, options: unknown) => ({ id: 'begun', started: begun.push([task, options]) <= 10 }),
    latest: async (_db: unknown, task: unknown, key: string) => (task === addAllTask && key === 'ann' ? latest : null),
  };
  const events = {
    publish: async (tx: DatabaseClient['db'], { userId }: { userId: string }) => {
      const own = eq(contents.userId, userId);
      const [newest] = await tx.select().from(contents).where(own).orderBy(desc(contents.createdAt)).limit(1);
      const failure = failures[newest?.title ?? ''];
      if (failure !== undefined) throw failure;
    },
  };
  const logger = { info: () => undefined };
  services = { db: client.db, tasks, events, logger, settings: { shortVideoMs: 60_000 } } as unknown as Services;
});
beforeEach(async () => {
  [begun, latest, failures] = [[], null, {}];
  for (const name of ['contents', 'sources', 'collections', 'rate_limits', '"user"']) await client.query(`delete from ${name}`);
  for (const id of ['ann', 'bob']) await client.db.insert(user).values({ id, name: id, email: `${id}@example.org` });
});

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);

/** With a note and what its source says; its title and the end of its link are the name. */
async function addContent(userId: string, name: string, values: Partial<typeof contents.$inferInsert> = {}): Promise<string> {
  const url = `https://a.example/${name}`;
  const [source] = await client.db
    .insert(sources)
    .values({ key: `url:${url}`, url })
    .onConflictDoUpdate({ target: sources.key, set: { url } })
    .returning({ id: sources.id });
  const sourceId = source?.id ?? '';
  const [extraction] = await client.db
    .insert(extractions)
    .values({ sourceId, data: { kind: 'page', title: '', durationMs: null, transcript: null } as never })
    .returning({ id: extractions.id });
  const [row] = await client.db
    .insert(contents)
    .values({
      ...{ userId, sourceId, sourceUrl: url, title: name, contentType: 'online', noteLanguage: 'en', status: 'completed' },
      ...{ note: `About ${name}`, extractionId: extraction?.id ?? null },
      ...values,
    })
    .returning({ id: contents.id });
  return row?.id ?? '';
}

async function addCollection(userId: string, items: Record<string, number>): Promise<string> {
  const [row] = await client.db
    .insert(collections)
    .values({ userId, slug: randomUUID(), name: 'Shelf', isPublic: true, updatedAt: new Date(0) })
    .returning({ id: collections.id });
  const collectionId = row?.id ?? '';
  for (const [contentId, position] of Object.entries(items))
    await client.db.insert(collectionItems).values({ userId, collectionId, contentId, position });
  return collectionId;
}

async function positionsIn(collectionId: string): Promise<Record<string, number>> {
  const rows = await client.db.select().from(collectionItems).where(eq(collectionItems.collectionId, collectionId));
  return Object.fromEntries(rows.map(({ contentId, position }) => [contentId, position]));
}
const touchedAt = async (id: string) => {
  const [row] = await client.db.select({ at: collections.updatedAt }).from(collections).where(eq(collections.id, id));
  return row?.at.getTime() ?? null;
};

test('COL-01 items that are moved stand between their neighbours, and nothing else moves', async () => {
  // Of equal places the larger id is the higher one.
  const ids = [];
  for (const name of ['one', 'two', 'three', 'four', 'five']) ids.push(await addContent('bob', name));
  const [a = '', b = '', c = '', d = '', out = ''] = ids.toSorted().toReversed();
  const nameOf = new Map([a, b, c, d, out].map((id, index) => [id, 'abcdx'[index]]));
  const four = { a: 4, b: 3, c: 2, d: 1 };
  const named = { a, b, c, d, x: out };
  const cases: [start: Record<string, number>, moved: string, before: string | null, end: Record<string, number>][] = [
    [four, 'd', 'a', { ...four, d: 5 }],
    [four, 'dc', 'a', { ...four, d: 6, c: 5 }],
    [four, 'ab', null, { ...four, a: 0, b: -1 }],
    [four, 'd', 'b', { ...four, d: 3.5 }],
    [four, 'dac', 'b', { b: 3, d: 6, a: 5, c: 4 }],
    [four, 'dxdc', 'b', { ...four, d: 4 - 1 / 3, c: 4 - 2 / 3 }],
    [four, 'dcba', null, { d: 4, c: 3, b: 2, a: 1 }],
    [{ a: 3, b: 3, c: 1, d: 0 }, 'd', 'b', { a: 4, b: 3, c: 2, d: 3.5 }],
    [{ a: 2e-6, b: 0, c: -1 }, 'c', 'b', { a: 2e-6, b: 0, c: 1e-6 }],
    [{ a: 1.9e-6, b: 0, c: -1 }, 'c', 'b', { a: 3, b: 2, c: 2.5 }],
  ];
  const other = await addCollection('bob', { [a]: 1, [b]: 2, [c]: 2 });
  for (const [start, moved, before, end] of cases) {
    const toIds = (places: Record<string, number>) =>
      Object.fromEntries(Object.entries(places).map(([name, place]) => [named[name as 'a'], place]));
    const collectionId = await addCollection('bob', toIds(start));
    const contentIds = moved.split('').map((name) => named[name as 'a']);
    const count = await moveItems(client.db, 'bob', { collectionId, contentIds, before: before && named[before as 'a'] });
    expect(count).toBe(new Set(moved.replace('x', '')).size);
    const places = Object.entries(await positionsIn(collectionId)).map(([id, place]) => [nameOf.get(id), place]);
    expect(Object.fromEntries(places), `${moved} before ${before}`).toEqual(end);
    expect(await touchedAt(collectionId)).toBeGreaterThan(0);
  }
  const untouched = await addCollection('bob', { [a]: 2, [b]: 1 });
  const move = (contentIds: string[], before: string | null, userId = 'bob') =>
    moveItems(client.db, userId, { collectionId: untouched, contentIds, before }).catch(codeOf);
  expect([await move([out], null), await move([], a)]).toEqual([0, 0]);
  for (const refused of [move([a], out), move([a], a), move([a], b, 'ann')]) expect(await refused).toBe('not_found');
  for (const [id, places] of [
    [untouched, { [a]: 2, [b]: 1 }],
    [other, { [a]: 1, [b]: 2, [c]: 2 }],
  ] as const)
    expect([await positionsIn(id), await touchedAt(id)]).toEqual([places, 0]);
});

test('COL-01 a change of a collection is one of this one, whole or not at all', async () => {
  const { db } = client;
  const [one, two, three] = [await addContent('ann', 'one'), await addContent('ann', 'two'), await addContent('ann', 'three')];
  const theirs = await addContent('bob', 'theirs');
  const beside = await addCollection('ann', { [one]: 5, [two]: 4 });
  const make = (contentIds: string[]) => createCollection(db, 'ann', { name: 'Shelf', contentIds });
  expect(codeOf(await make([theirs]).catch((error: unknown) => error))).toBe('not_found');
  expect(await db.$count(collections)).toBe(1);
  const { collection, ...counts } = await make([one, two, one, theirs]);
  expect([counts, collection.collection_items]).toEqual([
    { addedCount: 2, skippedCount: 2, skippedIds: [theirs] },
    [{ count: 2 }],
  ]);
  const { id: collectionId } = collection;
  expect(await positionsIn(collectionId)).toEqual({ [one]: 2, [two]: 1 });
  const add = (contentIds: string[], positions?: number[]) => addItems(db, 'ann', { collectionId, contentIds, positions });
  expect(await add([three, one])).toEqual({ addedCount: 1, skippedCount: 1, skippedIds: [one] });
  expect(await positionsIn(collectionId)).toEqual({ [one]: 2, [two]: 1, [three]: 4 });
  const at = await touchedAt(collectionId);
  expect([await add([]), await add([two])]).toEqual([
    { addedCount: 0, skippedCount: 0, skippedIds: [] },
    { addedCount: 0, skippedCount: 1, skippedIds: [two] },
  ]);
  expect(await touchedAt(collectionId)).toBe(at);
  const remove = (contentIds: string[]) => removeItems(db, 'ann', { collectionId, contentIds });
  expect([await remove([theirs]), await touchedAt(collectionId)]).toEqual([[], at]);
  expect(await remove([two, three])).toEqual(
    expect.arrayContaining([two, three].map((contentId) => expect.objectContaining({ contentId }))),
  );
  expect(await positionsIn(collectionId)).toEqual({ [one]: 2 });
  expect(await touchedAt(collectionId)).toBeGreaterThan(at ?? 0);
  expect(await add([two, three, two], [7.5, 1.25, 9])).toEqual({ addedCount: 2, skippedCount: 1, skippedIds: [] });
  expect(await positionsIn(collectionId)).toEqual({ [one]: 2, [two]: 7.5, [three]: 1.25 });
  const update = (id: string, values: object, userId = 'ann') =>
    updateCollection(db, userId, { id, ...values }).then(({ name }) => name, codeOf);
  expect(await update(collectionId, { coverContentId: theirs })).toBe('not_found');
  expect(await update(collectionId, { name: 'Bob was here' }, 'bob')).toBe('not_found');
  expect(await update(collectionId, { coverContentId: two, description: 'words' })).toBe('Shelf');
  // Nothing of all that was about the other one.
  expect([await positionsIn(beside), await touchedAt(beside)]).toEqual([{ [one]: 5, [two]: 4 }, 0]);

  const rowsOf = async () => [
    await db.select().from(collections).where(eq(collections.id, collectionId)),
    await db
      .select()
      .from(collectionItems)
      .where(eq(collectionItems.collectionId, collectionId))
      .orderBy(collectionItems.position),
  ];
  const [[before] = [], items] = await rowsOf();
  expect(before).toMatchObject({ coverContentId: two, description: 'words', isPublic: false, publishedAt: null });
  await deleteCollection(db, 'ann', collectionId);
  expect(await db.$count(collections)).toBe(1);
  expect(codeOf(await restoreCollection(db, 'bob', collectionId).catch((error: unknown) => error))).toBe('not_found');
  expect((await restoreCollection(db, 'ann', collectionId)).collection_items).toEqual([{ count: 3 }]);
  const [[after] = [], restored] = await rowsOf();
  expect([after, restored]).toEqual([{ ...before, updatedAt: expect.any(Date) }, items]);
  expect(codeOf(await restoreCollection(db, 'ann', collectionId).catch((error: unknown) => error))).toBe('not_found');
});

test('COL-01 a collection keeps its last twenty addresses, and one that was imported its own where it is free', async () => {
  const [mine, other] = [await addCollection('ann', {}), await addCollection('bob', {})];
  await client.db.update(collections).set({ slug: 'shelf-abcdefg' }).where(eq(collections.id, mine));
  await client.db.transaction(async (tx) => {
    const numbered = Array.from({ length: 21 }, (_, at) => `former-${at}`);
    for (const slug of numbered) await keepFormerSlugs(tx, mine, [slug]);
    await keepFormerSlugs(tx, other, ['theirs-2345678']);
    await keepFormerSlugs(tx, mine, []);
    expect(await formerSlugsOf(tx, mine)).toEqual(numbered.slice(1));
    expect(await formerSlugsOf(tx, other)).toEqual(['theirs-2345678']);
    const free = (slug: string, own?: string) => isFree(tx, slug, own);
    expect([await free('shelf-abcdefg'), await free('former-1'), await free('former-1', mine), await free('former-0')]).toEqual([
      ...[false, false, true, true],
    ]);
    expect(await free('former-1', other)).toBe(false);
    const rename = (name: string) => slugAfterRenaming(tx, { id: mine, slug: 'shelf-abcdefg' }, name);
    expect(await rename('Shelf')).toBe('shelf-abcdefg');
    expect(await formerSlugsOf(tx, mine)).toEqual(numbered.slice(1));
    expect(await rename('Other')).toBe('other-abcdefg');
    expect(await formerSlugsOf(tx, mine)).toEqual([...numbered.slice(2), 'shelf-abcdefg']);
    const imported = (name: string, slug: string) => importedSlug(tx, { name, slug });
    expect(await imported('Rye', 'rye-2345678')).toBe('rye-2345678');
    expect(await imported('Rye', 'wheat-2345678')).toMatch(/^rye-(?!2345678)/);
    expect(await imported('Theirs', 'theirs-2345678')).toMatch(/^theirs-(?!2345678)/);
  });
});

test('COL-02 a whole collection is begun in its order, once at a time, ten in an hour for each', async () => {
  const [one, two] = [await addContent('bob', 'one'), await addContent('bob', 'two')];
  const wanted = await requireVisible(client.db, await addCollection('bob', { [one]: 1, [two]: 2 }));
  await addCollection('bob', { [one]: 3 });
  const asked: string[] = [];
  const begin = (userId: string, collection = wanted) =>
    startAddingAll(
      services,
      async () => {
        asked.push(userId);
        return { userId, clientAddress: '192.0.2.1' };
      },
      collection,
    );
  expect(await begin('ann')).toEqual({ taskId: 'begun', total: 2 });
  const payload = { userId: 'ann', clientAddress: '192.0.2.1', collectionId: wanted.id, contentIds: [two, one] };
  expect(begun).toEqual([[addAllTask, { key: 'ann', userId: 'ann', payload }]]);
  for (let turn = 0; turn < 9; turn++) await begin('ann');
  // The tasks of this test are refused from the eleventh on.
  await expect(begin('ann')).rejects.toMatchObject({ code: 'work_in_progress' });
  begun = [];
  await expect(begin('ann')).rejects.toMatchObject({
    ...{ code: 'too_many_whole_collections', params: { most: 10, minutes: 60 }, retry: { afterMs: expect.any(Number) } },
  });
  // What is refused is not begun either.
  const writing = async (tx: Tx) => {
    await tx.update(user).set({ name: 'begun' });
    return { id: 'begun', started: true };
  };
  const { tasks } = services;
  services = { ...services, tasks: { ...tasks, start: writing } } as unknown as Services;
  await expect(begin('ann')).rejects.toMatchObject({ code: 'too_many_whole_collections' });
  services = { ...services, tasks };
  expect(await client.query(`select id from "user" where name = 'begun'`)).toEqual([]);
  expect(await begin('bob')).toMatchObject({ total: 2 });
  const empty = await requireVisible(client.db, await addCollection('bob', {}));
  asked.length = 0;
  await expect(begin('ann', empty)).rejects.toMatchObject({ code: 'not_found' });
  // Somebody without an account gets none for nothing.
  expect(asked).toEqual([]);
});

/** Writes down what the work says of itself. */
function contextWith(kept: Map<string, unknown> = new Map(), signal = new AbortController().signal) {
  const said: unknown[] = [];
  const context = {
    ...{ checkpoints: kept, signal },
    checkpoint: async (name: string, value: unknown) => {
      await setImmediate();
      kept.set(name, structuredClone(value));
    },
    stage: (...all: unknown[]) => void said.push(all),
  } as unknown as TaskContext;
  return { context, kept, said };
}

const libraryOf = async (userId: string) => {
  const rows = await client.db
    .select({ title: contents.title, note: contents.note })
    .from(contents)
    .where(eq(contents.userId, userId))
    .orderBy(contents.createdAt);
  return rows.map(({ title, note }) => [title, note]);
};

/** Bob's public collection with items of these names, and the task that adds it to Ann's. */
async function shelf(names: readonly string[]) {
  const items: Record<string, number> = {};
  const ids: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const id = await addContent('bob', name);
    ids[name] = id;
    items[id] = names.length - index;
  }
  const collectionId = await addCollection('bob', items);
  const payload = { userId: 'ann', clientAddress: '192.0.2.1', collectionId, contentIds: Object.values(ids) };
  return { ids, payload };
}

test('COL-02 all items are added from the last to the first, and each that was not is counted', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `item-${index}`);
  const { ids, payload } = await shelf(names);
  await addContent('ann', 'item-11', { note: 'Mine' });
  await client.db
    .update(contents)
    .set({ sourceUrl: null })
    .where(eq(contents.id, ids['item-10'] ?? ''));
  await client.db.delete(collectionItems).where(eq(collectionItems.contentId, ids['item-9'] ?? ''));
  failures = { 'item-8': new AppError('busy'), 'item-0': new AppError('not_found') };
  const { context, kept, said } = contextWith();
  await run(services, payload, context);
  const added = [7, 6, 5, 4, 3, 2, 1].map((number) => [`item-${number}`, `About item-${number}`]);
  expect(await libraryOf('ann')).toEqual([['item-11', 'Mine'], ...added]);
  expect(kept.get('outcome')).toMatchObject({ done: 12, skipped: 4, refused: 1 });
  expect(said).toEqual([
    ['adding', (100 * 10) / 12, 'adding', { total: 12, done: 10, added: 6, skipped: 3, refused: 1 }],
    ['adding', 100, 'adding', { total: 12, done: 12, added: 7, skipped: 4, refused: 1 }],
  ]);
  const rows = await client.db
    .select({ id: contents.id, versionId: contents.noteVersionId, note: contents.note })
    .from(contents)
    .where(eq(contents.userId, 'ann'));
  const made = rows.flatMap(({ note, ...one }) => (note === 'Mine' ? [] : [one]));
  expect(new Set((kept.get('outcome') as { added: object[] }).added)).toEqual(new Set(made));
});

test('COL-02 work that is taken up goes on where it was, and ends where the collection was made private', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `item-${index}`);
  const { payload } = await shelf(names);
  const first = contextWith();
  const makePrivate = async (name: string, value: unknown) => {
    first.kept.set(name, structuredClone(value));
    await client.query('update collections set is_public = false');
  };
  await expect(run(services, payload, { ...first.context, checkpoint: makePrivate })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await libraryOf('ann')).toHaveLength(10);
  expect(first.kept.get('outcome')).toMatchObject({ done: 10, skipped: 0, refused: 0 });
  await client.query('update collections set is_public = true');
  await run(services, payload, first.context);
  expect(first.kept.get('outcome')).toMatchObject({ done: 12, skipped: 0, refused: 0 });
  expect((await libraryOf('ann')).map(([name]) => name)).toEqual(names.toReversed());
  const broken = new Map([['outcome', { done: 'ten' }]]);
  await run(services, payload, contextWith(broken).context);
  expect(broken.get('outcome')).toEqual({ done: 12, added: [], skipped: 12, refused: 0 });
});

test('COL-02 where one item is refused, or the collection is made private, what was added and what is left is answered', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `item-${index}`);
  const { ids, payload } = await shelf(names);
  const wanted = await requireVisible(client.db, payload.collectionId);
  const add = (from: Services, contentIds: string[]) =>
    addItemsToLibrary(from, async () => ({ userId: 'ann', clientAddress: '192.0.2.1' }), wanted, contentIds);
  const idOf = (name: string) => ids[name] ?? '';
  failures = { 'item-1': new AppError('busy') };
  expect(await add(services, ['item-0', 'item-1', 'item-2'].map(idOf))).toEqual({
    ...{ addedCount: 2, skippedCount: 0, contentIds: [expect.any(String), expect.any(String)] },
    ...{ left: [idOf('item-1')], problem: { code: 'busy', params: {} } },
  });
  await expect(add(services, [idOf('item-1')])).rejects.toMatchObject({ code: 'busy' });
  failures = {};
  const closing = { publish: (tx: DatabaseClient['db']) => tx.update(collections).set({ isPublic: false }) };
  expect(await add({ ...services, events: closing as never }, names.map(idOf))).toMatchObject({
    ...{ addedCount: 8, skippedCount: 2, left: [idOf('item-10'), idOf('item-11')], problem: { code: 'not_found' } },
  });
});

test('COL-02 items are counted as they were asked for, each once, and none from beside the collection', async () => {
  const names = Array.from({ length: 11 }, (_, index) => `item-${index}`);
  const { ids, payload } = await shelf(names);
  const idOf = (name: string) => ids[name] ?? '';
  const wanted = await requireVisible(client.db, payload.collectionId);
  const beside = await addContent('bob', 'beside');
  await addCollection('bob', { [beside]: 1 });
  const mine = await addContent('ann', 'item-1', { note: 'Mine' });
  const words = 'About item-0\n\n#rye #favorited';
  await client.db
    .update(contents)
    .set({ note: words, title: 'Rye', noteLanguage: 'zh' })
    .where(eq(contents.id, idOf('item-0')));
  await client.db
    .update(contents)
    .set({ sourceUrl: null })
    .where(eq(contents.id, idOf('item-2')));
  const asked: string[] = [];
  const askerOf = async () => {
    asked.push('ann');
    return { userId: 'ann', clientAddress: '192.0.2.1' };
  };
  const add = (contentIds: string[], from = services) => addItemsToLibrary(from, askerOf, wanted, contentIds);
  await expect(add([beside, randomUUID()])).rejects.toMatchObject({ code: 'not_found' });
  expect([asked, await client.query('select key from rate_limits')]).toEqual([[], []]);
  const nothing = { addedCount: 0, contentIds: [], left: [], problem: null };
  expect(await add([idOf('item-2')])).toEqual({ ...nothing, skippedCount: 1 });
  const [first, second] = [idOf('item-0'), idOf('item-1')];
  const added = await add([first, beside, second, first]);
  const [copy] = await client.db
    .select()
    .from(contents)
    .where(eq(contents.title, 'Rye'))
    .orderBy(desc(contents.createdAt))
    .limit(1);
  expect(added).toEqual({ ...nothing, addedCount: 1, skippedCount: 3, contentIds: [copy?.id, mine] });
  expect(copy).toMatchObject({
    userId: 'ann',
    note: 'About item-0\n\n#rye',
    noteLanguage: 'zh',
    sourceUrl: 'https://a.example/item-0',
  });
  const taken = () => client.query('select key, taken from rate_limits');
  expect(await taken()).toEqual([{ key: 'library-copies:ann', taken: 3 }]);
  // After the last ten nothing is left to look for.
  const closing = { publish: (tx: DatabaseClient['db']) => tx.update(collections).set({ isPublic: false }) };
  const ten = names.slice(0, 10).map(idOf);
  expect(await add(ten, { ...services, events: closing as never })).toMatchObject({ addedCount: 7, left: [], problem: null });
  await client.db.update(collections).set({ isPublic: true });
  await client.db.delete(contents).where(eq(contents.title, 'item-9'));
  const nine = await addContent('bob', 'item-9');
  await client.db.insert(collectionItems).values({ userId: 'bob', collectionId: wanted.id, contentId: nine, position: 0 });
  const late = [...ten.slice(0, 9), nine, beside, idOf('item-10')];
  expect(await add(late, { ...services, events: closing as never })).toMatchObject({
    ...{ addedCount: 1, skippedCount: 10, left: [idOf('item-10')], problem: { code: 'not_found' } },
  });
  await client.query('update rate_limits set taken = 299');
  await client.db.update(collections).set({ isPublic: true });
  await expect(add([first, second])).rejects.toMatchObject({
    ...{ code: 'too_many_submissions', params: { most: 300, minutes: 60 }, retry: { afterMs: expect.any(Number) } },
  });
  expect(await taken()).toEqual([{ key: 'library-copies:ann', taken: 299 }]);
});

test('COL-02 what is no fault of one item ends the work', async () => {
  const { payload } = await shelf(['one', 'two']);
  const left = AbortSignal.abort(new Error('left'));
  await expect(run(services, payload, contextWith(new Map(), left).context)).rejects.toBe(left.reason);
  for (const fault of [new AppError('database_unavailable'), new AppError('cancelled'), new TypeError('broken')]) {
    failures = { two: fault };
    const { context, kept } = contextWith();
    await expect(run(services, payload, context)).rejects.toBe(fault);
    expect(kept).toEqual(new Map());
  }
  expect(await libraryOf('ann')).toEqual([]);
});

test('COL-02 a note is made private alone, and not while it is hidden', async () => {
  const owned = async (userId: string, name: string) => requireOwnedContent(client.db, userId, await addContent(userId, name));
  const [first, second, hidden, bobs] = [
    await owned('ann', 'first'),
    await owned('ann', 'second'),
    await owned('ann', 'hidden'),
    await owned('bob', 'bobs'),
  ];
  const all = [first, second, hidden, bobs];
  for (const content of all) await shareNote(client.db, content);
  await client.query('update shared_notes set hidden_at = now() where content_id = $1', [hidden.id]);
  const shares = () => Promise.all(all.map((content) => noteShareOf(client.db, content)));
  const before = await shares();
  for (const [index, content] of all.entries()) expect(await shareNote(client.db, content)).toEqual(before[index]);
  expect(await noteShareOf(client.db, { ...first, userId: 'bob' })).toBeNull();
  const bare = await requireOwnedContent(client.db, 'ann', await addContent('ann', 'bare', { note: null }));
  await expect(shareNote(client.db, bare)).rejects.toMatchObject({ code: 'note_missing' });
  await unshareNote(client.db, { ...first, userId: 'bob' });
  expect(await shares()).toEqual(before);
  expect(before.map((share) => share?.hidden)).toEqual([false, false, true, false]);
  await unshareNote(client.db, hidden);
  expect(await shares()).toEqual(before);
  await unshareNote(client.db, first);
  expect(await shares()).toEqual([null, ...before.slice(1)]);
});

test('COL-02 a copied note keeps what is known of its own version, and of no other', async () => {
  const [first, second, copy] = [
    await addContent('ann', 'first'),
    await addContent('ann', 'second'),
    await addContent('bob', 'copy'),
  ];
  const addVersion = async (contentId: string, model: string) => {
    const values = { userId: 'ann', contentId, markdown: 'x', method: 'model', model } as const;
    const [row] = await client.db.insert(noteVersions).values(values).returning({ id: noteVersions.id });
    return row?.id ?? '';
  };
  await addVersion(first, 'older');
  const current = await addVersion(first, 'current');
  await addVersion(second, 'other');
  const from = { userId: 'ann', noteVersionId: current, extractionId: null, note: 'shared words' };
  const id = await client.db.transaction((tx) => copyNote(tx, { id: copy, userId: 'bob' }, from));
  const made = await client.db.select().from(noteVersions).where(eq(noteVersions.userId, 'bob'));
  expect(made).toMatchObject([{ id, contentId: copy, markdown: 'shared words', method: 'model', model: 'current' }]);
  // A version of somebody else says nothing about the origin.
  const unsure = await client.db.transaction((tx) => copyNote(tx, { id: copy, userId: 'bob' }, { ...from, userId: 'bob' }));
  const [edited] = await client.db.select().from(noteVersions).where(eq(noteVersions.id, unsure));
  expect(edited).toMatchObject({ markdown: 'shared words', method: 'edited', model: null });
});

test('COL-02 what was added is taken back unless it was used since', async () => {
  const names = [
    'plain',
    'copied',
    'edited',
    'summarised',
    'marked',
    'theirs',
    'renamed',
    'tagged',
    'listed',
    'later',
    'same',
    'anew',
    'made',
    'starred',
    'unmarked',
    'asked',
    'answered',
    'corrected',
    'shared',
    'odd',
  ];
  const madeAt = new Date('2026-03-01T12:00:00Z');
  const noteVersionId = randomUUID();
  const ids: Record<string, string> = {};
  for (const name of names)
    ids[name] = await addContent(name === 'theirs' ? 'bob' : 'ann', name, { createdAt: madeAt, noteVersionId });
  await addContent('ann', 'of before');
  const version = (name: string, method: 'edited' | 'model', ms: number) => ({
    ...{ userId: 'ann', contentId: ids[name] ?? '', markdown: 'x', method },
    createdAt: new Date(madeAt.getTime() + ms),
  });
  await client.db
    .insert(noteVersions)
    .values([version('copied', 'edited', 1000), version('edited', 'edited', 1001), version('summarised', 'model', 60_000)]);
  await client.db.insert(userContentHighlights).values({
    ...{ userId: 'ann', contentId: ids.marked ?? '', highlightText: 'x', scope: 'note', contentKey: 'note', colour: 'yellow' },
    anchors: {},
  });
  await client.db
    .update(contents)
    .set({ ownTitle: true })
    .where(eq(contents.id, ids.renamed ?? ''));
  for (const name of ['tagged', 'same'])
    await client.db
      .update(contents)
      .set({ noteTags: ['x'] })
      .where(eq(contents.id, ids[name] ?? ''));
  for (const [name, tags] of Object.entries({ made: ['x'], starred: ['x', 'favorited'] })) {
    const made = { ...version(name, 'model', 60_000), id: randomUUID(), outline: { tags: ['x'] } as never };
    await client.db.insert(noteVersions).values(made);
    await client.db
      .update(contents)
      .set({ noteTags: tags, noteVersionId: made.id })
      .where(eq(contents.id, ids[name] ?? ''));
  }
  // Whose mark was taken away again.
  await client.db.insert(userContentHighlights).values({
    ...{ userId: 'ann', contentId: ids.unmarked ?? '', highlightText: 'x', scope: 'note', contentKey: 'note', colour: 'yellow' },
    ...{ anchors: {}, deletedAt: madeAt },
  });
  const ofAnn = (name: string) => ({ userId: 'ann', contentId: ids[name] ?? '' });
  await client.db.insert(chatHistory).values(ofAnn('asked'));
  await client.db.insert(promptResults).values({ ...ofAnn('answered'), promptId: 'x', title: 'x', prompt: 'x' });
  await client.db.insert(transcriptEdits).values({ ...ofAnn('corrected'), edit: {} });
  await client.db.insert(sharedNotes).values({ ...ofAnn('shared'), slug: 'shared' });
  // What the summariser wrote for somebody else says nothing of these tags.
  const foreign = { id: randomUUID(), userId: 'bob', contentId: ids.theirs ?? '', markdown: 'x', method: 'model' } as const;
  await client.db.insert(noteVersions).values({ ...foreign, outline: { tags: ['x'] } as never });
  await client.db
    .update(contents)
    .set({ noteTags: ['x'], noteVersionId: foreign.id })
    .where(eq(contents.id, ids.odd ?? ''));
  await addCollection('ann', { [ids.listed ?? '']: 1 });
  await client.db.insert(watchLater).values({ userId: 'ann', contentId: ids.later ?? '' });
  const collectionId = randomUUID();
  const versions: Record<string, string> = { same: noteVersionId, anew: randomUUID() };
  const added = names.map((name) => (versions[name] ? { id: ids[name], versionId: versions[name] } : ids[name]));
  const outcome = { done: 9, added, skipped: 2, refused: 1 };
  const payload = { userId: 'ann', clientAddress: '192.0.2.1', collectionId, contentIds: [randomUUID(), randomUUID()] };
  latest = { id: 'last', state: 'succeeded', payload, checkpoints: { outcome } };
  const counts = { addedCount: 20, skippedCount: 2, refusedCount: 1 };
  expect(await readAddingAll(services, 'ann')).toMatchObject({ taskId: 'last', collectionId, total: 2, ...counts });
  expect(await readAddingAll(services, 'bob')).toBeNull();
  for (const [userId, taskId] of [
    ['bob', 'last'],
    ['ann', 'first'],
  ] as const)
    await expect(undoAddingAll(services, userId, taskId)).rejects.toMatchObject({ code: 'not_found' });
  expect(begun).toEqual([]);
  expect(await undoAddingAll(services, 'ann', 'last')).toEqual({ taskId: 'begun', total: 6 });
  const [[task, { payload: deletion }]] = begun as [[unknown, { payload: { userId: string; contentIds: string[] } }]];
  expect([task, deletion.userId, new Set(deletion.contentIds)]).toEqual([
    ...[deleteContentsTask, 'ann', new Set([ids.plain, ids.copied, ids.summarised, ids.same, ids.made, ids.unmarked])],
  ]);
  latest = { id: 'last', state: 'running', payload, checkpoints: null };
  expect(await readAddingAll(services, 'ann')).toMatchObject({ addedCount: 0, skippedCount: 0, refusedCount: 0 });
  await expect(undoAddingAll(services, 'ann', 'last')).rejects.toMatchObject({ code: 'not_found' });
});
