/** The index of the library search. Derived data: both tables may be emptied; `markAllStale` has them rebuilt. */
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ownContent } from './content.ts';
import { ownerId } from './owner.ts';

export const librarySearch = pgTable(
  'library_search',
  {
    userId: ownerId(),
    contentId: uuid('content_id').notNull(),
    /** `note`: title, description and note; every content has this one. */
    part: text('part', { enum: ['note', 'transcript'] }).notNull(),
    /** For a transcript: identifies the extraction and the corrections that it was made from. */
    version: text('version'),
    /** The text as lists show it. */
    plain: text('plain').notNull(),
    /** `plain` folded for comparison, of the same length in characters. `title` and `description` of a note are folded too. */
    folded: text('folded').notNull(),
    title: text('title').notNull().default(''),
    description: text('description').notNull().default(''),
    /** The place of each line: milliseconds (0 or more), a paragraph as -1 - id, or null. */
    starts: integer('starts').array().$type<(number | null)[]>(),
    /** From `lib/text/search-grams.ts`. */
    grams: integer('grams').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.contentId, table.part] }),
    ownContent('library_search_content_fk', table),
    index('library_search_grams_idx')
      .using('gin', table.userId, table.part, table.grams)
      // Pending entries are merged in bulk, but every search reads them all, so the list is kept short (kB).
      .with({ fastupdate: true, gin_pending_list_limit: 1024 }),
  ],
);

/** Contents whose search rows are out of date. Triggers on `contents` and `transcript_edits` add them. */
export const libraryStale = pgTable(
  'library_stale',
  {
    userId: ownerId(),
    contentId: uuid('content_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.contentId] }), ownContent('library_stale_content_fk', table)],
);
