/** A user's corrections and translations of a transcript. The extraction itself is shared and never changes. */

import { bigserial, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { noteLanguages } from '#lib/languages.ts';
import { instant } from './columns.ts';
import { ownContent } from './content.ts';
import { ownerId } from './owner.ts';

/** Edits are applied in order of their ids. Undo deletes the last one, so the last id identifies the state of the list. */
export const transcriptEdits = pgTable(
  'transcript_edits',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: ownerId(),
    contentId: uuid('content_id').notNull(),
    /** `TranscriptEdit` of `lib/transcripts/transcript-edits.ts`. */
    edit: jsonb('edit').notNull(),
    /** In the form of `note-changes.ts`; null when unknown. */
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
    language: text('language', { enum: noteLanguages }).notNull(),
    model: text('model'),
    /** Keyed by the hash of a line's text, so that a corrected line is translated again. */
    lines: jsonb('lines').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.contentId, table.language] }),
    ownContent('transcript_translations_content_fk', table),
  ],
);
