/** Collections of a user's own: made, named, filled, emptied and deleted, by one or by many at once. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#db/client.ts';
import { createTidyCollections } from '#features/collections/server/tidy-collections.handler.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { articleHtml, shareWorld, submit, summarise, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await shareWorld();
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

/** Contents with pictures, which nothing works on. */
async function pictured(contents: number): Promise<{ client: TestClient; contentIds: string[] }> {
  const { client } = await someone(0);
  const { user } = await client.rpc.account.me.query();
  const { query, close } = createDatabase(world.database, { max: 1, applicationName: 'test' });
  const rows = await query<{ id: string }>(
    `with made as (insert into sources (key) select $2 || number from generate_series(1, $3::int) number returning id)
     insert into contents (user_id, source_id, content_type, title, note_language, status, cover_blob)
     select $1, id, 'online', 'Pictured', 'en', 'completed', 'covers/' || id || '.jpg' from made returning id`,
    [user?.id, `pictured-${pages++}:`, contents],
  );
  await close();
  return { client, contentIds: rows.map(({ id }) => id) };
}

async function member(): Promise<TestClient> {
  const client = world.client();
  await client.rpc.account.signUp.mutate({
    ...{ email: `member-${pages++}@example.org`, password: 'correct horse battery', language: 'en' },
  });
  return client;
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

    const renamed = await client.rpc.share.updateCollection.mutate({ id: collection.id, name: 'Reading' });
    const slug = `reading-${collection.slug.slice(-7)}`;
    expect(renamed).toMatchObject({ name: 'Reading', slug, collection_items: [{ count: 1 }] });
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
    await client.rpc.share.updateCollection.mutate({ id: second, name: 'Third' });
    expect((await listed()).map(([name]) => name)).toEqual(['Third', 'First']);
    // What is done to one leaves the other.
    await client.rpc.share.addItemsToCollection.mutate({ collectionId: second, contentIds });
    await client.rpc.share.removeItemsFromCollection.mutate({ collectionId: second, contentIds: contentIds.slice(1) });
    expect(await listed()).toEqual([
      ['Third', 1],
      ['First', 2],
    ]);
    // What adds nothing is no change.
    expect(await client.rpc.share.addItemsToCollection.mutate({ collectionId: first, contentIds })).toMatchObject({
      addedCount: 0,
    });
    expect((await listed()).map(([name]) => name)).toEqual(['Third', 'First']);
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
      () => theirs.updateCollection.mutate({ id: collection.id, name: 'Taken' }),
      () => theirs.updateCollection.mutate({ id: foreign.id, coverContentId: contentIds[0] ?? '' }),
      () => theirs.publishCollection.mutate({ id: collection.id, isPublic: false }),
      () => theirs.moveItemsInCollection.mutate({ collectionId: collection.id, contentIds, before: null }),
      () => theirs.addItemsToCollection.mutate({ collectionId: collection.id, contentIds: other.contentIds }),
      () => theirs.addItemsToCollection.mutate({ collectionId: foreign.id, contentIds }),
      () => theirs.createCollection.mutate({ name: 'Taken', contentIds }),
      () => theirs.removeItemsFromCollection.mutate({ collectionId: collection.id, contentIds }),
      () => theirs.deleteCollection.mutate({ id: collection.id }),
    ])
      expect(await refusal(call())).toBe('not_found');
    // A refusal leaves nothing behind.
    expect(await theirs.listUserCollections.query()).toMatchObject([{ name: 'Theirs', collection_items: [{ count: 0 }] }]);
    // Among one's own, another user's content is skipped as one that is nowhere.
    const among = (id: string) =>
      theirs.addItemsToCollection.mutate({ collectionId: foreign.id, contentIds: [...other.contentIds, id] });
    expect(await among(contentIds[0] ?? '')).toMatchObject({ addedCount: 1, skippedCount: 1 });
    expect(await among(randomUUID())).toMatchObject({ addedCount: 0, skippedCount: 2 });
    expect(await itemsIn(other.client, foreign.id)).toEqual(other.contentIds);
    expect(await itemsIn(client, collection.id)).toEqual(contentIds);
  });
});

