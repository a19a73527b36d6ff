/** The sort order of a list and its cursors. Rows with equal values are ordered by id, in the same direction. */
import { asc, desc, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { createPageCursor, type PageEnd, timeCursor } from '#db/page-cursor.ts';
import { contents, noteSortKey, titleSortKey } from '#db/schema/content.ts';
import { newestFirst, readSort, type Sort, type SortColumn } from '../shared/sorts.ts';

type Cursor<Value> = ReturnType<typeof createPageCursor<Value>>;
type Value = string | number;
type Column = { key: SQL; cursor: Cursor<string> | Cursor<number>; typed: (value: Value | Placeholder) => SQL; isTime?: true };

// A text in PostgreSQL cannot contain a zero character.
const textCursor = createPageCursor(z.string().refine((text) => !text.includes('\0')));
const countCursor = createPageCursor(z.number().int().nonnegative().max(1_000_000));

const asText = (value: Value | Placeholder) => sql`${value}::text`;
const asTime = (value: Value | Placeholder) => sql`${value}::timestamptz`;
const asCount = (value: Value | Placeholder) => sql`${value}::int`;

const columns: Record<SortColumn, Column> = {
  title: { key: titleSortKey(contents.title), cursor: textCursor, typed: asText },
  note: { key: noteSortKey(contents.noteExcerpt), cursor: textCursor, typed: asText },
  updated: { key: sql`${contents.updatedAt}`, cursor: timeCursor, typed: asTime, isTime: true },
  created: { key: sql`${contents.createdAt}`, cursor: timeCursor, typed: asTime, isTime: true },
  /** A join named `marked` must provide the count. */
  highlights: { key: sql`coalesce(marked.count, 0)`, cursor: countCursor, typed: asCount },
};

export type Sorting = {
  inOrder: typeof asc;
  order: SQL[];
  key: SQL;
  /** Selects the value that, with the id, marks a row's position. */
  placeOf: (key: SQLWrapper) => SQL<Value>;
  /** Errors: `bad_request` for an invalid cursor. */
  endOf: (cursor: string) => PageEnd<Value>;
  behind: (end: { value: Value | Placeholder; id: string | Placeholder }) => SQL;
  cursorOf: (end: PageEnd<Value>) => string;
};

export function sortingOf(sort: Sort = newestFirst): Sorting {
  const { column, direction } = readSort(sort);
  const { key, cursor, typed, isTime } = columns[column];
  const inOrder = direction === 'asc' ? asc : desc;
  return {
    inOrder,
    key,
    order: [inOrder(key), inOrder(contents.id)],
    // The database's precision: a JavaScript date would lose microseconds and repeat rows at page edges.
    placeOf: (of) => (isTime ? sql`to_char(${of} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')` : sql`${of}`),
    endOf: (text) => cursor.decode(text),
    behind({ value, id }) {
      const [row, end] = [sql`(${key}, ${contents.id})`, sql`(${typed(value)}, ${id}::uuid)`];
      return direction === 'asc' ? sql`${row} > ${end}` : sql`${row} < ${end}`;
    },
    cursorOf: ({ value, id }) => Buffer.from(JSON.stringify([value, id])).toString('base64url'),
  };
}
