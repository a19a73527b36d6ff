/** Articles written from talks. A part lasts until the next part's start, so transcript corrections do not move it. */
import { boolean, doublePrecision, foreignKey, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { ownContent } from './content.ts';
import { ownerId } from './owner.ts';

export const talkArticles = pgTable(
  'talk_articles',
  {
    userId: ownerId(),
    contentId: uuid('content_id').notNull(),
    model: text('model'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.contentId] }), ownContent('talk_articles_content_fk', table)],
);

export const talkArticleParts = pgTable(
  'talk_article_parts',
  {
    userId: text('user_id').notNull(),
    contentId: uuid('content_id').notNull(),
    position: integer('position').notNull(),
    /** Null when the part continues the chapter of the previous one. */
    title: text('title'),
    startMs: doublePrecision('start_ms').notNull(),
    wanted: boolean('wanted').notNull().default(true),
    /** `spoken`: the spoken words, because no model output passed the check. Null: not tried yet. */
    outcome: text('outcome', { enum: ['model', 'spoken'] }),
    /** Hash of the part's transcript lines; the part is outdated when it differs. */
    linesKey: text('lines_key'),
    paragraphs: jsonb('paragraphs'),
    model: text('model'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.contentId, table.position] }),
    foreignKey({
      columns: [table.userId, table.contentId],
      foreignColumns: [talkArticles.userId, talkArticles.contentId],
      name: 'talk_article_parts_article_fk',
    }).onDelete('cascade'),
  ],
);