describe('details', () => {
  test('COL-01 a former address leads to the collection, until it is another’s', async () => {
    const { client } = await someone(0);
    const { share } = client.rpc;
    const slugOf = async (id: string) => (await share.getCollectionDetails.query({ id })).collection.slug;
    const rename = async (id: string, name: string) => (await share.updateCollection.mutate({ id, name })).slug;
    const { collection } = await share.createCollection.mutate({ name: '炉子' });
    const { collection: other } = await share.createCollection.mutate({ name: 'Other' });
    const ending = collection.slug.slice(-7);
    expect(await rename(collection.id, '面包')).toBe(`面包-${ending}`);
    expect(await rename(collection.id, '村庄')).toBe(`村庄-${ending}`);
    expect(await slugOf(`炉子-${ending}`)).toBe(`村庄-${ending}`);
    expect(await slugOf(`面包-${ending}`)).toBe(`村庄-${ending}`);
    // What reads the same keeps its address; a former name brings its own back.
    expect(await rename(collection.id, '村庄！')).toBe(`村庄-${ending}`);
    expect(await rename(collection.id, '炉子')).toBe(`炉子-${ending}`);
    expect(await slugOf(`村庄-${ending}`)).toBe(`炉子-${ending}`);
    expect(await slugOf(other.slug)).toBe(other.slug);
    // It is the same for its owner alone.
    const stranger = await someone(0);
    expect(await refusal(stranger.client.rpc.share.getCollectionDetails.query({ id: `面包-${ending}` }))).toBe('not_found');
    // Only so many are kept.
    for (let number = 0; number < 21; number++) await rename(collection.id, `Name ${number}`);
    expect(await refusal(share.getCollectionDetails.query({ id: `面包-${ending}` }))).toBe('not_found');
    expect(await slugOf(`name-1-${ending}`)).toBe(`name-20-${ending}`);
  });

  test('COL-01 are described and get a picture, each by itself', async () => {
    const { client, contentIds } = await pictured(3);
    const [a = '', b = '', c = ''] = contentIds;
    const { share } = client.rpc;
    const { collection } = await share.createCollection.mutate({ name: 'Cover', contentIds: [a, b] });
    const { collection: bare } = await share.createCollection.mutate({ name: 'Bare' });
    const { id } = collection;
    const details = async () => (await share.getCollectionDetails.query({ id })).collection;
    const coverOf = (contentId: string) => expect.stringMatching(new RegExp(`^/api/contents/${contentId}/cover\\?v=`));
    expect(await details()).toMatchObject({ description: '', cover_content_id: null, cover_url: coverOf(a), hidden: false });
    await share.updateCollection.mutate({ id, coverContentId: b });
    await share.updateCollection.mutate({ id, description: '  What is\nread in winter  ' });
    expect(await details()).toMatchObject({
      ...{ name: 'Cover', slug: collection.slug, description: 'What is\nread in winter' },
      ...{ cover_content_id: b, cover_url: coverOf(b), published_at: null },
    });
    expect(await share.getCollectionCovers.query({ collectionIds: [id, bare.id] })).toEqual({ [id]: coverOf(b) });
    expect(await refusal(share.updateCollection.mutate({ id, coverContentId: c }))).toBe('not_found');
    expect(await refusal(share.updateCollection.mutate({ id, description: 'x'.repeat(1001) }))).toBe('bad_request');
    await share.removeItemsFromCollection.mutate({ collectionId: id, contentIds: [b] });
    expect(await details()).toMatchObject({ cover_content_id: b, cover_url: coverOf(a) });
    await share.updateCollection.mutate({ id, coverContentId: null });
    expect(await details()).toMatchObject({ cover_content_id: null, cover_url: coverOf(a) });
    const stranger = await someone(0);
    expect(await stranger.client.rpc.share.getCollectionCovers.query({ collectionIds: [id] })).toEqual({});
  });

  test('COL-01 are published by who has an account, and made private by anybody', async () => {
    const guest = await someone(0);
    const { collection: kept } = await guest.client.rpc.share.createCollection.mutate({ name: 'Kept' });
    expect(await refusal(guest.client.rpc.share.publishCollection.mutate({ id: kept.id, isPublic: true }))).toBe(
      'sign_in_needed',
    );
    expect(await guest.client.rpc.share.publishCollection.mutate({ id: kept.id, isPublic: false })).toMatchObject({
      is_public: false,
    });
    const { share } = (await member()).rpc;
    const { collection } = await share.createCollection.mutate({ name: 'Shown' });
    await share.createCollection.mutate({ name: 'Unseen' });
    const { id } = collection;
    const details = async () => (await share.getCollectionDetails.query({ id })).collection;
    expect(await share.publishCollection.mutate({ id, isPublic: true })).toMatchObject({ is_public: true });
    const { published_at: first } = await details();
    expect(Math.abs(Date.parse(first ?? '') - Date.now())).toBeLessThan(60_000);
    await share.publishCollection.mutate({ id, isPublic: true });
    expect(await details()).toMatchObject({ is_public: true, published_at: first });
    expect((await share.listUserCollections.query()).map(({ name, is_public }) => [name, is_public])).toEqual([
      ['Shown', true],
      ['Unseen', false],
    ]);
    await share.publishCollection.mutate({ id, isPublic: false });
    expect(await details()).toMatchObject({ is_public: false, published_at: null });
  });

  test('COL-01 come back with a deletion that is taken back, as they were', async () => {
    const { client, contentIds } = await pictured(3);
    const [a = '', b = '', c = ''] = contentIds;
    const { share } = client.rpc;
    const { collection } = await share.createCollection.mutate({ name: 'First', contentIds });
    const { id } = collection;
    await share.updateCollection.mutate({ id, name: 'Second', description: 'Words', coverContentId: b });
    await share.moveItemsInCollection.mutate({ collectionId: id, contentIds: [c], before: a });
    const before = await share.getCollectionDetails.query({ id });
    await share.deleteCollection.mutate({ id });
    expect(await share.getContentCollections.query({ contentId: a })).toEqual([]);
    const stranger = await someone(0);
    expect(await refusal(stranger.client.rpc.share.restoreCollection.mutate({ id }))).toBe('not_found');
    await client.rpc.userNote.deleteContentWithCleanup.mutate({ contentId: a });
    expect(await share.restoreCollection.mutate({ id })).toMatchObject({ id, name: 'Second', collection_items: [{ count: 2 }] });
    expect(await itemsIn(client, id)).toEqual([c, b]);
    const after = await share.getCollectionDetails.query({ id: collection.slug });
    expect(after.collection).toEqual({
      ...before.collection,
      updated_at: after.collection.updated_at,
      collection_items: [{ count: 2 }],
    });
    expect(await refusal(share.restoreCollection.mutate({ id }))).toBe('not_found');
    // A day later it is gone for good.
    const { query, close, db } = createDatabase(world.database, { max: 1, applicationName: 'test' });
    const { collection: other } = await share.createCollection.mutate({ name: 'Fresh' });
    for (const each of [id, other.id]) await share.deleteCollection.mutate({ id: each });
    await query(`update deleted_collections set deleted_at = now() - interval '25 hours' where id = $1`, [id]);
    await createTidyCollections({ db }).run();
    await close();
    expect(await refusal(share.restoreCollection.mutate({ id }))).toBe('not_found');
    expect(await share.restoreCollection.mutate({ id: other.id })).toMatchObject({ name: 'Fresh' });
  });
});

