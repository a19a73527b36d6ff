import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { ownerId } from './owner.ts';

/** Files that are being uploaded, or are complete and not yet used by a content. */
export const uploads = pgTable(
  'uploads',
  {
    id: text('id').primaryKey(),
    userId: ownerId(),
    name: text('name').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    /** Never more than is on disk; the rest of `sizeBytes` is still reserved by this upload. */
    receivedBytes: bigint('received_bytes', { mode: 'number' }).notNull().default(0),
    status: text('status', { enum: ['receiving', 'complete', 'taken'] })
      .notNull()
      .default('receiving'),
    blobKey: text('blob_key'),
    /** Identifies the request that is writing, which is alive while `lockBeatAt` (database clock) is recent. */
    lockToken: text('lock_token'),
    lockBeatAt: instant('lock_beat_at'),
    lockWanted: boolean('lock_wanted').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('uploads_user_idx').on(table.userId, table.createdAt),
    index('uploads_receiving_idx').on(table.updatedAt).where(sql`status = 'receiving'`),
    index('uploads_size_idx').on(table.userId, table.sizeBytes),
    index('uploads_updated_idx').on(table.updatedAt),
    index('uploads_left_idx').on(table.updatedAt).where(sql`status in ('receiving', 'complete')`),
  ],
);

/** Written by the readiness check. */
export const writeProbe = pgTable('write_probe', {
  id: integer('id').primaryKey(),
  writtenAt: instant('written_at').notNull(),
});
