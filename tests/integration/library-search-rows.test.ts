/** The search of the library: its index, hits and passages, as stored, statement by statement, among other contents and users. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contents } from '#db/schema/content.ts';
import { librarySearch, libraryStale } from '#db/schema/library-search.ts';
import { transcriptEdits } from '#db/schema/transcript-edits.ts';
import { findPlaces } from '#features/library/server/find-places.ts';
import { createIndexLibrary } from '#features/library/server/index-library.handler.ts';
import { notedPoints } from '#features/library/server/noted-points.ts';
import { indexStale, makeSearchable, linesOf as plainLinesOf } from '#features/library/server/search-index.ts';
import { findQuickly, searchVideos } from '#features/library/server/search-videos.ts';
import { noteColumns } from '#features/notes/server/note-columns.ts';
import type { Services } from '#infra/services.ts';
import { addUser, client, keepAccountRows, servicesWith } from './account-rows.ts';
import { addContent, addExtraction, addOwn, addSource, addTalk, linesOf } from './content-records.ts';

keepAccountRows();

let services: Services;
beforeEach(async () => {
  await client.query('delete from tasks');
  for (const id of ['ada', 'bob']) await addUser(id);
  services = servicesWith();
});

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

async function addNote(userId: string, note: string, values: Partial<typeof contents.$inferInsert> = {}) {
  return addOwn(userId, { ...noteColumns(note), ...values });
}

const idsOf = (rows: readonly { content_id: string }[]) => rows.map(({ content_id }) => content_id);

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

  test('LIB-07 is made by its job, for everybody, until it is told to stop', async () => {
    const [mine, theirs] = [await addNote('ada', 'A note'), await addNote('bob', 'Another')];
    await expect(createIndexLibrary(services).run({}, { signal: AbortSignal.abort() } as never)).rejects.toThrow();
    expect(await client.db.$count(librarySearch)).toBe(0);
    await createIndexLibrary(services).run({}, { signal: new AbortController().signal } as never);
    for (const { id } of [mine, theirs]) expect(await rowsOf(id)).toHaveLength(2);
    expect(await client.db.$count(libraryStale)).toBe(0);
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

  test('are read of the likeliest contents first, up to a limit, and it is told when that was reached', async () => {
    const likeliest = await addTalk('ada', ['The clay oven is warm.'], { updatedAt: day(1) });
    for (let n = 2; n <= 30; n++) await addTalk('ada', [`The oven number ${n} is warm.`], { updatedAt: day(n) });
    await indexStale(client.db, { most: 100 });
    const find = (mostUnits?: number) => {
      const limit = mostUnits === undefined ? {} : { mostUnits };
      return findPlaces(client.db, { userId: 'ada', condition: undefined, question: 'clay oven', most: 40, ...limit });
    };
    const few = await find(1);
    expect([few.complete, few.places.length, few.places[0]?.contentId]).toEqual([false, 25, likeliest.id]);
    const all = await find();
    expect([all.complete, all.places.length, all.places[0]?.contentId]).toEqual([true, 30, likeliest.id]);
    expect((await find(25 * 23)).places).toHaveLength(25);
    expect((await find(25 * 30)).places).toHaveLength(30);
  });

  test('of contents that say the same come in the order of their titles and notes', async () => {
    const said = ['The clay oven keeps its heat for eleven hours.'];
    const titled = await addTalk('ada', said, { title: 'An oven', updatedAt: day(1) });
    const noted = await addTalk('ada', said, { ...noteColumns('- Of an oven'), title: 'B', updatedAt: day(2) });
    const plain = await addTalk('ada', said, { title: 'Pot', updatedAt: day(5) });
    // Inside of a word of the title it counts as in the note.
    const inside = await addTalk('ada', said, { title: 'Potoven', updatedAt: day(4) });
    const both = await addTalk('ada', said, { ...noteColumns('- Of an oven'), title: 'ovens', updatedAt: day(0) });
    await addTalk('bob', said, { title: 'An oven' });
    await indexStale(client.db, { most: 100 });
    const find = async (question: string) =>
      (await findPlaces(client.db, { userId: 'ada', condition: undefined, question, most: 9 })).places.map(
        ({ contentId }) => contentId,
      );
    expect(await find('oven')).toEqual([titled.id, both.id, inside.id, noted.id, plain.id]);
    const han = ['我们昨天去了磨坊买面粉。'];
    const [mill, other] = [
      await addTalk('ada', han, { title: '老磨坊', updatedAt: day(1) }),
      await addTalk('ada', han, { title: '老房子', updatedAt: day(2) }),
    ];
    await indexStale(client.db, { most: 100 });
    expect(await find('磨坊在哪里')).toEqual([mill.id, other.id]);
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
    const marks = ['- ', '* ', '+ ', '  - ', '1. ', '123. ', '9) ', '-\t', '-  '];
    const none = ['-', '1234. ', '1: ', 'a. ', '– ', '- [ ] ', '- [x] ', '- [X] ', '#. ', 'x - ', ''];
    const listed = [...marks, ...none].map((mark, n) => `${mark}P${n} [0:01](#t=${n})`).join('\n');
    const three = await addNote('ada', `${listed}\n- [y] Z [0:01](#t=1)`, { updatedAt: day(4) });
    const [found] = await points({ condition: eq(contents.id, three.id) });
    expect(found?.points.map(({ text }) => text)).toEqual([...marks.map((_, n) => `P${n}`), '[y] Z']);
    expect((await points({ condition: undefined, most: 2 })).map(({ contentId }) => contentId)).toEqual([three.id, two.id]);
    await client.db.delete(contents).where(eq(contents.id, three.id));
    expect((await points({ most: 1 })).map(({ title }) => title)).toEqual(['Two']);
    expect((await points({ condition: eq(contents.id, one.id) })).map(({ title }) => title)).toEqual(['One']);
  });
});
