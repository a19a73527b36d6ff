/** Lists of the library, smart folders and what is to be watched later, as stored, statement by statement, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { contents } from '#db/schema/content.ts';
import { userContentHighlights } from '#db/schema/highlights.ts';
import { smartFolders } from '#db/schema/smart-folders.ts';
import { watchLater } from '#db/schema/watch-later.ts';
import { contentRowsOf } from '#features/library/server/content-rows.ts';
import { countNoteDays, listTags } from '#features/library/server/note-figures.ts';
import { indexStale } from '#features/library/server/search-index.ts';
import { listVideoIds } from '#features/library/server/video-ids.ts';
import { listVideos } from '#features/library/server/videos.ts';
import { listVideosByPage } from '#features/library/server/videos-by-page.ts';
import { noteColumns } from '#features/notes/server/note-columns.ts';
import {
  countDefinition,
  createFolder,
  deleteFolder,
  listChoices,
  listFolders,
  updateFolder,
} from '#features/smart-folders/server/folders.ts';
import { foldersWithTag, renameTagOfFolders, restoreTagOfFolders } from '#features/smart-folders/server/index.ts';
import { addToList, readList, removeFromList } from '#features/watch-later/server/list.ts';
import type { Services } from '#infra/services.ts';
import { addUser, client, codeOf, hoursAgo, keepAccountRows, servicesWith } from './account-rows.ts';
import { addContent, addOwn, addRun, addSource, addTalk, codesOf } from './content-records.ts';

keepAccountRows();

let services: Services;
beforeEach(async () => {
  await client.query('delete from tasks');
  for (const id of ['ada', 'bob']) await addUser(id);
  services = servicesWith();
});

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

async function mark(userId: string, contentId: string, values: Partial<typeof userContentHighlights.$inferInsert> = {}) {
  await client.db.insert(userContentHighlights).values({
    ...{ id: randomUUID(), userId, contentId, highlightText: 'w', scope: 'article', sectionId: '#p1', contentKey: 'article' },
    ...{ comment: '', colour: 'yellow', anchors: {}, ...values },
  });
}

async function addNote(userId: string, note: string, values: Partial<typeof contents.$inferInsert> = {}) {
  return addOwn(userId, { ...noteColumns(note), ...values });
}

const idsOf = (rows: readonly { content_id: string }[]) => rows.map(({ content_id }) => content_id);

describe('a list', () => {
  test('LIB-01 shows of each content what there is, and nothing of others', async () => {
    const source = await addSource();
    const runId = await addRun(
      source.id,
      {},
      { progress: { type: 'stage', stage: 'outline', percent: 40, code: 'finding', elapsedMs: 7 } },
    );
    const full = await addContent('ada', source.id, {
      ...{ title: 'Full', sourceUrl: 'https://a.example/', kind: 'audio', coverBlob: 'icons/abc.png', contentType: 'audio' },
      ...noteColumns('A note.\n\n- [ ] a\n- [x] b\n- [x] c\n\n#Tag'),
      ...{ publishedAt: '2020', createdAt: day(1), updatedAt: day(9), description: 'D', durationMs: 61_500, activeRunId: runId },
    });
    const bare = await addOwn('ada', {
      title: 'Bare',
      sourceUrl: null,
      status: 'failed',
      problemCode: 'fetch_status',
      problemParams: { status: 404 },
      updatedAt: day(8),
      createdAt: day(2),
    });
    const theirs = await addContent('bob', source.id, { title: 'Theirs' });
    for (const values of [{}, {}, { deletedAt: new Date() }]) await mark('ada', full.id, values);
    await mark('bob', theirs.id);
    const { uniqueVideos: rows, typeCounts, count, nextCursor } = await listVideos(services, 'ada', { limit: 9 });
    expect(rows).toEqual([
      {
        ...{ content_id: full.id, title: 'Full', source_url: 'https://a.example/', audio_url: `/api/contents/${full.id}/media` },
        ...{ cover_url: `/api/contents/${full.id}/icon?v=icons%2Fabc.png`, excerpt: full.noteExcerpt, tags: ['Tag'] },
        ...{ content_type: 'audio', status: 'completed', problem: null, highlightCount: 2, open_todos: 1, done_todos: 2 },
        ...{ published_at: '2020', created_at: day(1).toISOString(), updated_at: day(9).toISOString(), description: 'D' },
        ...{ duration_seconds: 61.5, loading: true, content: { user_id: 'ada' } },
        run: { stage: 'outline', percent: 40, code: 'finding', params: {}, elapsedMs: 7 },
      },
      {
        ...{ content_id: bare.id, title: 'Bare', source_url: null, audio_url: null, cover_url: null, excerpt: null, tags: [] },
        ...{ content_type: 'online', status: 'failed', problem: { code: 'fetch_status', params: { status: 404 } } },
        ...{ highlightCount: 0, open_todos: 0, done_todos: 0, published_at: null, created_at: day(2).toISOString() },
        ...{ updated_at: day(8).toISOString(), description: null, duration_seconds: null, loading: false, run: null },
        content: { user_id: 'ada' },
      },
    ]);
    expect([count, nextCursor, typeCounts]).toEqual([2, null, { longVideo: 0, shortVideo: 0, audio: 1, online: 1, local: 0 }]);
    const byId = await contentRowsOf(client.db, 'ada', [theirs.id, bare.id, randomUUID()]);
    expect([...byId]).toEqual([[bare.id, rows[1]]]);
    expect(await contentRowsOf(client.db, 'ada', [])).toEqual(new Map());
  });

  test('LIB-05 goes on where its page ended, counts what passes its filters, and ends', async () => {
    const ids: string[] = [];
    for (const n of [1, 2, 3, 4, 5])
      ids.push((await addOwn('ada', { updatedAt: day(n), contentType: n === 3 ? 'audio' : 'online', title: `T${n % 2}` })).id);
    await addOwn('bob', { updatedAt: day(9) });
    ids.reverse();
    const pageOf = async (input: Omit<Parameters<typeof listVideos>[2], 'limit'>, limit = 2) => {
      const page = await listVideos(services, 'ada', { limit, ...input });
      return { ids: idsOf(page.uniqueVideos), count: page.count, cursor: page.nextCursor ?? undefined };
    };
    const first = await pageOf({});
    const second = await pageOf({ cursor: first.cursor });
    const third = await pageOf({ cursor: second.cursor });
    expect([first, second, third].map(({ ids: of }) => of)).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    expect([first.count, third.cursor, (await pageOf({}, 5)).cursor, (await pageOf({}, 4)).cursor === undefined]).toEqual([
      5,
      undefined,
      undefined,
      false,
    ]);
    expect(await pageOf({ type: 'audio' })).toEqual({ ids: [ids[2]], count: 1, cursor: undefined });
    expect(await pageOf({ type: 'local' })).toEqual({ ids: [], count: 0, cursor: undefined });
    await client.db.insert(watchLater).values({ userId: 'ada', contentId: ids[2] ?? '' });
    await client.db.insert(watchLater).values({ userId: 'ada', contentId: ids[4] ?? '' });
    expect(await pageOf({ watchLater: true, type: 'audio' })).toMatchObject({ ids: [ids[2]], count: 1 });
    expect(await pageOf({ watchLater: true })).toMatchObject({ ids: [ids[2], ids[4]], count: 2 });
    expect(await pageOf({ cursor: 'x' }).catch(codeOf)).toBe('bad_request');
    const page = (number: number, input = {}) => listVideosByPage(services, 'ada', { page: number, pageSize: 2, ...input });
    expect(idsOf((await page(3)).uniqueVideos)).toEqual([ids[4]]);
    expect(await page(4)).toMatchObject({ count: 5, totalPages: 3, currentPage: 3, redirectedToLastPage: true });
    expect(await page(3)).toMatchObject({ currentPage: 3, redirectedToLastPage: false });
    expect((await listVideoIds(services, 'ada', { type: 'online' })).ids).toEqual([0, 1, 3, 4].map((at) => ids[at]));
  });

  test('COL-06 of a smart folder is counted, paged and ordered like any other', async () => {
    const ids = [];
    for (const n of [1, 2, 3]) ids.push((await addNote('ada', `N\n\n#x`, { updatedAt: day(n) })).id);
    await addNote('ada', 'N', { updatedAt: day(9) });
    await addNote('bob', 'N\n\n#x');
    for (const count of [0, 1, 2]) for (let n = 0; n <= count; n++) await mark('ada', ids[2 - count] ?? '');
    const { id: smartFolder } = await createFolder(client.db, 'ada', { name: 'F', tags: ['X'], matchType: 'all', rules: {} });
    const all = await listVideos(services, 'ada', { limit: 2, smartFolder });
    expect([idsOf(all.uniqueVideos), all.count]).toEqual([[ids[2], ids[1]], 3]);
    const rest = await listVideos(services, 'ada', { limit: 2, smartFolder, cursor: all.nextCursor ?? '' });
    expect([idsOf(rest.uniqueVideos), rest.nextCursor]).toEqual([[ids[0]], null]);
    const second = await listVideosByPage(services, 'ada', { page: 2, pageSize: 2, smartFolder, sort: 'highlights-asc' });
    expect([idsOf(second.uniqueVideos), second.count, second.totalPages]).toEqual([[ids[0]], 3, 2]);
    const marked = await listVideos(services, 'ada', { limit: 9, smartFolder, sort: 'highlights-desc', type: 'online' });
    expect(marked.uniqueVideos.map((row) => [row.content_id, row.highlightCount])).toEqual([
      [ids[0], 3],
      [ids[1], 2],
      [ids[2], 1],
    ]);
    expect((await listVideos(services, 'ada', { limit: 9, smartFolder, type: 'audio' })).count).toBe(0);
  });

  test('LIB-04 figures of notes count each tag and day, of one user', async () => {
    for (const [userId, tags] of [
      ['ada', '#b #a'],
      ['ada', '#c #b'],
      ['bob', '#a #d'],
    ] as const)
      await addNote(userId, `N\n\n${tags}`, { updatedAt: day(5) });
    expect(await listTags(services, 'ada')).toEqual({
      tags: [
        { tag: 'b', count: 2 },
        { tag: 'a', count: 1 },
        { tag: 'c', count: 1 },
      ],
    });
    const days = async (from: string, to?: string) => (await countNoteDays(services, 'ada', { from, to, zone: 'UTC' })).days;
    await addNote('ada', 'N', { updatedAt: new Date('2026-12-31T23:59:59Z') });
    await addNote('ada', 'N', { updatedAt: new Date('2027-01-01T00:00:00Z') });
    expect(await days('2026-01-01')).toEqual([
      { day: '2026-01-05', count: 2 },
      { day: '2026-12-31', count: 1 },
    ]);
    expect(await days('2026-01-06', '2027-01-01')).toHaveLength(2);
    expect(await days('2026-01-05', '2026-01-05')).toHaveLength(1);
    const refused = await countNoteDays(services, 'ada', { from: '2026-01-01', to: undefined, zone: 'Nowhere' }).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ code: 'bad_request', params: { field: 'zone' } });
    const broken = countNoteDays(services, 'ada', { from: 'never', to: undefined, zone: 'UTC' });
    await expect(broken).rejects.not.toMatchObject({ code: 'bad_request' });
  });
});

describe('smart folders', () => {
  const folder = { name: 'F', tags: ['a'], matchType: 'any' as const, rules: {} };

  test('COL-06 hold by both sides of each limit', async () => {
    const at = new Date('2026-03-05T16:00:00Z');
    await addNote('ada', 'N\n\n#x', {
      ...{ durationMs: 20 * 60_000, createdAt: at, publishedAt: '2026-03-05', language: 'ZH-hans', contentType: 'audio' },
      ...{ sourceUrl: 'https://www.Sub.Site.example:8443/p' },
    });
    await addNote('bob', 'N', { durationMs: 20 * 60_000, createdAt: at });
    const count = (
      rules: Parameters<typeof countDefinition>[2]['rules'],
      matchType: 'all' | 'any' = 'all',
      tags: string[] = [],
    ) => countDefinition(client.db, 'ada', { tags, matchType, rules });
    const minutes = async (rule: object) => count({ minutes: rule as never });
    expect([
      await minutes({ from: 20 }),
      await minutes({ from: 21 }),
      await minutes({ to: 20 }),
      await minutes({ to: 19 }),
      await minutes({ from: 20, to: 20 }),
    ]).toEqual([1, 0, 1, 0, 1]);
    const added = async (from: string | undefined, to: string | undefined, zone = 'UTC') =>
      count({ added: { from, to, zone } as never });
    expect([
      await added('2026-03-05', undefined),
      await added('2026-03-06', undefined),
      await added(undefined, '2026-03-05'),
      await added(undefined, '2026-03-04'),
    ]).toEqual([1, 0, 1, 0]);
    expect([
      await added('2026-03-06', '2026-03-06', 'Asia/Shanghai'),
      await added('2026-03-05', '2026-03-05', 'Asia/Shanghai'),
    ]).toEqual([1, 0]);
    const published = async (from: string | undefined, to: string | undefined) =>
      count({ published: { from, to, zone: 'UTC' } as never });
    expect([
      await published('2026-03-05', undefined),
      await published('2026-03-06', undefined),
      await published(undefined, '2026-03-05'),
      await published(undefined, '2026-03-04'),
    ]).toEqual([1, 0, 1, 0]);
    const since = Math.floor((Date.now() - Date.parse('2026-03-05T00:00:00Z')) / 86_400_000);
    expect([await count({ added: { days: since } }), await count({ added: { days: since - 1 } })]).toEqual([1, 0]);
    expect([
      await count({ sites: ['site.example'] }),
      await count({ sites: ['sub.site.example'] }),
      await count({ sites: ['b.site.example'] }),
    ]).toEqual([1, 1, 0]);
    expect([await count({ languages: ['zh'] }), await count({ languages: ['en'] })]).toEqual([1, 0]);
    expect([
      await count({ types: ['audio'] }, 'all', ['y']),
      await count({ types: ['audio'] }, 'any', ['y']),
      await count({}, 'any', []),
      await count({}, 'all', ['X']),
    ]).toEqual([0, 1, 0, 1]);
    expect([await count({ todo: 'none' }), await count({ todo: 'open' }), await count({ todo: 'done' })]).toEqual([1, 0, 0]);
    await client.db.update(contents).set({ openTodos: 1, doneTodos: 1 });
    expect([await count({ todo: 'none' }), await count({ todo: 'open' }), await count({ todo: 'done' })]).toEqual([0, 1, 0]);
    await client.db.update(contents).set({ openTodos: 0 });
    expect([await count({ todo: 'none' }), await count({ todo: 'open' }), await count({ todo: 'done' })]).toEqual([0, 0, 1]);
  });

  test('COL-06 hold by words in title, note or description, indexed or not, and of their owner', async () => {
    const rows = [
      await addNote('ada', 'needle in the note'),
      await addOwn('ada', { title: 'A Needle' }),
      await addOwn('ada', { description: 'needles' }),
    ];
    await addNote('bob', 'needle');
    await addTalk('ada', ['needle']);
    const count = (text: string) => countDefinition(client.db, 'ada', { tags: [], matchType: 'all', rules: { text } });
    expect([await count('needle'), await count('needle note'), await count('?!')]).toEqual([3, 1, 0]);
    await indexStale(client.db, { most: 100 });
    expect([await count('needle'), await count('needle note'), await count('eedl')]).toEqual([3, 1, 3]);
    await client.db
      .update(contents)
      .set(noteColumns('nothing'))
      .where(eq(contents.id, rows[0]?.id ?? ''));
    await indexStale(client.db, { most: 100 });
    expect(await count('needle')).toBe(2);
  });

  test('COL-06 are counted alike few and many, in the order of their age', async () => {
    await addNote('ada', 'N\n\n#a');
    await addNote('ada', 'N\n\n#a #b');
    await addNote('bob', 'N\n\n#a');
    const made = [];
    for (const tags of [['a'], ['b'], ['c'], ['a'], ['b']]) {
      made.push((await createFolder(client.db, 'ada', { ...folder, tags, createdAt: day(9 - made.length) })).id);
      const listed = await listFolders(client.db, 'ada');
      expect(listed.map(({ id }) => id)).toEqual(made.toReversed());
      expect(listed.map(({ count }) => count)).toEqual([2, 1, 0, 2, 1].slice(0, made.length).toReversed());
    }
    expect(await listFolders(client.db, 'bob')).toEqual([]);
  });

  test('COL-06 are made and changed as told, once, by their owner', async () => {
    const made = await createFolder(client.db, 'ada', { ...folder, tags: ['a', 'b', 'a'], rules: { types: ['audio'] } });
    expect(made).toEqual({
      id: made.id,
      name: 'F',
      tags: ['a', 'b'],
      match_type: 'any',
      rules: { types: ['audio'] },
      created_at: made.created_at,
    });
    expect(await createFolder(client.db, 'bob', { ...folder, id: made.id }).catch(codeOf)).toBe('smart_folder_exists');
    const tomorrow = new Date(Date.now() + 86_400_000);
    const restored = await createFolder(client.db, 'ada', { ...folder, id: randomUUID(), createdAt: tomorrow });
    expect(Date.parse(restored.created_at)).toBeLessThanOrEqual(Date.now() + 1000);
    expect(
      await codesOf(
        updateFolder(client.db, 'bob', made.id, folder),
        deleteFolder(client.db, 'bob', made.id),
        deleteFolder(client.db, 'ada', randomUUID()),
      ),
    ).toEqual(['not_found', 'not_found', 'not_found']);
    const changed = await updateFolder(client.db, 'ada', made.id, { ...folder, name: 'G', tags: ['z'], matchType: 'all' });
    expect(changed).toEqual({ ...made, name: 'G', tags: ['z'], match_type: 'all', rules: {} });
    await deleteFolder(client.db, 'ada', made.id);
    expect((await listFolders(client.db, 'ada')).map(({ id }) => id)).toEqual([restored.id]);
  });

  test('COL-06 offer the sites and languages of the library, the most used first, up to a number', async () => {
    for (let n = 0; n < 51; n++)
      await addOwn('ada', {
        sourceUrl: `https://s${String(n).padStart(2, '0')}.example/`,
        language: n < 2 ? 'en-GB' : n === 2 ? '' : null,
      });
    await addOwn('ada', { sourceUrl: 'https://www.s50.example:1/x', language: 'de' });
    await addOwn('bob', { sourceUrl: 'https://other.example/', language: 'fr' });
    const { sites, languages } = await listChoices(client.db, 'ada');
    expect([sites.length, sites[0], sites[1], sites.at(-1)]).toEqual([
      50,
      { site: 's50.example', count: 2 },
      { site: 's00.example', count: 1 },
      { site: 's48.example', count: 1 },
    ]);
    expect(languages).toEqual([
      { language: 'en', count: 2 },
      { language: 'de', count: 1 },
    ]);
  });

  test('COL-06 follow a renamed tag and back, unless they were changed since', async () => {
    const add = async (userId: string, tags: string[]) => (await createFolder(client.db, userId, { ...folder, tags })).id;
    const [one, both, none, theirs, late] = [
      await add('ada', ['Old', 'x']),
      await add('ada', ['new', 'OLD', 'old']),
      await add('ada', ['x']),
      await add('bob', ['old']),
      await add('ada', ['old']),
    ];
    const found = await foldersWithTag(client.db, 'ada', 'oLd');
    expect(found.map(({ folderId }) => folderId).sort()).toEqual([one, both, late].sort());
    await client.db
      .update(smartFolders)
      .set({ tags: ['changed'] })
      .where(eq(smartFolders.id, late));
    const tags = async () => {
      const rows = await client.db.select().from(smartFolders);
      return [one, both, none, theirs, late].map((id) => rows.find((row) => row.id === id)?.tags);
    };
    const renamed = { folders: found, from: 'old', to: 'New' };
    await renameTagOfFolders(client.db, 'bob', renamed);
    expect((await tags())[0]).toEqual(['Old', 'x']);
    await renameTagOfFolders(client.db, 'ada', renamed);
    expect(await tags()).toEqual([['New', 'x'], ['new'], ['x'], ['old'], ['changed']]);
    await client.db
      .update(smartFolders)
      .set({ tags: ['changed'] })
      .where(eq(smartFolders.id, one));
    await restoreTagOfFolders(client.db, 'ada', renamed);
    expect(await tags()).toEqual([['changed'], ['new', 'OLD', 'old'], ['x'], ['old'], ['changed']]);
  });
});

describe('the list to watch later', () => {
  test('LIB-20 is one user’s, the last added first, once each', async () => {
    const [one, two, theirs] = [await addOwn('ada'), await addOwn('ada'), await addOwn('bob')];
    expect([
      await addToList(client.db, 'ada', one.id),
      await addToList(client.db, 'ada', one.id),
      await addToList(client.db, 'ada', two.id),
    ]).toEqual([true, false, true]);
    expect(await addToList(client.db, 'bob', theirs.id)).toBe(true);
    expect(await readList(client.db, 'ada')).toEqual([two.id, one.id]);
    expect(await codesOf(addToList(client.db, 'ada', theirs.id), removeFromList(client.db, 'ada', theirs.id))).toEqual([
      'not_found',
      'not_found',
    ]);
    await client.db.update(watchLater).set({ addedAt: hoursAgo(1) });
    expect(await readList(client.db, 'ada')).toEqual([one.id, two.id].sort());
    expect([await removeFromList(client.db, 'ada', one.id), await removeFromList(client.db, 'ada', one.id)]).toEqual([
      true,
      false,
    ]);
    expect([await readList(client.db, 'ada'), await readList(client.db, 'bob')]).toEqual([[two.id], [theirs.id]]);
  });

  test('LIB-03 what is on a shelf is on one of the same user', async () => {
    const source = await addSource();
    const [mine, theirs] = [await addContent('ada', source.id), await addContent('bob', source.id)];
    const [shelf] = await client.db.insert(collections).values({ userId: 'bob', slug: randomUUID(), name: 'S' }).returning();
    await client.db
      .insert(collectionItems)
      .values({ userId: 'bob', collectionId: shelf?.id ?? '', contentId: theirs.id, position: 1 });
    await mark('bob', theirs.id);
    await client.db.insert(watchLater).values({ userId: 'bob', contentId: theirs.id });
    const idsWith = async (userId: string, filter: object) => (await listVideoIds(services, userId, filter)).ids;
    for (const [filter, ofAda, ofBob] of [
      [{ notInCollection: true }, [mine.id], []],
      [{ highlighted: true }, [], [theirs.id]],
      [{ watchLater: true }, [], [theirs.id]],
    ] as const)
      expect([await idsWith('ada', filter), await idsWith('bob', filter)]).toEqual([ofAda, ofBob]);
  });
});
