/** Which rows each call locks until its transaction ends, and that it locks no other user's. */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import { collections } from '#db/schema/collections.ts';
import { contents, sources } from '#db/schema/content.ts';
import { publicReports, sharedNotes } from '#db/schema/shared-notes.ts';
import { tasks } from '#db/schema/tasks.ts';
import { holdContents } from '#features/collections/server/add-items.ts';
import { setCollectionHidden } from '#features/collections/server/hide.ts';
import { lockOwnedCollection } from '#features/collections/server/owned.ts';
import { ensureSource } from '#features/contents/server/ensure-source.ts';
import { lockContent } from '#features/notes/server/note-store.ts';
import { setHidden } from '#features/sharing/server/moderation.ts';
import { report } from '#features/sharing/server/reports.ts';
import { type Lease, lockUnderLease, readUnderLease } from '#infra/tasks/lease.ts';
import { AppError } from '#lib/app-error.ts';
import { meanwhile } from '../harness/database/meanwhile.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';

let client: DatabaseClient;
openOwnDatabase((own) => {
  client = own;
});
beforeAll(async () => {
  for (const id of ['ada', 'bob'])
    await client.query('insert into "user" (id, name, email) values ($1, $1, $2)', [id, `${id}@example.org`]);
  await addRows();
});

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);

/** Contents, public collections and tasks 1 and 2 are Ada's, 3 is Bob's. */
async function addRows(): Promise<void> {
  for (const n of [1, 2, 3]) {
    const userId = n === 3 ? 'bob' : 'ada';
    const url = `https://a.example/${n}`;
    await client.db.insert(sources).values({ id: idOf(n), key: url, url });
    await client.db
      .insert(contents)
      .values({ id: idOf(n), userId, sourceId: idOf(n), title: `t${n}`, contentType: 'online', noteLanguage: 'en', note: 'A' });
    await client.db.insert(collections).values({
      id: idOf(n),
      userId,
      slug: `slug-${n}`,
      name: `n${n}`,
      isPublic: true,
      publishedAt: new Date(Date.UTC(2026, 0, n)),
    });
    await client.db.insert(sharedNotes).values({ slug: `note-${n}`, userId, contentId: idOf(n) });
    await client.db
      .insert(tasks)
      .values({ id: idOf(n), kind: 'article', key: `k${n}`, userId, payload: {}, state: 'running', lease: 2 });
  }
}

type Strength = 'update' | 'no key update' | 'key share';

/** Numbers of the rows that another session cannot lock with this strength while the transaction of `call` is open. */
async function heldBy(
  call: (tx: Tx) => Promise<unknown>,
  { table, key = 'id', as }: { table: string; key?: string; as: Strength },
): Promise<number[]> {
  return client.db.transaction(async (tx) => {
    await call(tx);
    const all = await client.query<{ key: string }>(`select ${key}::text as key from ${table}`);
    const free = await client.query<{ key: string }>(`select ${key}::text as key from ${table} for ${as} skip locked`);
    const isFree = new Set(free.map((row) => row.key));
    return all.filter((row) => !isFree.has(row.key)).map((row) => Number(row.key.slice(-1)));
  });
}

test('a collection that its owner changes, or an administrator looks at, is held alone', async () => {
  const inCollections = { table: 'collections', as: 'key share' } as const;
  expect(await heldBy((tx) => lockOwnedCollection(tx, 'ada', idOf(2)), inCollections)).toEqual([2]);
  expect(await heldBy((tx) => setCollectionHidden(tx, idOf(3), false), inCollections)).toEqual([3]);
  expect(await heldBy((tx) => setHidden(tx, { kind: 'collection', id: idOf(1) }, false), inCollections)).toEqual([1]);
  const foreign = client.db.transaction((tx) => lockOwnedCollection(tx, 'ada', idOf(3)));
  expect(await foreign.catch(codeOf)).toBe('not_found');
});

test('a shared note that an administrator looks at is held alone', async () => {
  const inNotes = { table: 'shared_notes', key: 'slug', as: 'key share' } as const;
  expect(await heldBy((tx) => setHidden(tx, { kind: 'note', slug: 'note-3' }, false), inNotes)).toEqual([3]);
});

test('contents that come into a collection can be changed but not deleted, and nobody else’s are held', async () => {
  const hold = (tx: Tx) => holdContents(tx, 'ada', [idOf(2), idOf(3), idOf(9)]);
  expect(await heldBy(hold, { table: 'contents', as: 'update' })).toEqual([2]);
  expect(await heldBy(hold, { table: 'contents', as: 'no key update' })).toEqual([]);
  expect(await client.db.transaction(hold)).toEqual(new Set([idOf(2)]));
});

