/** The lists of the library: filters, pages by number and search, for one user among others. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient, type Tx } from '#db/client.ts';
import { contents, runs } from '#db/schema/content.ts';
import { smartFolders } from '#db/schema/smart-folders.ts';
import { endWaiting, stopWaiting } from '#features/contents/server/index.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { articleHtml, settled, shareWorld, summarise, type World } from './setup.ts';

let world: World;
let database: DatabaseClient;
let ada: TestClient;
let bob: TestClient;
/** Ada's, by the name of their page; all but `plain` have something. */
let own: Record<'plain' | 'marked' | 'shelved' | 'loved' | 'chores' | 'done', string>;
let theirs: string;

const userIdOf = async (client: TestClient) => (await client.rpc.account.me.query()).user?.id ?? '';

async function noteOf(client: TestClient, page: string, note: string): Promise<string> {
  world.site.on(`/${page}`, { body: articleHtml(`Page ${page}`) });
  const { contentId, noteVersionId } = await summarise(client, `${world.site.url}/${page}`);
  await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: noteVersionId, note });
  return contentId;
}

async function mark(client: TestClient, words: string, contentId: string): Promise<void> {
  await client.rpc.highlights.create.mutate({
    id: randomUUID(),
    contentId,
    highlight_text: words,
    scope: 'article',
    section_id: '#p1',
    content_key: 'article',
    colour: 'yellow',
    anchors: { exact: words, prefix: '', suffix: '', start: 0, alone: true },
  });
}

beforeAll(async () => {
  world = await shareWorld();
  database = createDatabase(world.database, { max: 2, applicationName: 'test' });
  ada = world.client();
  bob = world.client();
  const [plain, marked, shelved, loved, chores, done, other] = [
    await noteOf(ada, 'plain', 'Nothing to see.'),
    await noteOf(ada, 'marked', 'Something is marked.'),
    await noteOf(ada, 'shelved', 'It stands on a shelf.\n\n#river #winter'),
    await noteOf(ada, 'loved', 'A favourite.\n\n#favorited #river'),
    await noteOf(ada, 'chores', '- [ ] bake\n- [x] eat'),
    await noteOf(ada, 'done', '- [x] all done'),
    // Another user's content of the same kind has everything at once.
    await noteOf(bob, 'theirs', '- [ ] sweep\n\n#favorited #river #winter'),
  ];
  own = { plain, marked, shelved, loved, chores, done };
  theirs = other;
  await mark(ada, 'marked', marked);
  await mark(bob, 'theirs', theirs);
  await ada.rpc.share.createCollection.mutate({ name: 'Shelf', contentIds: [shelved] });
  await bob.rpc.share.createCollection.mutate({ name: 'Shelf', contentIds: [theirs] });
});
afterAll(async () => {
  await database.close();
  await world.close();
});

type Filters = Omit<Parameters<TestClient['rpc']['user']['videos']['query']>[0], 'limit' | 'cursor'>;

/** What both lists let through; they must agree. */
async function listed(filters: Filters, client = ada): Promise<string[]> {
  const [all, paged] = await Promise.all([
    client.rpc.user.videos.query(filters),
    client.rpc.user.videosByPage.query({ page: 1, ...filters }),
  ]);
  const ids = all.uniqueVideos.map((row) => row.content_id);
  expect(paged.uniqueVideos).toEqual(all.uniqueVideos);
  expect([all.count, paged.count]).toEqual([ids.length, ids.length]);
  expect(paged.typeCounts).toEqual(all.typeCounts);
  return ids;
}

async function folder(client: TestClient, tags: string[], matchType: 'all' | 'any'): Promise<string> {
  const userId = await userIdOf(client);
  const [made] = await database.db.insert(smartFolders).values({ userId, name: 'Folder', tags, matchType }).returning();
  return made?.id ?? '';
}

