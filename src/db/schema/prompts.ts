/**
 * What users have asked their contents beyond the note. `custom_prompts` are a user's own requests; a `prompt_results` row
 * is one content's answer to one request, with the run that is writing it (anew): the finished answer stays until the next is whole.
 */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
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
    /** Deleted, and kept a while so that it can be brought back. */
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
    /** Id of a custom prompt, or the name of an official one. The prompt may be gone: the answer stays. */
    promptId: text('prompt_id').notNull(),
    /** The prompt as it was when the answer was written; until there is one, as it was asked. */
    title: text('title').notNull(),
    prompt: text('prompt').notNull(),
    /** The finished answer as Markdown; null until there is one. */
    text: text('text'),
    /** The segments it cites. */
    sources: jsonb('sources'),
    model: text('model'),
    /** What it was made from: extraction, wording, windows, and what checking found. */
    versions: jsonb('versions'),
    writtenAt: instant('written_at'),
    /** The run that writes now or wrote last. */
    runId: uuid('run_id'),
    runState: text('run_state', { enum: ['queued', 'running', 'completed', 'failed', 'cancelled'] })
      .notNull()
      .default('queued'),
    /** Fencing token: raised by each worker that takes the run. */
    runLease: integer('run_lease').notNull().default(0),
    /** `{title, prompt}` that the run answers. */
    asked: jsonb('asked'),
    /** What the run has written so far. */
    draft: text('draft').notNull().default(''),
    /** Finished parts of a long source, by their number. */
    parts: jsonb('parts').notNull().default({}),
    partsTotal: integer('parts_total').notNull().default(0),
    errorCode: text('error_code'),
    errorParams: jsonb('error_params').$type<Record<string, string | number>>(),
    runStartedAt: instant('run_started_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('prompt_results_content_prompt_idx').on(table.userId, table.contentId, table.promptId),
    index('prompt_results_in_flight_idx').on(table.runState).where(sql`run_state in ('queued', 'running')`),
    index('prompt_results_prompt_idx').on(table.userId, table.promptId),
    ownContent('prompt_results_content_fk', table),
    index('prompt_results_deleted_idx').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);
