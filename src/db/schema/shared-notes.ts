import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { reportReasons } from '#lib/report-reasons.ts';
import { collections } from './collections.ts';
import { instant } from './columns.ts';
import { contents, ownContent } from './content.ts';
import { ownerId } from './owner.ts';

export const sharedNotes = pgTable(
  'shared_notes',
  {
    /** The secret part of the link, which cannot be guessed. */
    slug: text('slug').primaryKey(),
    userId: ownerId(),
    contentId: uuid('content_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When an administrator hid it from public view. */
    hiddenAt: instant('hidden_at'),
  },
  (table) => [
    ownContent('shared_notes_content_fk', table),
    unique('shared_notes_content_unique').on(table.contentId),
    index('shared_notes_owner_idx').on(table.userId, table.contentId),
  ],
);

/** Readers' reports of public pages. Nothing is stored about the reader. */
export const publicReports = pgTable(
  'public_reports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    collectionId: uuid('collection_id').references(() => collections.id, { onDelete: 'cascade' }),
    /** Of the shared note: reports outlast its address, or sharing it again would end them. */
    contentId: uuid('content_id').references(() => contents.id, { onDelete: 'cascade' }),
    reason: text('reason', { enum: reportReasons }).notNull(),
    message: text('message').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('public_reports_collection_idx').on(table.collectionId),
    index('public_reports_content_idx').on(table.contentId),
    index('public_reports_created_idx').on(table.createdAt, table.id),
    check('public_reports_one_target', sql`num_nonnulls(${table.collectionId}, ${table.contentId}) = 1`),
  ],
);
