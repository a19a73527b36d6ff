/** Each part stands for the time from its start to the next one's, so corrections of the script do not affect it. */
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
    /** Null where it continues the chapter of the part before. */
    title: text('title'),
    startMs: doublePrecision('start_ms').notNull(),
    wanted: boolean('wanted').notNull().default(true),
    /** `spoken`: no version of the model passed its check. Null: not tried yet. */
    outcome: text('outcome', { enum: ['model', 'spoken'] }),
    /** Hash of its lines: the part is outdated when they have another one. */
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
