import { sql } from 'drizzle-orm';
import { bigserial, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { contents, extractions, ownContent } from './content.ts';
import { ownerId } from './owner.ts';

export const chatHistory = pgTable(
  'chat_history',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    contentId: uuid('content_id').notNull(),
    /** Messages in older formats are still read. */
    messages: jsonb('messages').notNull().default([]),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('chat_history_content_idx').on(table.userId, table.contentId),
    ownContent('chat_history_content_fk', table),
  ],
);

export const passageIndexes = pgTable(
  'passage_indexes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    extractionId: uuid('extraction_id')
      .notNull()
      .references(() => extractions.id, { onDelete: 'cascade' }),
    contentId: uuid('content_id').references(() => contents.id, { onDelete: 'cascade' }),
    /** Hash of the text that was indexed. */
    hash: text('hash').notNull(),
    passages: integer('passages').notNull(),
    averageLength: doublePrecision('average_length').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('passage_indexes_shared_idx').on(table.extractionId, table.hash).where(sql`content_id is null`),
    index('passage_indexes_extraction_idx').on(table.extractionId),
    uniqueIndex('passage_indexes_own_idx').on(table.contentId, table.extractionId, table.hash).where(sql`content_id is not null`),
  ],
);

export const passages = pgTable(
  'passages',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    indexId: uuid('index_id')
      .notNull()
      .references(() => passageIndexes.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    firstSegment: integer('first_segment').notNull(),
    lastSegment: integer('last_segment').notNull(),
    /** Word stems, or character pairs in scripts without spaces; repeats are kept. */
    terms: text('terms').array().notNull(),
  },
  (table) => [
    uniqueIndex('passages_place_idx').on(table.indexId, table.position),
    index('passages_terms_idx').using('gin', table.terms),
  ],
);
