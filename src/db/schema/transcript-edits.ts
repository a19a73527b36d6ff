/** What a user makes of a transcript: corrections and translations. The extraction itself is shared and never changes. */
import { sql } from 'drizzle-orm';
import { bigserial, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { ownContent } from './content.ts';
import { ownerId } from './owner.ts';

/**
 * One correction each, applied in the order of their ids. Undoing deletes the last one, so that the last id names the
 * state of the whole list.
 */
export const transcriptEdits = pgTable(
  'transcript_edits',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: ownerId(),
    contentId: uuid('content_id').notNull(),
    /** `TranscriptEdit` of `lib/transcript-edits.ts`. */
    edit: jsonb('edit').notNull(),
    /** What the note changed with it (`note-changes.ts`); null when that is not known. */
    noteChanges: jsonb('note_changes'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('transcript_edits_content_idx').on(table.userId, table.contentId, table.id),
    ownContent('transcript_edits_content_fk', table),
  ],
);

export const transcriptTranslations = pgTable(
  'transcript_translations',
  {
    userId: ownerId(),
    contentId: uuid('content_id').notNull(),
    language: text('language', { enum: ['zh', 'en'] }).notNull(),
    state: text('state', { enum: ['running', 'completed', 'failed', 'cancelled'] }).notNull(),
    /** Raised by each start: what an older one still writes finds no row. */
    turn: integer('turn').notNull().default(1),
    model: text('model'),
    /** Lines by the hash of their text: a corrected line has none until it is translated anew. */
    lines: jsonb('lines').notNull(),
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    errorCode: text('error_code'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.contentId, table.language] }),
    ownContent('transcript_translations_content_fk', table),
    index('transcript_translations_running_idx').on(table.userId).where(sql`state = 'running'`),
  ],
);
