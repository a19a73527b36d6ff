import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { contents } from './content.ts';
import { ownerId } from './owner.ts';

/** Snapshots of playlists. Pages are read from them, so that no page misses or repeats an item. */
export const listings = pgTable(
  'listings',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    url: text('url').notNull(),
    /** `Playlist` of the engine. */
    data: jsonb('data').notNull(),
    complete: boolean('complete').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('listings_user_idx').on(table.userId, table.createdAt), index('listings_created_idx').on(table.createdAt)],
);

export const batches = pgTable(
  'batches',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    title: text('title').notNull(),
    url: text('url').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('batches_user_idx').on(table.userId, table.createdAt)],
);

export const batchItems = pgTable(
  'batch_items',
  {
    batchId: uuid('batch_id')
      .notNull()
      .references(() => batches.id, { onDelete: 'cascade' }),
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    /** Null when the content already had a note. */
    runId: uuid('run_id'),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.contentId] }), index('batch_items_content_idx').on(table.contentId)],
);
