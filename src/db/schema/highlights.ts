import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { ownContent } from './content.ts';
import { ownerId } from './owner.ts';

export const userContentHighlights = pgTable(
  'user_content_highlights',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    contentId: uuid('content_id').notNull(),
    highlightText: text('highlight_text').notNull(),
    scope: text('scope', { enum: ['note', 'subtitle', 'article'] }).notNull(),
    /** An anchor such as `#t=12.5` or `#p3`. */
    sectionId: text('section_id'),
    contentKey: text('content_key').notNull(),
    comment: text('comment').notNull().default(''),
    colour: text('colour', { enum: ['yellow', 'green', 'blue', 'pink'] }).notNull(),
    /** `TextQuote` of `lib/text/find-quote.ts`. */
    anchors: jsonb('anchors').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** Deleted rows are kept for a while, so that they can be restored. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    ownContent('user_content_highlights_content_fk', table),
    index('user_content_highlights_user_idx')
      .on(table.userId, table.createdAt.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    index('user_content_highlights_colour_idx')
      .on(table.userId, table.colour, table.createdAt.desc(), table.id.desc())
      .where(sql`deleted_at is null`),
    // Includes deleted rows, which are removed with their content or owner.
    index('user_content_highlights_content_idx').on(table.contentId, table.userId),
    index('user_content_highlights_deleted_idx').on(table.userId, table.deletedAt),
  ],
);
