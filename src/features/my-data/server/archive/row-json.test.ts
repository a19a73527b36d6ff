import { boolean, doublePrecision, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { rowSchema, toRow, withNewIds } from './row-json.ts';

const table = pgTable('things', {
  id: uuid('id').notNull(),
  userId: text('user_id').notNull(),
  kind: text('kind', { enum: ['one', 'two'] }).notNull(),
  size: integer('size').notNull(),
  share: doublePrecision('share').notNull(),
  isOpen: boolean('is_open').notNull().default(false),
  words: text('words').array().notNull(),
  data: jsonb('data').notNull(),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
  endedAt: timestamp('ended_at', { withTimezone: true }),
});
const row = {
  id: '6f4e0dd5-4d43-4d3c-8f4b-3a0ad5b3b4b2',
  kind: 'two',
  size: -3,
  share: 0.5,
  isOpen: true,
  words: ['a', 'b'],
  data: { list: [1, null] },
  madeAt: '2026-03-01T12:00:00.000Z',
  endedAt: null,
};
const read = (changes: object) => rowSchema(table, ['userId']).safeParse({ ...row, ...changes }).data;

test('ACC-12 a row becomes JSON with times as texts, without what is left out, and is read again', () => {
  const times = { madeAt: new Date(row.madeAt), endedAt: null };
  expect(toRow({ ...row, ...times, userId: 'ann' }, ['userId'])).toEqual(row);
  expect(toRow({ userId: 'ann' })).toEqual({ userId: 'ann' });
  expect(read({})).toEqual({ ...row, ...times });
  expect(read({ userId: 'bob', gone: 1 })).toEqual({ ...row, ...times });
  expect(rowSchema(table).safeParse(row).success).toBe(false);
});

test('ACC-12 what a column may be without it need not have', () => {
  const { isOpen: _isOpen, endedAt: _endedAt, ...needed } = row;
  expect(rowSchema(table, ['userId']).parse(needed)).toEqual({ ...needed, madeAt: new Date(row.madeAt) });
  for (const name of Object.keys(needed)) {
    expect(read({ [name]: undefined }), name).toBeUndefined();
    if (name !== 'data') expect(read({ [name]: null }), name).toBeUndefined();
  }
});

test.each<[column: string, wrong: unknown[]]>([
  ['id', ['x', 1]],
  ['kind', ['three', '']],
  ['size', ['1', 1.5, 2 ** 31, -(2 ** 31) - 1]],
  ['share', ['0.5', Number.NaN]],
  ['isOpen', [1, 'true']],
  ['words', ['a', [1], Array.from({ length: 10_001 }, () => '')]],
  ['data', [() => 1]],
  ['madeAt', ['yesterday', 0]],
])('ACC-12 a row of an archive has in the column %s nothing else', (column, wrong) => {
  for (const value of wrong) expect(read({ [column]: value }), JSON.stringify(value)).toBeUndefined();
});

test('ACC-12 an integer of an archive may be as large as the column takes', () => {
  for (const size of [2 ** 31 - 1, -(2 ** 31)]) expect(read({ size })).toMatchObject({ size });
  expect(read({ words: Array.from({ length: 10_000 }, () => '') })).toBeDefined();
});

test('ACC-12 ids get their new ones however deep they stand, and nothing else changes', () => {
  const ids = new Map([
    ['a', 'x'],
    ['b', 'y'],
  ]);
  const time = new Date(0);
  expect(withNewIds({ a: 'a', list: ['b', 'c', ['a']], deep: { of: { it: 'b' } } }, ids)).toEqual({
    ...{ a: 'x', list: ['y', 'c', ['x']], deep: { of: { it: 'y' } } },
  });
  expect(['ab', 1, true, null, undefined, time].map((one) => withNewIds(one, ids))).toEqual([
    'ab',
    1,
    true,
    null,
    undefined,
    time,
  ]);
});
