/** Collections of a user's own: made, named, filled, emptied and deleted, by one or by many at once. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#db/client.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { articleHtml, startWorld, submit, summarise, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

let pages = 0;

/** A user with some contents; their notes are not waited for. */
async function someone(contents: number): Promise<{ client: TestClient; contentIds: string[] }> {
  const client = world.client();
  await client.rpc.account.ensure.mutate();
  const contentIds: string[] = [];
  for (let index = 0; index < contents; index++) {
    const path = `/shelf-${pages++}`;
    world.site.on(path, { body: articleHtml(`Shelf ${pages}`) });
    contentIds.push(await submit(client, `${world.site.url}${path}`));
  }
  return { client, contentIds };
}

async function refusal(call: Promise<unknown>): Promise<string | undefined> {
  return codeOf(await call.then(() => undefined).catch((error: unknown) => error));
}

const countOf = (collection: { collection_items: [{ count: number }] }) => collection.collection_items[0].count;

async function itemsIn(client: TestClient, id: string): Promise<string[]> {
  const { items } = await client.rpc.share.getCollectionDetails.query({ id, limit: 100 });
  return items.map(({ content_id }) => content_id);
}

describe('collections', () => {
  test('COL-01 COL-07 are created, listed, found by id and slug, renamed and deleted; their contents stay', async () => {
    const { client, contentIds } = await someone(1);
    const [contentId = ''] = contentIds;
    const made = await client.rpc.share.createCollection.mutate({ name: '  机器学习：\n入门 ', contentIds });
    expect(made).toMatchObject({ addedCount: 1, skippedCount: 0 });
    const { collection } = made;
    expect(collection).toMatchObject({ name: '机器学习： 入门', is_public: false, collection_items: [{ count: 1 }] });
    expect(collection.slug).toMatch(/^机器学习-入门-[a-z2-9]{7}$/);
    for (const id of [collection.id, collection.slug]) {
      const details = await client.rpc.share.getCollectionDetails.query({ id });
      expect(details).toMatchObject({ collection: { id: collection.id, name: '机器学习： 入门' }, nextCursor: null });
      expect(details.items).toMatchObject([{ content_id: contentId, source_url: `${world.site.url}/shelf-${pages - 1}` }]);
    }
    const named = [{ id: collection.id, name: '机器学习： 入门', is_public: false }];
    expect(await client.rpc.share.getContentCollections.query({ contentId })).toEqual(named);

    const renamed = await client.rpc.share.renameCollection.mutate({ id: collection.id, name: 'Reading' });
    expect(renamed).toMatchObject({ name: 'Reading', slug: collection.slug, collection_items: [{ count: 1 }] });
    expect(await client.rpc.share.listUserCollections.query()).toMatchObject([{ id: collection.id, name: 'Reading' }]);

    await client.rpc.share.deleteCollection.mutate({ id: collection.id });
    expect(await client.rpc.share.listUserCollections.query()).toEqual([]);
    expect(await client.rpc.share.getContentCollections.query({ contentId })).toEqual([]);
    expect(await refusal(client.rpc.share.getCollectionDetails.query({ id: collection.slug }))).toBe('not_found');
    expect(await refusal(client.rpc.share.deleteCollection.mutate({ id: collection.id }))).toBe('not_found');
    expect((await client.rpc.content.detail.query({ contentId })).contentId).toBe(contentId);
  });

  test('COL-01 are listed by last change, each with its count', async () => {
    const { client, contentIds } = await someone(2);
    const make = async (name: string) => (await client.rpc.share.createCollection.mutate({ name })).collection.id;
    const [first, second] = [await make('First'), await make('Second')];
    const listed = async () =>
      (await client.rpc.share.listUserCollections.query()).map((collection) => [collection.name, countOf(collection)]);
    expect(await listed()).toEqual([
      ['Second', 0],
      ['First', 0],
    ]);
    await client.rpc.share.addItemsToCollection.mutate({ collectionId: first, contentIds });
    expect(await listed()).toEqual([
      ['First', 2],
      ['Second', 0],
    ]);
    await client.rpc.share.renameCollection.mutate({ id: second, name: 'Third' });
    expect((await listed()).map(([name]) => name)).toEqual(['Third', 'First']);
    // What is done to one leaves the other.
    await client.rpc.share.addItemsToCollection.mutate({ collectionId: second, contentIds });
    await client.rpc.share.removeItemsFromCollection.mutate({ collectionId: second, contentIds: contentIds.slice(1) });
    expect(await listed()).toEqual([
      ['Third', 1],
      ['First', 2],
    ]);
    await client.rpc.share.deleteCollection.mutate({ id: second });
    expect(await listed()).toEqual([['First', 2]]);
  });

  test('COL-01 have limits of name and number, also for concurrent creations', async () => {
    const { client } = await someone(0);
    const make = (name: string) => client.rpc.share.createCollection.mutate({ name });
    for (const name of ['', '   ', '\u200b\u0000', 'x'.repeat(101)]) expect(await refusal(make(name))).toBe('bad_request');
    const full = await make('字'.repeat(100));
    expect(full.collection.name).toHaveLength(100);
    for (let from = 0; from < 490; from += 49) await Promise.all(Array.from({ length: 49 }, () => make('Same name')));
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        make('Last places').then(
          () => 'made',
          (error: unknown) => codeOf(error),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(9);
    expect(outcomes.filter((outcome) => outcome === 'collection_limit')).toHaveLength(11);
    const all = await client.rpc.share.listUserCollections.query();
    expect(all).toHaveLength(500);
    expect(new Set(all.map(({ slug }) => slug)).size).toBe(500);
  });

  test('COL-01 belong to one user', async () => {
    const { client, contentIds } = await someone(1);
    const { collection } = await client.rpc.share.createCollection.mutate({ name: 'Mine', contentIds });
    const other = await someone(1);
    const theirs = other.client.rpc.share;
    const { collection: foreign } = await theirs.createCollection.mutate({ name: 'Theirs' });
    for (const call of [
      () => theirs.getCollectionDetails.query({ id: collection.slug }),
      () => theirs.renameCollection.mutate({ id: collection.id, name: 'Taken' }),
      () => theirs.addItemsToCollection.mutate({ collectionId: collection.id, contentIds: other.contentIds }),
      () => theirs.addItemsToCollection.mutate({ collectionId: foreign.id, contentIds: [...other.contentIds, ...contentIds] }),
      () => theirs.createCollection.mutate({ name: 'Taken', contentIds }),
      () => theirs.removeItemsFromCollection.mutate({ collectionId: collection.id, contentIds }),
      () => theirs.deleteCollection.mutate({ id: collection.id }),
    ])
      expect(await refusal(call())).toBe('not_found');
    // A refusal leaves nothing behind.
    expect(await theirs.listUserCollections.query()).toMatchObject([{ name: 'Theirs', collection_items: [{ count: 0 }] }]);
    expect(await itemsIn(client, collection.id)).toEqual(contentIds);
  });
});

describe('their contents', () => {
  test('COL-03 are added in the given order before older ones, with counts of new and existing', async () => {
    const { client, contentIds } = await someone(3);
    const [a = '', b = '', c = ''] = contentIds;
    const { collection } = await client.rpc.share.createCollection.mutate({ name: 'Order' });
    const add = (ids: string[]) => client.rpc.share.addItemsToCollection.mutate({ collectionId: collection.id, contentIds: ids });
    expect(await add([a])).toEqual({ addedCount: 1, skippedCount: 0 });
    expect(await add([b, c, a, b])).toEqual({ addedCount: 2, skippedCount: 2 });
    expect(await add([a, b, c])).toEqual({ addedCount: 0, skippedCount: 3 });
    expect(await itemsIn(client, collection.id)).toEqual([b, c, a]);
    expect(await refusal(add([a, randomUUID()]))).toBe('not_found');
    expect(await refusal(add([]))).toBe('bad_request');
  });

  test('COL-03 contain a content once that is added twice at once', async () => {
    const { client, contentIds } = await someone(2);
    const { collection } = await client.rpc.share.createCollection.mutate({ name: 'Race' });
    const results = await Promise.all(
      Array.from({ length: 8 }, () =>
        client.rpc.share.addItemsToCollection.mutate(
          { collectionId: collection.id, contentIds },
          { context: { skipBatch: true } },
        ),
      ),
    );
    expect(results.reduce((sum, { addedCount }) => sum + addedCount, 0)).toBe(2);
    expect(results.reduce((sum, { skippedCount }) => sum + skippedCount, 0)).toBe(14);
    expect(await itemsIn(client, collection.id)).toEqual(contentIds);
  });

  test('COL-01 are removed and restored at their positions', async () => {
    const { client, contentIds } = await someone(3);
    const { collection } = await client.rpc.share.createCollection.mutate({ name: 'Places', contentIds });
    const collectionId = collection.id;
    const [, b = ''] = contentIds;
    const { removed } = await client.rpc.share.removeItemsFromCollection.mutate({ collectionId, contentIds: [b, randomUUID()] });
    expect(removed.map(({ contentId }) => contentId)).toEqual([b]);
    expect(await itemsIn(client, collectionId)).toEqual(contentIds.filter((id) => id !== b));
    await client.rpc.share.addItemsToCollection.mutate({
      collectionId,
      contentIds: removed.map(({ contentId }) => contentId),
      positions: removed.map(({ position }) => position),
    });
    expect(await itemsIn(client, collectionId)).toEqual(contentIds);
    const wrong = { collectionId, contentIds: [b], positions: [] };
    expect(await refusal(client.rpc.share.addItemsToCollection.mutate(wrong))).toBe('bad_request');
  });

  test('COL-01 are limited in number, also for concurrent additions', async () => {
    const { client, contentIds } = await someone(3);
    const { collection } = await client.rpc.share.createCollection.mutate({ name: 'Full' });
    const { query, close } = createDatabase(world.database, { max: 1, applicationName: 'test' });
    const [{ user_id: userId } = { user_id: '' }] = await query<{ user_id: string }>(
      'select user_id from contents where id = $1',
      [contentIds[0]],
    );
    await query("insert into sources (key) select 'full:' || number from generate_series(1, 4998) number");
    await query(
      `with made as (
         insert into contents (user_id, source_id, content_type, title, note_language, status)
         select $1, id, 'online', key, 'en', 'completed' from sources where key like 'full:%' returning id
       )
       insert into collection_items (collection_id, content_id, user_id, position)
       select $2, id, $1, row_number() over () from made`,
      [userId, collection.id],
    );
    await close();
    const outcomes = await Promise.all(
      contentIds.map((contentId) =>
        client.rpc.share.addItemsToCollection.mutate({ collectionId: collection.id, contentIds: [contentId] }).then(
          ({ addedCount }) => addedCount,
          (error: unknown) => codeOf(error),
        ),
      ),
    );
    expect(outcomes.map(String).toSorted((a, b) => a.localeCompare(b))).toEqual(['1', '1', 'collection_full']);
    const page = await client.rpc.share.getCollectionDetails.query({ id: collection.id });
    expect(countOf(page.collection)).toBe(5_000);
    expect(page.items).toHaveLength(30);
    expect(contentIds).toContain(page.items[0]?.content_id);
  });

  test('COL-01 are read page by page', async () => {
    const { client, contentIds } = await someone(5);
    const { collection } = await client.rpc.share.createCollection.mutate({ name: 'Pages', contentIds });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.rpc.share.getCollectionDetails.query({ id: collection.id, limit: 2, cursor });
      expect(countOf(page.collection)).toBe(5);
      seen.push(...page.items.map(({ content_id }) => content_id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(contentIds);
    const broken = client.rpc.share.getCollectionDetails.query({ id: collection.id, cursor: 'nonsense' });
    expect(await refusal(broken)).toBe('bad_request');
  });

  test('CON-12 COL-07 are listed by content and for many contents, without deleted collections', async () => {
    const { client, contentIds } = await someone(2);
    const [a = '', b = ''] = contentIds;
    const make = async (name: string, ids: string[]) =>
      (await client.rpc.share.createCollection.mutate({ name, contentIds: ids })).collection;
    const two = await make('Two', [a, b]);
    const one = await make('One', [a]);
    const names = (list: { name: string }[] | undefined) => list?.map(({ name }) => name);
    expect(names(await client.rpc.share.getContentCollections.query({ contentId: a }))).toEqual(['One', 'Two']);
    const batch = await client.rpc.share.getBatchContentCollections.query({ contentIds: [a, b, randomUUID()] });
    expect(Object.fromEntries(Object.entries(batch).map(([id, list]) => [id, names(list)]))).toEqual({
      [a]: ['One', 'Two'],
      [b]: ['Two'],
    });
    const other = await someone(0);
    expect(await other.client.rpc.share.getBatchContentCollections.query({ contentIds })).toEqual({});

    await summarise(client, `${world.site.url}/shelf-${pages - 2}`);
    await client.rpc.userNote.deleteContentWithCleanup.mutate({ contentId: a });
    expect(await itemsIn(client, one.id)).toEqual([]);
    expect(await itemsIn(client, two.id)).toEqual([b]);
    expect(await refusal(client.rpc.share.getContentCollections.query({ contentId: a }))).toBe('not_found');
  });

  test('COL-01 do not include a content that is deleted while it is added, and nothing hangs', async () => {
    const { client, contentIds } = await someone(6);
    const { collection } = await client.rpc.share.createCollection.mutate({ name: 'Going' });
    await Promise.all(
      contentIds.flatMap((contentId) => [
        client.rpc.share.addItemsToCollection.mutate({ collectionId: collection.id, contentIds: [contentId] }).then(
          ({ addedCount }) => expect(addedCount).toBe(1),
          (error: unknown) => expect(codeOf(error)).toBe('not_found'),
        ),
        client.rpc.userNote.deleteContentWithCleanup.mutate({ contentId }),
      ]),
    );
    expect(await itemsIn(client, collection.id)).toEqual([]);
  });
});
