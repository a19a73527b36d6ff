/** The whole library by each of its columns, page after page. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { readSort, type Sort, sorts } from '#features/library/shared/sorts.ts';
import { seedLibrary } from '../harness/database/seed-library.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { shareWorld, type World } from './setup.ts';

const contents = 24;
let world: World;
let database: DatabaseClient;
let ada: TestClient;
let adaId: string;
let ids: string[];

beforeAll(async () => {
  world = await shareWorld();
  database = createDatabase(world.database, { max: 2, applicationName: 'test' });
  ada = world.client();
  const bob = world.client();
  const ensured = await Promise.all([ada, bob].map((client) => client.rpc.account.ensure.mutate()));
  const [first = '', second = ''] = ensured.map(({ user }) => user.id);
  adaId = first;
  await seedLibrary(database.db, { contents: { [first]: contents, [second]: 9 }, others: 0, noteSentences: 1, lines: 2 });
  const rows = await database.query<{ id: string }>('select id from contents where user_id = $1 order by id', [adaId]);
  ids = rows.map(({ id }) => id);
});
afterAll(async () => {
  await database.close();
  await world.close();
});

type Row = { title: string; note: string | null; updated: number; created: number; highlights: number };

async function store(rows: readonly Row[]): Promise<void> {
  await database.query(
    `update contents set title = said.title, note = null, note_excerpt = said.note,
       updated_at = '2026-01-01'::timestamptz + said.updated * interval '1 microsecond',
       created_at = '2026-01-01'::timestamptz + said.created * interval '1 microsecond'
     from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::int[]) said (id, title, note, updated, created)
     where contents.id = said.id`,
    [
      ids,
      rows.map((row) => row.title),
      rows.map((row) => row.note),
      rows.map((row) => row.updated),
      rows.map((row) => row.created),
    ],
  );
  const marked = ids.filter((_id, at) => rows[at]?.highlights === 1);
  await database.query(
    `update user_content_highlights set deleted_at = case when content_id = any($1::uuid[]) then null else now() end where user_id = $2`,
    [marked, adaId],
  );
}

const letters = (text: string) => Buffer.from(text.slice(0, 100).toLowerCase());
const keys: Record<ReturnType<typeof readSort>['column'], (a: Row, b: Row) => number> = {
  title: (a, b) => Buffer.compare(letters(a.title), letters(b.title)),
  note: (a, b) => Buffer.compare(letters(a.note ?? ''), letters(b.note ?? '')),
  updated: (a, b) => a.updated - b.updated,
  created: (a, b) => a.created - b.created,
  highlights: (a, b) => a.highlights - b.highlights,
};

function expected(rows: readonly Row[], sort: Sort): string[] {
  const { column, direction } = readSort(sort);
  const ascending = ids
    .map((id, at) => ({ id, row: rows[at] as Row }))
    .toSorted((a, b) => keys[column](a.row, b.row) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
  return direction === 'asc' ? ascending : ascending.toReversed();
}

async function listed(sort: Sort, limit: number): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await ada.rpc.user.videos.query({ sort, limit, cursor });
    expect(page.count).toBe(contents);
    found.push(...page.uniqueVideos.map((row) => row.content_id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && found.length <= contents);
  return found;
}

async function byNumber(sort: Sort, pageSize: number): Promise<string[]> {
  const pages = Array.from({ length: Math.ceil(contents / pageSize) }, (_, at) =>
    ada.rpc.user.videosByPage.query({ sort, page: at + 1, pageSize }),
  );
  return (await Promise.all(pages)).flatMap((page) => page.uniqueVideos.map((row) => row.content_id));
}

const text = fc.constantFrom(
  '',
  'a',
  'A',
  'b',
  'B 2',
  '稻',
  '麦',
  `${'x'.repeat(100)}1`,
  `${'x'.repeat(100)}2`,
  `${'麦'.repeat(99)}a`,
);
const row = fc.record<Row>({
  title: text,
  note: fc.option(text),
  updated: fc.nat(3),
  created: fc.nat(3),
  highlights: fc.nat(1),
});

test('LIB-09 the whole library in each order has every row once, whatever is equal or missing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: contents, maxLength: contents }),
      fc.shuffledSubarray([...sorts], { minLength: 3, maxLength: 3 }),
      fc.integer({ min: 2, max: 13 }),
      async (rows, some, limit) => {
        await store(rows);
        for (const sort of some) {
          expect([sort, await listed(sort, limit)]).toEqual([sort, expected(rows, sort)]);
          expect([sort, await byNumber(sort, limit)]).toEqual([sort, expected(rows, sort)]);
        }
      },
    ),
    { numRuns: 8 },
  );
});

test('LIB-09 a search is sorted too, and a cursor of another kind of column is refused', async () => {
  const rows = ids.map((_id, at): Row => ({ title: `harvest ${at % 5}`, note: null, updated: at, created: 0, highlights: 0 }));
  await store(rows);
  const { searchResults } = await ada.rpc.user.searchVideos.query({ keyword: 'harvest', sort: 'title-desc' });
  expect(searchResults.map(({ content_id }) => content_id)).toEqual(expected(rows, 'title-desc'));
  const { nextCursor } = await ada.rpc.user.videos.query({ sort: 'title-asc', limit: 2 });
  for (const cursor of [nextCursor ?? '', Buffer.from('["a\\u0000","x"]').toString('base64url')]) {
    const refused = ada.rpc.user.videos.query({ sort: 'created-asc', cursor }).catch((error: unknown) => error);
    expect(codeOf(await refused)).toBe('bad_request');
  }
});
