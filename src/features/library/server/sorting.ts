/** The order of a list and how its pages go on. Equal values are told apart by the id, in the same direction. */
import { asc, desc, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { createPageCursor, type PageEnd, timeCursor } from '#db/page-cursor.ts';
import { contents, noteSortKey, titleSortKey } from '#db/schema/content.ts';
import { newestFirst, readSort, type Sort, type SortColumn } from '../shared/sorts.ts';
import { contentRowColumns } from './content-rows.ts';

type Cursor<Value> = ReturnType<typeof createPageCursor<Value>>;
type Column = { key: SQL; type: 'text' | 'timestamptz' | 'int'; cursor: Cursor<string> | Cursor<number> };

// A text of the database has no zero character.
const textCursor = createPageCursor(z.string().refine((text) => !text.includes('\0')));
const countCursor = createPageCursor(z.number().int().nonnegative().max(1_000_000));

const columns: Record<SortColumn, Column> = {
  title: { key: titleSortKey(contents.title), type: 'text', cursor: textCursor },
  note: { key: noteSortKey(contents.noteExcerpt), type: 'text', cursor: textCursor },
  updated: { key: sql`${contents.updatedAt}`, type: 'timestamptz', cursor: timeCursor },
  created: { key: sql`${contents.createdAt}`, type: 'timestamptz', cursor: timeCursor },
  highlights: { key: contentRowColumns.highlightCount, type: 'int', cursor: countCursor },
};

export type Sorting = {
  order: SQL[];
  /** What a row's place is made of; to be selected. */
  place: SQL<string | number>;
  /** Errors: `bad_request` for a cursor that is none. */
  after: (cursor: string) => SQL;
  cursorOf: (end: PageEnd<string | number>) => string;
};

export function sortingOf(sort: Sort = newestFirst): Sorting {
  const { column, direction } = readSort(sort);
  const { key, type, cursor } = columns[column];
  const inOrder = direction === 'asc' ? asc : desc;
  return {
    order: [inOrder(key), inOrder(contents.id)],
    // The database's precision: a JavaScript date would lose microseconds and repeat rows at page edges.
    place: type === 'timestamptz' ? sql`to_char(${key} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')` : sql`${key}`,
    after(text) {
      const { value, id } = cursor.decode(text);
      return sql`(${key}, ${contents.id}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${value}::${sql.raw(type)}, ${id}::uuid)`;
    },
    cursorOf: ({ value, id }) => Buffer.from(JSON.stringify([value, id])).toString('base64url'),
  };
}
