/**
 * Talks that a model wrote down for a user. The plan is the rows of the parts: each stands for the time from its start to
 * the next one's, so that corrections of the script leave it as it is.
 */
import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { ownContent } from './content.ts';
import { ownerId } from './owner.ts';

export const talkArticles = pgTable(
  'talk_articles',
  {
    userId: ownerId(),
    contentId: uuid('content_id').notNull(),
    state: text('state', { enum: ['running', 'completed', 'failed', 'cancelled'] }).notNull(),
    /** Another one for each start: what an older one still writes finds no row. */
    runId: uuid('run_id').notNull(),
    /** What was asked for: everything, what is missing or out of date, or the part at `position`. */
    scope: text('scope', { enum: ['all', 'rest', 'part'] }).notNull(),
    position: integer('position'),
    /** The parts that are to be written are marked, and `total` counts them. */
    planned: boolean('planned').notNull().default(false),
    total: integer('total').notNull().default(0),
    model: text('model'),
    errorCode: text('error_code'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.contentId] }),
    ownContent('talk_articles_content_fk', table),
    index('talk_articles_running_idx').on(table.userId).where(sql`state = 'running'`),
  ],
);

export const talkArticleParts = pgTable(
  'talk_article_parts',
  {
    userId: text('user_id').notNull(),
    contentId: uuid('content_id').notNull(),
    position: integer('position').notNull(),
    /** Null where it goes on with the chapter of the part before. */
    title: text('title'),
    startMs: doublePrecision('start_ms').notNull(),
    /** The run under way is to write it. */
    wanted: boolean('wanted').notNull().default(true),
    /** `spoken`: no version of the model's held. Null until it was tried. */
    outcome: text('outcome', { enum: ['model', 'spoken'] }),
    /** What the lines were when it was written: others now, and it is out of date. */
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
