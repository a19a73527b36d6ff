/** What the search of the library reads. Derived: both tables may be emptied and are made again by `markAllStale`. */
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
    /** Of a transcript: what it was made from. */
    version: text('version'),
    /** As lists show it. */
    plain: text('plain').notNull(),
    /** The same as `plain`, character by character, for comparison. Likewise the title and the description of a note. */
    folded: text('folded').notNull(),
    title: text('title').notNull().default(''),
    description: text('description').notNull().default(''),
    /** Where each line leads: ms from 0 on, a paragraph as -1 - id, null nowhere. */
    starts: integer('starts').array().$type<(number | null)[]>(),
    /** `lib/text/search-grams.ts`. */
    grams: integer('grams').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.contentId, table.part] }),
    ownContent('library_search_content_fk', table),
    index('library_search_grams_idx')
      .using('gin', table.userId, table.part, table.grams)
      // Waiting entries are written many at once; a search reads them all, so they are few.
      .with({ fastupdate: true, gin_pending_list_limit: 1024 }),
  ],
);

/** Contents whose rows above are out of date, as triggers on `contents` and `transcript_edits` say. */
export const libraryStale = pgTable(
  'library_stale',
  {
    userId: ownerId(),
    contentId: uuid('content_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.contentId] }), ownContent('library_stale_content_fk', table)],
);
