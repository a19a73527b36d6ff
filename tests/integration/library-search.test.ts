/** What a search of the library finds, in which order, and for whom. */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { contents, extractions, sources } from '#db/schema/content.ts';
import { librarySearch, libraryStale } from '#db/schema/library-search.ts';
import { transcriptEdits } from '#db/schema/transcript-edits.ts';
import type { Extracted } from '#engine/domain.ts';
import { indexStale, lookInIndex } from '#features/library/server/search-index.ts';
import { noteColumns } from '#features/notes/server/index.ts';
import { foldForSearch, termsOf } from '#lib/text/search-grams.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { shareWorld, type World } from './setup.ts';

let world: World;
let database: DatabaseClient;

beforeAll(async () => {
  world = await shareWorld();
  database = createDatabase(world.database, { max: 4, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await world.close();
});

type Person = { client: TestClient; userId: string };
type Written = {
  title?: string;
  note?: string;
  description?: string;
  lines?: string[];
  timed?: boolean;
  day?: number;
  at?: string;
};

async function person(): Promise<Person> {
  const client = world.client();
  await client.rpc.account.ensure.mutate();
  return { client, userId: (await client.rpc.account.me.query()).user?.id ?? '' };
}

/** `day`: when it was changed; later ones are shown before. */
async function write(
  { userId }: Person,
  { title, note, description, lines, timed = true, day = 1, at }: Written,
): Promise<string> {
  const { db } = database;
  const [source] = await db
    .insert(sources)
    .values({ key: `url:https://x.test/${randomUUID()}`, url: 'https://x.test' })
    .returning();
  if (!source) throw new Error('no source');
  const segments = (lines ?? []).map((text, id) => ({ id, startMs: id * 4000, endMs: id * 4000 + 3900, text }));
  const transcript = { timed, language: 'en', provenance: { origin: 'human', track: 'en' }, segments };
  const data = { kind: 'video', title: 'x', transcript: lines ? transcript : null, problem: null } as unknown as Extracted;
  const [extraction] = await db.insert(extractions).values({ sourceId: source.id, data }).returning();
  const [content] = await db
    .insert(contents)
    .values({
      userId,
      sourceId: source.id,
      extractionId: extraction?.id ?? null,
      status: 'completed',
      contentType: 'online',
      title: title ?? 'Untitled',
      description: description ?? null,
      noteLanguage: 'en',
      ...(note === undefined ? {} : noteColumns(note)),
      updatedAt: new Date(at ?? Date.UTC(2026, 0, day)),
    })
    .returning();
  return content?.id ?? '';
}

const search = async ({ client }: Person, keyword: string, more: { inTranscripts?: boolean; limit?: number } = {}) =>
  (await client.rpc.user.searchVideos.query({ keyword, ...more })).searchResults;
const idsOf = (rows: readonly { content_id: string }[]) => rows.map(({ content_id }) => content_id);
const found = async (who: Person, keyword: string, more = {}) => idsOf(await search(who, keyword, more));
/** The text of the hits of a match. */
const shown = ({ snippet, ranges }: { snippet: string; ranges: { start: number; end: number }[] }) =>
  ranges.map(({ start, end }) => snippet.slice(start, end));

describe('LIB-07 a search', () => {
  test('LIB-07 matches title, note and description in any case, and of the own contents only', async () => {
    const [ada, bob] = [await person(), await person()];
    const [titled, noted, described, theirs] = [
      await write(ada, { title: 'The Keeper of the lock', day: 1 }),
      await write(ada, { note: '# Water\n\nWhat the **keeper** wrote.', day: 2 }),
      await write(ada, { description: 'About a KEEPER.', day: 3 }),
      await write(bob, { title: 'keeper', note: 'keeper', description: 'keeper' }),
    ];
    await write(ada, { title: 'Something else', note: 'Nothing of the kind.', day: 4 });
    expect(await found(ada, '  kEEper ')).toEqual([titled, noted, described]);
    expect(await found(bob, 'keeper')).toEqual([theirs]);
    for (const keyword of ['', '   ', '…']) expect(await found(ada, keyword)).toEqual([]);
    const [first, second, third] = await search(ada, 'keeper');
    expect(first?.matches.map((match) => [match.where, match.snippet, shown(match)])).toEqual([
      ['title', 'The Keeper of the lock', ['Keeper']],
    ]);
    // As it is read, without its marks.
    expect(second?.matches.map((match) => [match.where, match.snippet, shown(match), match.startMs])).toEqual([
      ['note', 'Water What the keeper wrote.', ['keeper'], null],
    ]);
    expect(third?.matches.map((match) => [match.where, shown(match)])).toEqual([['description', ['KEEPER']]]);
    expect(Object.keys(second ?? {})).not.toContain('note');
  });

  test('LIB-07 finds own titles that nearly have the words where nothing has them, and says so', async () => {
    const [ada, bob] = [await person(), await person()];
    const [oven, climate] = [
      await write(ada, { title: 'A mechanical oven', note: 'Of bricks.' }),
      await write(ada, { title: '全球气候变化报告' }),
    ];
    await write(bob, { title: 'A mechanical clock' });
    const rows = await search(ada, 'mecanical oven');
    expect(rows.map((row) => [row.content_id, row.near, row.matches.map(shown)])).toEqual([
      [oven, true, [['mechanical', 'oven']]],
    ]);
    expect(await found(ada, '气侯变化')).toEqual([climate]);
    expect((await search(ada, 'mechanical')).map((row) => [row.content_id, row.near])).toEqual([[oven, false]]);
    expect(await found(ada, 'mecanical clock')).toEqual([]);
  });

  test('LIB-07 shows whole words of titles first, then the beginnings of words, and the newest of equals', async () => {
    const ada = await person();
    const [within, beginning, word, first, exact, older, newer, noteWithin, noteBeginning, described] = [
      await write(ada, { title: 'Padlocks', day: 20 }),
      await write(ada, { title: 'Two lockers', day: 19 }),
      await write(ada, { title: 'A lock', day: 18 }),
      await write(ada, { title: 'Locks and gates', day: 17 }),
      await write(ada, { title: 'Lock', day: 16 }),
      await write(ada, { note: 'One lock.', day: 1 }),
      await write(ada, { note: 'Another lock.', day: 15 }),
      await write(ada, { note: 'Some padlocks.', day: 22 }),
      await write(ada, { note: 'Some lockers.', day: 21 }),
      await write(ada, { description: 'A lock.', day: 23 }),
    ];
    const order = [exact, first, word, beginning, within, newer, older, noteBeginning, noteWithin, described];
    // Both begin a word, the newer one first.
    order.splice(2, 2, beginning, word);
    expect(await found(ada, 'lock')).toEqual(order);
    expect(await found(ada, 'lock', { limit: 3 })).toEqual(order.slice(0, 3));
    // Whole words of notes come first, also where newer notes have it inside a word and only some are taken.
    expect(await found(ada, 'lock', { limit: 7 })).toEqual(order.slice(0, 7));
    const { notes } = await ada.client.rpc.library.find.query({ keyword: 'lock', limit: 2 });
    expect(idsOf(notes)).toEqual([newer, older]);
  });

  test('LIB-07 finds Chinese by two characters, in either script', async () => {
    const ada = await person();
    const traditional = await write(ada, { title: '機器學習入門', day: 2 });
    const simplified = await write(ada, { note: '讲的是机器学习。', day: 1 });
    await write(ada, { title: '机会', note: '器官和学生，习惯', day: 3 });
    for (const keyword of ['机器', '機器學習', '器学']) expect(await found(ada, keyword)).toEqual([traditional, simplified]);
    const [row] = await search(ada, '机器');
    expect(row?.matches.flatMap(shown)).toEqual(['機器']);
    // One character alone, in titles first.
    const inNote = await write(ada, { note: '开门见山' });
    expect(await found(ada, '门')).toEqual([traditional, inNote]);
    const [, written] = await search(ada, '门');
    expect(written?.matches.flatMap(shown)).toEqual(['门']);
    const boat = await write(ada, { note: 'A boat 🚤 here' });
    expect(await found(ada, '🚤')).toEqual([boat]);
  });

  test('LIB-07 needs every word, wherever each is', async () => {
    const ada = await person();
    const both = await write(ada, { title: 'Rivers', note: 'In winter they freeze.' });
    await write(ada, { title: 'Rivers' });
    await write(ada, { note: 'In winter.' });
    expect(await found(ada, 'winter rivers')).toEqual([both]);
    const cpp = await write(ada, { note: 'Written in C++, with care' });
    await write(ada, { note: 'Vitamin C and plan C' });
    expect(await found(ada, 'c++')).toEqual([cpp]);
  });

  test('LIB-07 takes the filters of the lists and limits what it gives', async () => {
    const ada = await person();
    await write(ada, { title: 'A lock' });
    const loved = await write(ada, { title: 'A lock too', note: '#favorited' });
    const { searchResults } = await ada.client.rpc.user.searchVideos.query({ keyword: 'lock', favorited: true });
    expect(idsOf(searchResults)).toEqual([loved]);
    const cutAt = async (limit: number) => (await ada.client.rpc.user.searchVideos.query({ keyword: 'lock', limit })).cut;
    expect(await found(ada, 'lock', { limit: 1 })).toHaveLength(1);
    expect([await cutAt(1), await cutAt(2)]).toEqual([true, false]);
    const missing = ada.client.rpc.user.searchVideos.query({ keyword: 'lock', smartFolder: randomUUID() });
    expect(codeOf(await missing.catch((error: unknown) => error))).toBe('not_found');
    for (const bad of [{ keyword: 'a', limit: 1001 }, { keyword: 'a'.repeat(201) }])
      await expect(ada.client.rpc.user.searchVideos.query(bad)).rejects.toThrow();
  });

  test('LIB-07 looks into transcripts where it is told to, and says when', async () => {
    const [ada, bob] = [await person(), await person()];
    const lines = ['The gate opens.', 'Then the sluice is lifted.', 'The water falls.'];
    const spoken = await write(ada, { title: 'A recording', lines });
    await write(bob, { title: 'Their recording', lines });
    const noted = await write(ada, { note: 'About a sluice.' });
    expect(await found(ada, 'sluice')).toEqual([noted]);
    const rows = await search(ada, 'sluice', { inTranscripts: true });
    expect(idsOf(rows)).toEqual([noted, spoken]);
    expect(rows[1]?.matches).toMatchObject([{ where: 'transcript', startMs: 4000 }]);
    expect(rows[1]?.matches.flatMap(shown)).toEqual(['sluice']);
  });
});

describe('LIB-07 what is found', () => {
  test('LIB-07 leads to the second or the paragraph that its line of the note cites, and of a text to its paragraph', async () => {
    const ada = await person();
    const note = [
      '# Sluices',
      '- One sluice. [0:05](#t=5.5) [0:09](#t=9)',
      '- The weir, [p3](#p3)',
      '- A lock without a place, [as told](https://x.test/#t=7)',
    ];
    const noted = await write(ada, { note: note.join('\n\n'), lines: ['a harbour'], timed: false });
    const places = async (keyword: string) =>
      (await search(ada, keyword, { inTranscripts: true })).map(({ content_id, matches: [match] }) => [
        content_id,
        match?.where,
        match?.startMs,
        match?.paragraph,
      ]);
    expect(await places('one sluice')).toEqual([[noted, 'note', 5500, null]]);
    expect(await places('weir')).toEqual([[noted, 'note', null, 3]]);
    expect(await places('without')).toEqual([[noted, 'note', null, null]]);
    expect(await places('harbour')).toEqual([[noted, 'transcript', null, 0]]);
  });

  test('LIB-07 carries no description and no beginning of a note beside what was found in it', async () => {
    const ada = await person();
    const words = 'The keeper writes. '.repeat(20);
    const [titled, noted] = [
      await write(ada, { title: 'A gate', note: words, description: words, day: 2 }),
      await write(ada, { title: 'Another', note: `A gate. ${words}`, description: words, day: 1 }),
    ];
    const rows = await search(ada, 'gate');
    expect(idsOf(rows)).toEqual([titled, noted]);
    expect(rows.map(({ description }) => description)).toEqual([null, null]);
    expect(rows[0]?.excerpt).toHaveLength(161);
    expect(rows[1]?.excerpt).toBeNull();
  });
});

describe('LIB-07 what is searched', () => {
  test('LIB-07 is what was saved last', async () => {
    const ada = await person();
    const id = await write(ada, { title: 'Old name', note: 'about rivers', lines: ['spoken'] });
    expect(await found(ada, 'rivers')).toEqual([id]);
    await database.db.update(contents).set(noteColumns('about harbours')).where(eq(contents.id, id));
    expect([await found(ada, 'rivers'), await found(ada, 'harbours')]).toEqual([[], [id]]);
    await database.db.update(contents).set({ title: 'New name' }).where(eq(contents.id, id));
    expect([await found(ada, 'old'), await found(ada, 'new')]).toEqual([[], [id]]);
    await database.db.update(contents).set({ description: 'a lighthouse' }).where(eq(contents.id, id));
    expect(await found(ada, 'lighthouse')).toEqual([id]);
    const heard = (keyword: string) => found(ada, keyword, { inTranscripts: true });
    const edit = { type: 'text', line: 0, startMs: 0, was: 'spoken', text: 'corrected' };
    const [row] = await database.db.insert(transcriptEdits).values({ userId: ada.userId, contentId: id, edit }).returning();
    expect([await heard('spoken'), await heard('corrected')]).toEqual([[], [id]]);
    await database.db.delete(transcriptEdits).where(eq(transcriptEdits.id, row?.id ?? 0));
    expect([await heard('spoken'), await heard('corrected')]).toEqual([[id], []]);
    expect(await found(ada, 'lighthouse')).toEqual([id]);
    await database.db.delete(contents).where(eq(contents.id, id));
    expect(await found(ada, 'lighthouse')).toEqual([]);
  });

  test('LIB-07 is made by a job where it is much, and until then an answer says that it is not complete', async () => {
    const ada = await person();
    await database.query(
      `insert into sources (id, key) select md5($1 || n)::uuid, 'seed:' || $1 || n from generate_series(1, 260) n`,
      [ada.userId],
    );
    await database.query(
      `insert into contents (user_id, source_id, content_type, title, note_language)
       select $1, md5($1 || n)::uuid, 'online', 'Lock ' || n, 'en' from generate_series(1, 260) n`,
      [ada.userId],
    );
    const first = await ada.client.rpc.user.searchVideos.query({ keyword: 'lock' });
    expect([first.searchResults.length, first.complete]).toEqual([50, false]);
    for (const [made, complete] of [
      [100, false],
      [150, false],
      [200, false],
      [250, false],
      [260, true],
    ]) {
      const next = await ada.client.rpc.user.searchVideos.query({ keyword: 'lock' });
      expect([next.searchResults.length, next.complete]).toEqual([made, complete]);
    }
  });

  test('LIB-07 leaves alone what somebody is writing, and another user’s', async () => {
    const [ada, bob] = [await person(), await person()];
    const [writing, done, theirs] = [
      await write(ada, { title: 'One' }),
      await write(ada, { title: 'Two' }),
      await write(bob, {}),
    ];
    const marked = async () =>
      (await database.db.select().from(libraryStale).where(sql`content_id in (${writing}, ${done}, ${theirs})`)).map(
        ({ contentId }) => contentId,
      );
    await database.db.transaction(async (tx) => {
      await tx.update(contents).set({ title: 'Three' }).where(eq(contents.id, writing));
      await indexStale(database.db, { userId: ada.userId, most: 100 });
      expect((await marked()).sort()).toEqual([writing, theirs].sort());
    });
    expect(await found(ada, 'three')).toEqual([writing]);
    await indexStale(database.db, { most: 10_000 });
    expect(await marked()).toEqual([]);
  });

  test('LIB-07 says complete only of what it found when nothing waited for the index', async () => {
    const ada = await person();
    const id = await write(ada, { title: 'One' });
    const single = createDatabase(world.database, { max: 1, applicationName: 'test' });
    // Somebody else indexes it while it is looked for, and whatever else is asked waits for the one connection.
    const look = () =>
      single.db.transaction(async (tx) => {
        const rows = await tx
          .select({ id: librarySearch.contentId })
          .from(librarySearch)
          .where(and(eq(librarySearch.userId, ada.userId), eq(librarySearch.part, 'note')));
        await indexStale(database.db, { userId: ada.userId, most: 100 });
        return rows;
      });
    expect(await lookInIndex(single.db, ada.userId, () => look)).toEqual({ found: [{ id }], complete: true });
    await single.close();
  });

  test('LIB-07 holds one row for each content and one for its words', async () => {
    const ada = await person();
    const id = await write(ada, { title: 'One', lines: ['said'] });
    for (const title of ['Two', 'Three']) {
      await database.db.update(contents).set({ title }).where(eq(contents.id, id));
      await indexStale(database.db, { userId: ada.userId, most: 100 });
    }
    const rows = await database.db
      .select({ part: librarySearch.part, title: librarySearch.title })
      .from(librarySearch)
      .where(eq(librarySearch.contentId, id))
      .orderBy(librarySearch.part);
    expect(rows).toEqual([
      { part: 'note', title: 'three' },
      { part: 'transcript', title: '' },
    ]);
  });
});

describe('LIB-07 compared with reading everything', () => {
  const words = [
    '机器',
    '學習',
    '学习',
    '着陆',
    'Lock',
    'locks',
    'padlock',
    'WiFi',
    'É',
    'x',
    '7',
    '2026',
    '戶外',
    '𠮷野',
    '，',
    '\n',
    '- ',
    '#',
  ];

  test('LIB-07 whatever is in a text is found, and nothing else', async () => {
    const [ada, bob] = [await person(), await person()];
    let state = 11;
    const next = (most: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 2 ** 32) * most);
    };
    const text = (most: number) =>
      Array.from({ length: next(most) }, () => words[next(words.length)] + (next(2) ? ' ' : '')).join('');
    const written: { id: string; text: string }[] = [];
    for (let n = 0; n < 40; n++) {
      const one = { title: text(3) || 'Untitled', note: text(12), description: text(3) };
      await write(bob, one);
      const all = [one.title, one.note, one.description].map((part) => foldForSearch(part.normalize('NFC'))).join('\n');
      written.push({ id: await write(ada, one), text: all });
    }
    for (const keyword of [
      '机器',
      '学习',
      'lock',
      'ock',
      'wifi',
      'wi',
      '2026',
      '026',
      '户外',
      '𠮷野',
      '机器学习',
      '习机',
      'lock 机器',
      'kx',
      'ks wifi',
    ]) {
      const expected = written.filter((one) => termsOf(keyword).every((term) => one.text.includes(term))).map(({ id }) => id);
      expect((await found(ada, keyword)).sort(), keyword).toEqual(expected.sort());
    }
  });
});

