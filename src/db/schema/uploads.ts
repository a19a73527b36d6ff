import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { ownerId } from './owner.ts';

/** A file on its way in, or arrived and not yet taken by a content record. */
export const uploads = pgTable(
  'uploads',
  {
    id: text('id').primaryKey(),
    userId: ownerId(),
    name: text('name').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    receivedBytes: bigint('received_bytes', { mode: 'number' }).notNull().default(0),
    status: text('status', { enum: ['receiving', 'complete', 'taken'] })
      .notNull()
      .default('receiving'),
    blobKey: text('blob_key'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('uploads_user_idx').on(table.userId, table.createdAt)],
);