describe('their contents', () => {
  test('COL-01 are put in another order, one or many, and stay there', async () => {
    const { client, contentIds } = await someone(5);
    const [a = '', b = '', c = '', d = '', e = ''] = contentIds;
    const { share } = client.rpc;
    const { collection } = await share.createCollection.mutate({ name: 'Ordered', contentIds: [a, b, c, d] });
    const { collection: other } = await share.createCollection.mutate({ name: 'Untouched', contentIds });
    const move = (ids: string[], before: string | null) =>
      share.moveItemsInCollection.mutate({ collectionId: collection.id, contentIds: ids, before });
    const order = async () => (await itemsIn(client, collection.id)).map((id) => 'abcde'[contentIds.indexOf(id)]).join('');
    expect(await order()).toBe('abcd');
    await move([d], a);
    expect(await order()).toBe('dabc');
    await move([a, d], null);
    expect(await order()).toBe('bcad');
    await move([d, b], a);
    expect(await order()).toBe('cdba');
    expect(await move([c, c, e], b)).toEqual({ moved: 1 });
    expect(await order()).toBe('dcba');
    expect(await move([e], a)).toEqual({ moved: 0 });
    await move([d, c, b, a], null);
    expect(await order()).toBe('dcba');
    expect(await refusal(move([a], e))).toBe('not_found');
    expect(await refusal(move([a, b], a))).toBe('not_found');
    // The gap between two is halved until it is gone.
    for (let turn = 0; turn < 30; turn++) await move([turn % 2 === 0 ? a : b], c);
    expect(await order()).toBe('dabc');
    expect(await itemsIn(client, other.id)).toEqual(contentIds);
    await share.addItemsToCollection.mutate({ collectionId: collection.id, contentIds: [e] });
    expect(await order()).toBe('edabc');
  });

  test('COL-07 the contents of some collections are told by one call, each once', async () => {
    const { client, contentIds } = await someone(3);
    const [a = '', b = ''] = contentIds;
    const { share } = client.rpc;
    const make = async (ids: string[]) => (await share.createCollection.mutate({ name: 'Some', contentIds: ids })).collection.id;
    const [first, second] = [await make([a, b]), await make([b])];
    await make(contentIds);
    const sorted = async (collectionIds: string[], by = client) =>
      (await by.rpc.share.getContentsInCollections.query({ collectionIds })).toSorted();
    expect(await sorted([first, second])).toEqual([a, b].toSorted());
    expect(await sorted([second, randomUUID()])).toEqual([b]);
    const stranger = await someone(0);
    expect(await sorted([first], stranger.client)).toEqual([]);
    expect(await refusal(client.rpc.share.getContentsInCollections.query({ collectionIds: [] }))).toBe('bad_request');
  });

  test('COL-03 are added in the given order before older ones, with counts of new and existing', async () => {
    const { client, contentIds } = await someone(3);
    const [a = '', b = '', c = ''] = contentIds;
    const { collection } = await client.rpc.share.createCollection.mutate({ name: 'Order' });
    const add = (ids: string[]) => client.rpc.share.addItemsToCollection.mutate({ collectionId: collection.id, contentIds: ids });
    expect(await add([a])).toMatchObject({ addedCount: 1, skippedCount: 0 });
    expect(await add([b, c, a, b])).toMatchObject({ addedCount: 2, skippedCount: 2 });
    expect(await add([a, b, c])).toMatchObject({ addedCount: 0, skippedCount: 3 });
    expect(await itemsIn(client, collection.id)).toEqual([b, c, a]);
    expect(await add([a, randomUUID()])).toMatchObject({ addedCount: 0, skippedCount: 2 });
    expect(await refusal(add([randomUUID()]))).toBe('not_found');
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
    // No more than a collection holds, so that ids and positions fit into a call.
    const tooMany = Array.from({ length: 5_001 }, () => b);
    for (const wrong of [{ contentIds: [b], positions: [] }, { contentIds: tooMany }])
      expect(await refusal(client.rpc.share.addItemsToCollection.mutate({ collectionId, ...wrong }))).toBe('bad_request');
    expect(await refusal(client.rpc.share.removeItemsFromCollection.mutate({ collectionId, contentIds: tooMany }))).toBe(
      'bad_request',
    );
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
