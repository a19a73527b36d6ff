/** What a user makes of a transcript: corrections and translations. The extraction itself is shared and never changes. */
import { bigserial, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
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
    model: text('model'),
    /** Lines by the hash of their text: a corrected line has none until it is translated anew. */
    lines: jsonb('lines').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.contentId, table.language] }),
    ownContent('transcript_translations_content_fk', table),
  ],
);