test('contents are held in the order of their ids, however they are stored', async () => {
  // The first of them is stored behind the second.
  await client.query('update contents set title = title where id = $1', [idOf(1)]);
  const [first, second] = [idOf(1), idOf(2)];
  const free: unknown[] = [];
  const look = async () =>
    free.push(await client.query('select id from contents where id = $1 for update skip locked', [second]));
  const change = (tx: Tx) => tx.execute(sql`select 1 from contents where id = ${first} for update`);
  const both = () =>
    client.db.transaction(async (tx) => {
      // An index would give their order by chance.
      for (const way of ['indexscan', 'bitmapscan']) await tx.execute(sql.raw(`set local enable_${way} = off`));
      return holdContents(tx, 'ada', [second, first]);
    });
  expect(await meanwhile(client, change, both, look)).toEqual(new Set([first, second]));
  expect(free).toEqual([[{ id: second }]]);
});

test('a content whose note is changed is held alone, by its owner only', async () => {
  const inContents = { table: 'contents', as: 'key share' } as const;
  expect(await heldBy((tx) => lockContent(tx, { id: idOf(1), userId: 'ada' }), inContents)).toEqual([1]);
  const foreign = client.db.transaction((tx) => lockContent(tx, { id: idOf(1), userId: 'bob' }));
  expect(await foreign.catch(codeOf)).toBe('not_found');
});

test('the source of a link that is asked for is held alone, while its other contents may come and go', async () => {
  const ensure = (tx: Tx) => ensureSource(tx, { key: 'https://a.example/2', url: 'https://a.example/2' });
  expect(await heldBy(ensure, { table: 'sources', as: 'no key update' })).toEqual([2]);
  expect(await heldBy(ensure, { table: 'sources', as: 'key share' })).toEqual([]);
});

test('a task is held by the claim that runs it, and by no earlier one', async () => {
  const inTasks = { table: 'tasks', as: 'key share' } as const;
  const mine: Lease = { taskId: idOf(1), lease: 2 };
  const earlier: Lease = { taskId: idOf(1), lease: 1 };
  for (const read of [lockUnderLease, readUnderLease]) {
    expect(await heldBy((tx) => read(tx, mine), inTasks)).toEqual([1]);
    expect(await heldBy((tx) => read(tx, earlier), inTasks)).toEqual([]);
  }
  expect(await client.db.transaction((tx) => lockUnderLease(tx, mine))).toBe(true);
  expect(await client.db.transaction((tx) => lockUnderLease(tx, earlier))).toBe(false);
  expect(await client.db.transaction((tx) => readUnderLease(tx, mine))).toMatchObject({ id: idOf(1), key: 'k1' });
  expect(await client.db.transaction((tx) => readUnderLease(tx, earlier))).toBeNull();
});

test('a report of a note that is deleted at that moment is told that it is not there', async () => {
  const about = { target: { kind: 'note', slug: 'note-2' }, reason: 'spam', message: '', address: '127.0.0.1' } as const;
  const remove = (tx: Tx) => tx.execute(sql`delete from contents where id = ${idOf(2)}`);
  expect(await meanwhile(client, remove, () => report(client.db, about).catch(codeOf))).toBe('not_found');
  expect(await client.db.select().from(publicReports)).toEqual([]);
});

test('a collection that is reported stays until its report is there, and one that is deleted at that moment is told as gone', async () => {
  const about = (n: number) =>
    ({ target: { kind: 'collection', id: idOf(n) }, reason: 'spam', message: '', address: '127.0.0.1' }) as const;
  const during: unknown[] = [];
  const free = () => client.query<{ id: string }>('select id from collections for update skip locked');
  const hold = (tx: Tx) => tx.execute(sql`lock table public_reports in share mode`);
  await meanwhile(
    client,
    hold,
    () => report(client.db, about(1)),
    async () => during.push((await free()).map(({ id }) => id).toSorted()),
  );
  expect(during).toEqual([[idOf(2), idOf(3)]]);
  const remove = (tx: Tx) => tx.execute(sql`delete from collections where id = ${idOf(2)}`);
  expect(await meanwhile(client, remove, () => report(client.db, about(2)).catch(codeOf))).toBe('not_found');
  expect(await client.query('select collection_id as id from public_reports')).toEqual([{ id: idOf(1) }]);
});
