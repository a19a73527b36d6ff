/** The index of the search in the square. Derived data: triggers on `collections`, `collection_items` and `contents` write it. */
import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { collections } from './collections.ts';
import { contents } from './content.ts';

export const squareSearch = pgTable(
  'square_search',
  {
    collectionId: uuid('collection_id')
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    /** The item with this title; null: the name and description of the collection. */
    contentId: uuid('content_id').references(() => contents.id, { onDelete: 'cascade' }),
    /** In lower case. */
    words: text('words').notNull(),
    /** Every two neighbouring characters of `words`. */
    pairs: text('pairs').array().notNull(),
  },
  (table) => [
    unique('square_search_unique').on(table.collectionId, table.contentId),
    index('square_search_content_idx').on(table.contentId),
    index('square_search_pairs_idx')
      .using('gin', table.pairs)
      // The entries of a large collection are merged in bulk. Every search reads those that wait, so they are few (kB).
      .with({ fastupdate: true, gin_pending_list_limit: 1024 }),
  ],
);
