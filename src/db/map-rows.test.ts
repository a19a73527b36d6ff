import { type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import * as drizzleUtils from 'drizzle-orm/utils';
import { expect, test } from 'vitest';
import { type Joined, mapRows, type SelectedField } from './map-rows.ts';
import { contents } from './schema/content.ts';
import { tasks } from './schema/tasks.ts';

const { mapResultRow, orderSelectedFields } = drizzleUtils as unknown as {
  mapResultRow: (fields: SelectedField[], row: unknown[], joined: Joined) => unknown;
  orderSelectedFields: (fields: object) => SelectedField[];
};

const { id, title, createdAt, noteTags } = contents;
const counted = new QueryBuilder()
  .select({ id, many: sql<number>`count(*)`.as('many') })
  .from(contents)
  .as('counted');
const fields = orderSelectedFields({
  content: { id, title, createdAt, noteTags, many: counted.many },
  run: { id: tasks.id, createdAt: tasks.createdAt, shown: sql`now()` },
  both: { content: id, run: tasks.id },
  doubled: sql<string>`title`.mapWith((text: string) => text + text) as SQL<string>,
  at: createdAt,
});
const time = '2026-03-01 10:00:00.5+00';
const full = ['c', 'Title', time, '{a,b}', 3, 'r', time, 'now', 'c', 'r', 'ab', time];
const without = (...places: number[]) => full.map((value, place) => (places.includes(place) ? null : value));

test.each([
  ['without a join', undefined],
  ['with a join that always finds a row', { contents: true, tasks: true }],
  ['with one that may find none', { contents: true, tasks: false }],
  ['with either side missing', { contents: false, tasks: false }],
] as const)('a row has the values that Drizzle gives it, %s', (_, joined) => {
  const rows = [full, without(5, 6, 9), without(5), without(6, 9), without(0, 1, 2, 3, 4, 8), without(0, 8), without(11, 10)];
  const drizzles = rows.map((row) => mapResultRow(fields, row, joined));
  expect(mapRows(fields, rows, joined)).toEqual(drizzles);
  expect(JSON.stringify(mapRows(fields, rows, joined))).toBe(JSON.stringify(drizzles));
});
