/** What lists and searches of the library give, to the letter, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { contents } from '#db/schema/content.ts';
import { userContentHighlights } from '#db/schema/highlights.ts';
import { librarySearch, libraryStale } from '#db/schema/library-search.ts';
import { smartFolders } from '#db/schema/smart-folders.ts';
import { transcriptEdits } from '#db/schema/transcript-edits.ts';
import { watchLater } from '#db/schema/watch-later.ts';
import { contentRowsOf } from '#features/library/server/content-rows.ts';
import { findPlaces } from '#features/library/server/find-places.ts';
import { countNoteDays, listTags } from '#features/library/server/note-figures.ts';
import { notedPoints } from '#features/library/server/noted-points.ts';
import { indexStale, makeSearchable, linesOf as plainLinesOf } from '#features/library/server/search-index.ts';
import { findQuickly, searchVideos } from '#features/library/server/search-videos.ts';
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
import { addUser, client, codeOf, keepAccountRows, servicesWith } from './account-rows.ts';
import { addContent, addExtraction, addOwn, addRun, addSource, codesOf, linesOf } from './content-records.ts';

keepAccountRows();

let services: Services;
beforeEach(async () => {
  await client.query('delete from tasks');
  for (const id of ['ada', 'bob']) await addUser(id);
  services = servicesWith();
});

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

async function mark(userId: string, contentId: string, values: Partial<typeof userContentHighlights.$inferInsert> = {}) {
  await client.db.insert(userContentHighlights).values({
    ...{ id: randomUUID(), userId, contentId, highlightText: 'w', scope: 'article', sectionId: '#p1', contentKey: 'article' },
    ...{ comment: '', colour: 'yellow', anchors: {}, ...values },
  });
}

async function addNote(userId: string, note: string, values: Partial<typeof contents.$inferInsert> = {}) {
  return addOwn(userId, { ...noteColumns(note), ...values });
}

async function addTalk(
  userId: string,
  texts: readonly string[],
  values: Partial<typeof contents.$inferInsert> = {},
  timed = true,
) {
  const source = await addSource();
  const extractionId = await addExtraction(source.id, { transcript: linesOf(texts, timed) });
  return addContent(userId, source.id, { extractionId, ...values });
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

describe('the index', () => {
  const rowsOf = (contentId: string) =>
    client.db.select().from(librarySearch).where(eq(librarySearch.contentId, contentId)).orderBy(librarySearch.part);

  test('LIB-07 holds what a note says, line by line, with the places that it cites', async () => {
    expect(plainLinesOf('# A **b** [0:05](#t=5.5)\n\n \n- c [x](https://x.example/#t=9) [p2](#p2) [0:01](#t=1)\nd')).toEqual([
      { text: 'A b', place: 5500 },
      { text: 'c x', place: -3 },
      { text: 'd', place: null },
    ]);
    const { id } = await addNote('ada', '# A [0:05](#t=5)\n\n- c', { title: 'Title  HERE', description: ' Some\nWords ' });
    expect(await indexStale(client.db, { userId: 'ada', most: 10 })).toBe(1);
    expect(await rowsOf(id)).toMatchObject([
      {
        part: 'note',
        title: 'title here',
        plain: 'A\nc',
        starts: [5000, null],
        description: 'some words',
      },
      { part: 'transcript', plain: '', starts: [], version: expect.any(String) },
    ]);
  });

  test('LIB-07 holds what is said, with who says it where that changes, and where it begins', async () => {
    const source = await addSource();
    const transcript = linesOf(['One', 'two  three', 'four', 'five']);
    transcript.segments = transcript.segments.map((line, at) => ({
      ...line,
      startMs: at === 3 ? null : (line.startMs ?? 0) + 0.6,
      ...(at === 0 ? {} : { speaker: at === 3 ? 'Bob' : 'Ada' }),
    }));
    const talk = await addContent('ada', source.id, { extractionId: await addExtraction(source.id, { transcript }) });
    const text = await addTalk('ada', ['A', 'B'], {}, false);
    const silent = await addOwn('ada', { extractionId: await addExtraction(source.id) });
    await indexStale(client.db, { userId: 'ada', most: 10 });
    expect((await rowsOf(talk.id))[1]).toMatchObject({
      part: 'transcript',
      plain: 'One\nAda: two three\nfour\nBob: five',
      starts: [1, 10_001, 20_001, 0],
    });
    expect((await rowsOf(text.id))[1]).toMatchObject({ plain: 'A\nB', starts: [-1, -2] });
    expect((await rowsOf(silent.id)).map(({ part, plain }) => [part, plain])).toEqual([
      ['note', ''],
      ['transcript', ''],
    ]);
    const [, before] = await rowsOf(talk.id);
    await client.db.update(contents).set({ title: 'Renamed' }).where(eq(contents.id, talk.id));
    await client.query(`update library_search set plain = 'kept' where content_id = $1 and part = 'transcript'`, [talk.id]);
    await indexStale(client.db, { userId: 'ada', most: 10 });
    expect(await rowsOf(talk.id)).toMatchObject([{ title: 'renamed' }, { ...before, plain: 'kept' }]);
    const edit = { type: 'text', line: 2, startMs: 20_000.6, was: 'four', text: 'FOUR' };
    await client.db.insert(transcriptEdits).values({ userId: 'ada', contentId: talk.id, edit });
    await indexStale(client.db, { userId: 'ada', most: 10 });
    expect((await rowsOf(talk.id))[1]?.plain).toContain('FOUR');
    await client.db.delete(contents).where(eq(contents.id, silent.id));
  });

  test('LIB-07 is made for one user or all, up to a number, and stops when it is told to', async () => {
    for (let n = 0; n < 3; n++) await addOwn('ada');
    await addOwn('bob');
    const left = async (userId: string) => client.db.$count(libraryStale, eq(libraryStale.userId, userId));
    expect(await indexStale(client.db, { userId: 'ada', most: 2 })).toBe(2);
    expect([await left('ada'), await left('bob')]).toEqual([1, 1]);
    expect(await makeSearchable(client.db, 'ada')).toBe(true);
    expect([await left('ada'), await left('bob'), await client.db.$count(librarySearch, eq(librarySearch.part, 'note'))]).toEqual(
      [0, 1, 3],
    );
    await expect(indexStale(client.db, { most: 9, signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop');
    expect(await indexStale(client.db, { most: 9 })).toBe(1);
    expect([await left('bob'), await indexStale(client.db, { most: 9 })]).toEqual([0, 0]);
  });
});

describe('a search', () => {
  const search = async (keyword: string, more: Partial<Parameters<typeof searchVideos>[2]> = {}, userId = 'ada') => {
    await indexStale(client.db, { most: 1000 });
    return searchVideos(services, userId, { keyword, limit: 100, inTranscripts: false, ...more });
  };
  const cutOf = async (note: string) => {
    const { id } = await addNote('ada', note);
    const { searchResults } = await search('needle');
    const match = searchResults.find((row) => row.content_id === id)?.matches[0];
    await client.db.delete(contents).where(eq(contents.id, id));
    return match ? [match.snippet.startsWith('…'), match.snippet.endsWith('…'), match.snippet.replaceAll('…', '').length] : null;
  };

  test('LIB-07 shows the words around the place, and whether there is more before and after', async () => {
    const x = (count: number) => 'x'.repeat(count);
    expect(await cutOf(`${x(39)} needle ${x(112)}`)).toEqual([false, false, 159]);
    expect(await cutOf(`${x(39)} needle ${x(113)}`)).toEqual([false, false, 160]);
    expect(await cutOf(`${x(39)} needle ${x(114)}`)).toEqual([false, true, 160]);
    expect(await cutOf(`${x(40)} needle`)).toEqual([true, false, 46]);
    expect(await cutOf(`${x(300)} needle ${x(300)}`)).toEqual([true, true, 160]);
  });

  test('LIB-07 cuts long titles and descriptions around the place', async () => {
    const words = 'word '.repeat(60);
    const matchOf = async (values: object) => {
      const { id } = await addOwn('ada', values);
      const { searchResults } = await search('needle');
      const [match] = searchResults.find((row) => row.content_id === id)?.matches ?? [];
      await client.db.delete(contents).where(eq(contents.id, id));
      return [match?.where, match?.snippet.slice(0, 4), match?.snippet.slice(-3), match?.snippet.length, match?.ranges.length];
    };
    expect(await matchOf({ title: `needle ${'x'.repeat(193)}` })).toEqual(['title', 'need', 'xxx', 200, 1]);
    expect(await matchOf({ title: `needle ${'x'.repeat(194)}` })).toEqual(['title', 'need', 'xx…', 201, 1]);
    expect(await matchOf({ title: `${words}needle` })).toEqual(['title', '…wor', 'dle', 47, 1]);
    expect(await matchOf({ description: `${words}needle ${words}` })).toEqual([
      'description',
      '…wor',
      expect.stringMatching(/…$/),
      202,
      1,
    ]);
  });

  test('LIB-07 says less of a row whose match is shown', async () => {
    const long = 'Words of a note. '.repeat(20);
    const [titled, noted, untitled] = [
      await addNote('ada', long, { title: 'A needle', description: 'D', updatedAt: day(3) }),
      await addNote('ada', `needle ${long}`, { title: 'Other', description: 'needle too', updatedAt: day(2) }),
      await addNote('ada', `needle ${long}`, { title: ' ', updatedAt: day(1) }),
    ];
    const { searchResults: rows, cut, complete } = await search('needle');
    expect(idsOf(rows)).toEqual([titled, noted, untitled].map(({ id }) => id));
    expect(rows.map((row) => [row.description, row.excerpt?.length ?? null, row.near])).toEqual([
      [null, 161, false],
      [null, null, false],
      [null, 160, false],
    ]);
    expect(rows.map(({ matches }) => matches.map(({ where }) => where))).toEqual([['title'], ['note', 'description'], ['note']]);
    expect([cut, complete]).toEqual([false, true]);
    expect((await search('needle', { limit: 2 })).cut).toBe(true);
    expect((await search('needle', { limit: 3 })).cut).toBe(false);
    expect(idsOf((await search('needle', { sort: 'updated-asc' })).searchResults)).toEqual(
      [untitled, noted, titled].map(({ id }) => id),
    );
    expect((await search('needle', {}, 'bob')).searchResults).toEqual([]);
  });

  test('LIB-07 puts texts with the whole words first, then beginnings, then parts, then the words apart', async () => {
    const notes = ['pure golden rulez', 'pure gold rules', 'gold is what rules', 'old golds rule'];
    const ids: string[] = [];
    for (const [n, note] of notes.entries()) ids.push((await addNote('ada', note, { updatedAt: day(n + 1) })).id);
    expect(idsOf((await search('gold rule')).searchResults)).toEqual([ids[1], ids[3], ids[2], ids[0]]);
    await client.query('delete from contents');
    const [inside, whole, begins, apart] = [
      await addNote('ada', 'a marigold ruler', { updatedAt: day(9) }),
      await addNote('ada', 'a gold rule', { updatedAt: day(1) }),
      await addNote('ada', 'a gold ruler', { updatedAt: day(2) }),
      await addNote('ada', 'a rule of gold', { updatedAt: day(8) }),
    ];
    expect(idsOf((await search('gold rule')).searchResults)).toEqual([whole, begins, inside, apart].map(({ id }) => id));
  });

  test('LIB-07 of transcripts comes last, by its line, and is cut like the rest', async () => {
    const [said, noted, both] = [
      await addTalk('ada', ['nothing', 'a needle'], { updatedAt: day(9) }),
      await addNote('ada', 'a needle', { updatedAt: day(1) }),
      await addTalk('ada', ['needle'], { updatedAt: day(2), title: 'needle' }),
    ];
    const text = await addTalk('ada', ['x', 'needle'], { updatedAt: day(8) }, false);
    await addTalk('bob', ['needle']);
    const { searchResults: rows, cut } = await search('needle', { inTranscripts: true });
    expect(idsOf(rows)).toEqual([both, noted, said, text].map(({ id }) => id));
    expect(rows.map(({ matches }) => matches.map(({ where, startMs, paragraph }) => [where, startMs, paragraph]))).toEqual([
      [
        ['title', null, null],
        ['transcript', 0, null],
      ],
      [['note', null, null]],
      [['transcript', 10_000, null]],
      [['transcript', null, 1]],
    ]);
    expect(cut).toBe(false);
    expect((await search('needle', { inTranscripts: true, limit: 2 })).cut).toBe(true);
    expect((await search('needle', { inTranscripts: true, limit: 4 })).cut).toBe(false);
    expect(idsOf((await search('needle', { inTranscripts: true, type: 'audio' })).searchResults)).toEqual([]);
  });

  test('LIB-07 of a single character looks into notes, newest first, and takes the filters', async () => {
    const [old, young, titled] = [
      await addNote('ada', '开门见山', { updatedAt: day(1) }),
      await addNote('ada', '大门', { updatedAt: day(2), contentType: 'audio' }),
      await addOwn('ada', { title: '门', updatedAt: day(1) }),
    ];
    await addNote('bob', '门');
    const { searchResults } = await search('门');
    expect(idsOf(searchResults)).toEqual([titled, young, old].map(({ id }) => id));
    expect(searchResults.map(({ matches }) => matches.map(({ where, snippet }) => [where, snippet]))).toEqual([
      [['title', '门']],
      [['note', '大门']],
      [['note', '开门见山']],
    ]);
    expect(idsOf((await search('门', { type: 'audio' })).searchResults)).toEqual([young.id]);
    expect(idsOf((await search('门', { limit: 2 })).searchResults)).toHaveLength(2);
    expect(idsOf((await search('门 山')).searchResults)).toEqual([old.id]);
  });

  test('LIB-07 finds titles that nearly have the words, the nearest first, and of these the newest', async () => {
    const [one, two, newer] = [
      await addOwn('ada', { title: 'Mechanical oven', updatedAt: day(1) }),
      await addOwn('ada', { title: 'Mechnical ovens', updatedAt: day(9) }),
      await addOwn('ada', { title: 'The mechanical oven', updatedAt: day(2) }),
    ];
    await addOwn('bob', { title: 'Mechanical oven' });
    const { searchResults } = await search('mechanicla oven');
    expect(searchResults[0]).toMatchObject({ near: true, excerpt: null, description: null });
    expect(idsOf(searchResults).slice(0, 2)).toEqual([newer.id, one.id]);
    expect(idsOf(searchResults)).toContain(two.id);
    expect(searchResults.every(({ near, matches }) => near && matches[0]?.where === 'title')).toBe(true);
    expect((await search('mechanicla oven', { limit: 1 })).searchResults).toHaveLength(1);
    expect((await search('mechanicla oven', { type: 'audio' })).searchResults).toEqual([]);
  });

  test('LIB-07 under the field groups what it finds, each content in its best group', async () => {
    const quick = async (keyword: string, limit = 5) => {
      await indexStale(client.db, { most: 1000 });
      return findQuickly(services, 'ada', { keyword, limit });
    };
    const [titled, noted, described, said] = [
      await addTalk('ada', ['needle'], {
        title: 'A needle',
        ...noteColumns('A needle.'),
        updatedAt: day(9),
        coverBlob: 'covers/a.jpg',
      }),
      await addNote('ada', 'The needle. [0:07](#t=7)', { updatedAt: day(1) }),
      await addOwn('ada', { description: 'One needle', updatedAt: day(8) }),
      await addTalk('ada', ['x', 'needle'], { title: 'Talk', updatedAt: day(2), contentType: 'audio' }),
    ];
    const inside = await addNote('ada', 'needlework', { updatedAt: day(7) });
    const found = await quick('needle');
    expect([found.titles, found.notes, found.transcripts].map(idsOf)).toEqual([
      [titled.id],
      [noted.id, inside.id, described.id],
      [said.id],
    ]);
    expect(found.titles[0]).toEqual({
      ...{
        content_id: titled.id,
        title: 'A needle',
        content_type: 'online',
        cover_url: `/api/contents/${titled.id}/cover?v=covers%2Fa.jpg`,
      },
      updated_at: day(9).toISOString(),
      match: { where: 'title', snippet: 'A needle', ranges: [{ start: 2, end: 8 }], startMs: null, paragraph: null },
    });
    expect(found.notes.map(({ match }) => [match.where, match.startMs])).toEqual([
      ['note', 7000],
      ['note', null],
      ['description', null],
    ]);
    expect(found.transcripts[0]).toMatchObject({
      title: 'Talk',
      content_type: 'audio',
      cover_url: null,
      match: { where: 'transcript', startMs: 10_000 },
    });
    const one = await quick('needle', 1);
    expect([one.titles, one.notes, one.transcripts].map(({ length }) => length)).toEqual([1, 1, 1]);
    expect(await quick(' ')).toEqual({ titles: [], notes: [], transcripts: [], complete: true });
  });
});

describe('passages', () => {
  test('are found in what one user has, best first, with their lines', async () => {
    const fill = (about: string) =>
      Array.from({ length: 6 }, (_, n) => `Filler ${about} number ${n} goes on and on about nothing much.`);
    const oven = await addTalk('ada', [...fill('a'), 'The clay oven keeps its heat for eleven hours.', ...fill('b')]);
    const text = await addTalk('ada', ['A clay pot is not an oven.'], {}, false);
    await addTalk('bob', ['The clay oven keeps its heat for eleven hours.']);
    const noted = await addNote('ada', 'clay oven heat');
    await indexStale(client.db, { most: 100 });
    const find = (question: string, more: Partial<Parameters<typeof findPlaces>[1]> = {}) =>
      findPlaces(client.db, { userId: 'ada', condition: undefined, question, most: 5, ...more });
    const { places, complete } = await find('How long does the clay oven keep its heat?');
    expect([complete, places[0]?.contentId]).toEqual([true, oven.id]);
    expect(places[0]).toMatchObject({ first: 6, startMs: 60_000 });
    expect(places[0]?.text).toContain('eleven hours');
    expect((places[0]?.lines.first ?? 9) <= 6 && (places[0]?.lines.last ?? 0) >= 6).toBe(true);
    const ofText = places.find(({ contentId }) => contentId === text.id);
    expect(ofText).toMatchObject({ first: 0, startMs: null, lines: { first: 0, last: 0 } });
    expect(places.some(({ contentId }) => contentId === noted.id)).toBe(false);
    expect((await find('clay oven', { most: 1 })).places).toHaveLength(1);
    expect((await find('clay oven', { condition: eq(contents.id, text.id) })).places.map(({ contentId }) => contentId)).toEqual([
      text.id,
    ]);
    expect((await find('And?', { before: ['Where is the clay pot?'] })).places[0]?.contentId).toBe(text.id);
    expect(await find('xylophone')).toEqual({ places: [], complete: true });
    expect(await find('?')).toEqual({ places: [], complete: true });
  });

  test('points of notes are those of lists that cite a place, the newest notes first', async () => {
    const note =
      '# Head [0:01](#t=1)\n\n- One [0:02](#t=2)\n- Two\n1. Three [p4](#p4)\n- [ ] Task [0:03](#t=3)\n  * Four [0:04](#t=4) [0:05](#t=5)\nText [0:06](#t=6)';
    const one = await addNote('ada', note, { title: 'One', author: 'Ada', updatedAt: day(1) });
    const two = await addNote('ada', 'No list', { title: 'Two', updatedAt: day(2) });
    await addOwn('ada', { updatedAt: day(3) });
    await addNote('bob', note);
    const points = (more: Partial<Parameters<typeof notedPoints>[1]> = {}) =>
      notedPoints(client.db, { userId: 'ada', condition: undefined, most: 9, ...more });
    expect(await points()).toEqual([
      { contentId: two.id, title: 'Two', author: null, points: [] },
      {
        ...{ contentId: one.id, title: 'One', author: 'Ada' },
        points: [
          { text: 'One', place: 2000 },
          { text: 'Three', place: -5 },
          { text: 'Four', place: 4000 },
        ],
      },
    ]);
    expect((await points({ most: 1 })).map(({ title }) => title)).toEqual(['Two']);
    expect((await points({ condition: eq(contents.id, one.id) })).map(({ title }) => title)).toEqual(['One']);
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