test('LIB-07 a quick search groups what it finds, each content once', async () => {
  const [ada, bob] = [await person(), await person()];
  const both = await write(ada, { title: 'A sluice', note: 'The sluice.', lines: ['sluice'], day: 5 });
  const noted = await write(ada, { note: 'About the sluice.', day: 4 });
  const said = await write(ada, { lines: ['nothing', 'a sluice'], day: 3 });
  await write(bob, { title: 'Their sluice', note: 'sluice', lines: ['sluice'] });
  const { titles, notes, transcripts, complete } = await ada.client.rpc.library.find.query({ keyword: 'sluice' });
  expect([titles, notes, transcripts].map(idsOf)).toEqual([[both], [noted], [said]]);
  expect([...titles, ...notes, ...transcripts].map(({ match }) => [match.where, match.startMs])).toEqual([
    ['title', null],
    ['note', null],
    ['transcript', 4000],
  ]);
  expect(complete).toBe(true);
  const nothing = { titles: [], notes: [], transcripts: [] };
  expect(await ada.client.rpc.library.find.query({ keyword: ' ' })).toMatchObject(nothing);
  await expect(ada.client.rpc.library.find.query({ keyword: 'a', limit: 21 })).rejects.toThrow();
});

describe('figures of notes', () => {
  test('LIB-04 tags are counted, the most used first', async () => {
    const [ada, bob] = [await person(), await person()];
    for (const [who, tags] of [
      [ada, ['river', 'winter']],
      [ada, ['river']],
      [bob, ['river', 'sea']],
    ] as const) {
      await write(who, { note: tags.map((tag) => `#${tag}`).join(' ') });
    }
    expect(await ada.client.rpc.user.tags.query()).toEqual({
      tags: [
        { tag: 'river', count: 2 },
        { tag: 'winter', count: 1 },
      ],
    });
    expect((await bob.client.rpc.user.tags.query()).tags).toHaveLength(2);
  });

  test('LIB-14 notes are counted by the day they were changed on, where the user is', async () => {
    const [ada, bob] = [await person(), await person()];
    for (const at of [
      '2025-12-31T15:59:59Z',
      '2025-12-31T16:00:00Z',
      '2026-01-01T15:59:00Z',
      '2026-12-31T15:59:59Z',
      '2026-12-31T16:00:00Z',
    ])
      await write(ada, { note: 'x', at });
    await write(ada, { at: '2026-03-01T00:00:00Z' });
    await write(bob, { note: 'x', at: '2026-03-01T00:00:00Z' });
    const days = async (zone: string, from = '2026-01-01') => (await ada.client.rpc.user.noteDays.query({ from, zone })).days;
    expect(await days('Asia/Shanghai')).toEqual([
      { day: '2026-01-01', count: 2 },
      { day: '2026-12-31', count: 1 },
    ]);
    expect(await days('UTC')).toEqual([
      { day: '2026-01-01', count: 1 },
      { day: '2026-12-31', count: 2 },
    ]);
    const leap = await ada.client.rpc.user.noteDays.query({ from: '2025-12-31', to: '2026-01-01', zone: 'UTC' });
    expect(leap.days).toEqual([
      { day: '2025-12-31', count: 2 },
      { day: '2026-01-01', count: 1 },
    ]);
    for (const zone of ['Nowhere/Town', '+08:00', "UTC'; --", '']) await expect(days(zone)).rejects.toThrow();
    await expect(days('UTC', '2026-02-30')).rejects.toThrow();
  });
});