describe('LIB-03 filters', () => {
  test('LIB-03 let through what was marked, is on no shelf, is a favourite or has open items', async () => {
    expect(await listed({ highlighted: true })).toEqual([own.marked]);
    expect(await listed({ notInCollection: true })).toEqual([own.done, own.chores, own.loved, own.marked, own.plain]);
    expect(await listed({ favorited: true })).toEqual([own.loved]);
    expect(await listed({ todo: true })).toEqual([own.chores]);
    expect(await listed({})).toHaveLength(6);
    // Said to be off, a filter is none.
    expect(await listed({ highlighted: false, todo: false, favorited: false, notInCollection: false })).toHaveLength(6);
  });

  test('LIB-03 a highlight that was deleted and a content that left its collection count no longer', async () => {
    const client = world.client();
    const contentId = await noteOf(client, 'passing', 'It passes.');
    await mark(client, 'passing', contentId);
    const { collection } = await client.rpc.share.createCollection.mutate({ name: 'For a while', contentIds: [contentId] });
    expect(await listed({ highlighted: true }, client)).toEqual([contentId]);
    expect(await listed({ notInCollection: true }, client)).toEqual([]);
    const [highlight] = (await client.rpc.highlights.ofContent.query({ contentId })).highlights;
    await client.rpc.highlights.delete.mutate({ highlightId: highlight?.id ?? '' });
    await client.rpc.share.removeItemsFromCollection.mutate({ collectionId: collection.id, contentIds: [contentId] });
    expect(await listed({ highlighted: true }, client)).toEqual([]);
    expect(await listed({ notInCollection: true }, client)).toEqual([contentId]);
  });

  test('LIB-04 a tag is one of the note’s line of tags, and filters add up', async () => {
    expect(await listed({ tag: 'river' })).toEqual([own.loved, own.shelved]);
    // In other capitals it is the same tag.
    expect(await listed({ tag: 'River' })).toEqual([own.loved, own.shelved]);
    expect(await listed({ tag: 'winter' })).toEqual([own.shelved]);
    expect(await listed({ tag: 'riv' })).toEqual([]);
    expect(await listed({ tag: 'river', favorited: true })).toEqual([own.loved]);
    expect(await listed({ tag: 'river', notInCollection: true })).toEqual([own.loved]);
    expect(await listed({ type: 'online', tag: 'river' })).toEqual([own.loved, own.shelved]);
    expect(await listed({ type: 'audio', tag: 'river' })).toEqual([]);
  });

  test('LIB-04 COL-06 a tag is found in whatever capitals it was written', async () => {
    const client = world.client();
    const one = await noteOf(client, 'one', 'Said.\n\n#DeepSeek #GitHub');
    const two = await noteOf(client, 'two', 'Said again.\n\n#deepseek');
    expect(await listed({ tag: 'deepseek' }, client)).toEqual([two, one]);
    expect(await listed({ smartFolder: await folder(client, ['deepSEEK'], 'any') }, client)).toEqual([two, one]);
    expect(await listed({ smartFolder: await folder(client, ['deepseek', 'github'], 'all') }, client)).toEqual([one]);
  });

  test('COL-06 a smart folder holds what has all of its tags, or any', async () => {
    expect(await listed({ smartFolder: await folder(ada, ['river', 'winter'], 'all') })).toEqual([own.shelved]);
    expect(await listed({ smartFolder: await folder(ada, ['RIVER', 'Winter'], 'all') })).toEqual([own.shelved]);
    expect(await listed({ smartFolder: await folder(ada, ['Favorited', 'WINTER'], 'any') })).toEqual([own.loved, own.shelved]);
    expect(await listed({ smartFolder: await folder(ada, ['favorited', 'winter'], 'any') })).toEqual([own.loved, own.shelved]);
    expect(await listed({ smartFolder: await folder(ada, [], 'all') })).toEqual([]);
    const foreign = await folder(bob, ['river'], 'any');
    for (const smartFolder of [foreign, randomUUID()]) {
      expect(codeOf(await ada.rpc.user.videos.query({ smartFolder }).catch((error: unknown) => error))).toBe('not_found');
      const paged = ada.rpc.user.videosByPage.query({ page: 1, smartFolder });
      expect(codeOf(await paged.catch((error: unknown) => error))).toBe('not_found');
    }
    expect(await listed({ smartFolder: foreign }, bob)).toEqual([theirs]);
  });
});

