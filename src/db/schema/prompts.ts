/** A `prompt_results` row is the answer of one prompt for one content. It stays until the next answer is complete. */
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { ownContent } from './content.ts';
import { ownerId } from './owner.ts';

export const customPrompts = pgTable(
  'custom_prompts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    title: text('title').notNull(),
    customPrompt: text('custom_prompt').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** Deleted rows are kept for a while, so that they can be restored. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('custom_prompts_user_idx').on(table.userId, table.createdAt, table.id),
    index('custom_prompts_deleted_idx').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);

export const promptResults = pgTable(
  'prompt_results',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    contentId: uuid('content_id').notNull(),
    /** Id of a custom prompt (perhaps deleted), or name of an official one. */
    promptId: text('prompt_id').notNull(),
    /** The prompt's title when the answer was requested or written. */
    title: text('title').notNull(),
    prompt: text('prompt').notNull(),
    text: text('text'),
    sources: jsonb('sources'),
    model: text('model'),
    /** Extraction, prompt version, windows and check results. */
    versions: jsonb('versions'),
    writtenAt: instant('written_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('prompt_results_content_prompt_idx').on(table.userId, table.contentId, table.promptId),
    index('prompt_results_prompt_idx').on(table.userId, table.promptId),
    ownContent('prompt_results_content_fk', table),
    index('prompt_results_deleted_idx').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);