describe('LIB-06 pages by number', () => {
  const page = (number: number, pageSize = 4, filters: Filters = {}) =>
    ada.rpc.user.videosByPage.query({ page: number, pageSize, ...filters });
  const ids = async (number: number) => (await page(number)).uniqueVideos.map((row) => row.content_id);

  test('LIB-06 hold each row once, newest first', async () => {
    expect(await ids(1)).toEqual([own.done, own.chores, own.loved, own.shelved]);
    expect(await ids(2)).toEqual([own.marked, own.plain]);
    expect(await page(2)).toMatchObject({ count: 6, totalPages: 2, currentPage: 2, redirectedToLastPage: false });
    expect(await page(2, 3)).toMatchObject({ totalPages: 2, currentPage: 2, redirectedToLastPage: false });
  });

  test('everything that matches is named in the order of the list, and nothing of other users', async () => {
    const { ids: all } = await ada.rpc.user.videoIds.query({});
    expect(all).toEqual([...(await ids(1)), ...(await ids(2))]);
    const marked = await ada.rpc.user.videoIds.query({ highlighted: true });
    expect(marked.ids).toEqual([own.marked]);
    const sorted = await ada.rpc.user.videoIds.query({ tag: 'river', sort: 'title-asc' });
    expect(sorted.ids).toEqual([own.loved, own.shelved]);
    const none = ada.rpc.user.videoIds.query({ smartFolder: theirs }).catch((error: unknown) => error);
    expect(codeOf(await none)).toBe('not_found');
  });

  test('LIB-06 a page behind the last one is the last one, and says so', async () => {
    expect(await page(3)).toMatchObject({ totalPages: 2, currentPage: 2, redirectedToLastPage: true });
    expect(await ids(999_999)).toEqual([own.marked, own.plain]);
    expect(await page(2, 4, { favorited: true })).toMatchObject({
      count: 1,
      totalPages: 1,
      currentPage: 1,
      redirectedToLastPage: true,
    });
  });

  test('LIB-06 an empty library has one empty page', async () => {
    const client = world.client();
    await client.rpc.account.ensure.mutate();
    const empty = { uniqueVideos: [], count: 0, totalPages: 1, currentPage: 1 };
    expect(await client.rpc.user.videosByPage.query({ page: 1 })).toMatchObject({ ...empty, redirectedToLastPage: false });
    expect(await client.rpc.user.videosByPage.query({ page: 5 })).toMatchObject({ ...empty, redirectedToLastPage: true });
  });

  test('LIB-05 LIB-06 the size of a page is 30 unless another one is asked for', async () => {
    for (const bad of [0, -1, 1.5, 2_000_000]) await expect(page(bad)).rejects.toThrow();
    for (const bad of [0, 101]) await expect(page(1, bad)).rejects.toThrow();
    const { uniqueVideos } = await ada.rpc.user.videosByPage.query({ page: 1 });
    expect(uniqueVideos).toHaveLength(6);
  });
});

describe('LIB-09 titles', () => {
  const titleOf = async (client: TestClient, contentId: string) =>
    (await client.rpc.user.videos.query({})).uniqueVideos.find((row) => row.content_id === contentId)?.title;

  test('LIB-09 a title that its owner wrote stays when the source is read again, and moves nothing in lists', async () => {
    const client = world.client();
    const contentId = await noteOf(client, 'named', 'Its words.');
    const other = await noteOf(client, 'other', 'Other words.');
    await client.rpc.content.rename.mutate({ contentId, title: '  河边的\u0000磨坊 ' });
    expect(await titleOf(client, contentId)).toBe('河边的磨坊');
    expect(await titleOf(client, other)).toBe('Page other');
    expect(await listed({}, client)).toEqual([other, contentId]);
    await client.rpc.content.summarizeAgain.mutate({ contentId, noteLanguage: 'en' });
    await settled(client, contentId);
    expect(await titleOf(client, contentId)).toBe('河边的磨坊');
    await expect(client.rpc.content.rename.mutate({ contentId, title: '   ' })).rejects.toThrow();
    await expect(client.rpc.content.rename.mutate({ contentId, title: 'x'.repeat(301) })).rejects.toThrow();
  });

  test('LIB-14 a new run that is stopped or fails leaves the note at the time at which it was changed', async () => {
    const client = world.client();
    const contentId = await noteOf(client, 'steady', 'Its words.');
    const userId = await userIdOf(client);
    const { db } = database;
    const [made] = await db.select().from(contents).where(eq(contents.id, contentId));
    const [run] = await db
      .select()
      .from(runs)
      .where(eq(runs.extractionId, made?.extractionId ?? ''));
    const runId = run?.id ?? '';
    const updatedAt = new Date('2026-01-02T03:04:05Z');
    const afterRun = async (end: (tx: Tx) => Promise<unknown>) => {
      await db.update(contents).set({ activeRunId: runId, updatedAt }).where(eq(contents.id, contentId));
      await db.transaction(end);
      const [content] = await db.select().from(contents).where(eq(contents.id, contentId));
      expect(content).toMatchObject({ activeRunId: null, status: 'completed', updatedAt });
    };
    await afterRun((tx) => stopWaiting(tx, { userId, contentIds: [contentId], runIds: [runId] }));
    await afterRun((tx) => endWaiting(tx, runId, { state: 'cancelled' }));
  });

  test('LIB-09 a video keeps the title of its site', async () => {
    const client = world.client();
    const contentId = await noteOf(client, 'film', 'About a film.');
    await database.db.update(contents).set({ contentType: 'longVideo' }).where(eq(contents.id, contentId));
    const refused = client.rpc.content.rename.mutate({ contentId, title: 'Mine' });
    expect(codeOf(await refused.catch((error: unknown) => error))).toBe('title_fixed');
    expect(await titleOf(client, contentId)).toBe('Page film');
  });
});
