/** What pieces of work took of language models: for limits, and for whoever wants to know what was spent. */
import { boolean, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { user } from './auth.ts';
import { instant } from './columns.ts';

/** One row for one piece of work, however many calls and attempts it takes. Kept for a month. */
export const modelUses = pgTable(
  'model_uses',
  {
    /** `note:<run>`, `chat:<message>` and the like. */
    job: text('job').primaryKey(),
    kind: text('kind', { enum: ['note', 'chat', 'prompt', 'translation', 'article'] }).notNull(),
    /** Null for work that belongs to everyone who waits for it. */
    userId: text('user_id').references(() => user.id, { onDelete: 'cascade' }),
    /** A user's own key pays for it. */
    ownKey: boolean('own_key').notNull(),
    model: text('model').notNull(),
    calls: integer('calls').notNull().default(0),
    inputTokens: integer('input_tokens').notNull().default(0),
    cachedTokens: integer('cached_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    estimatedCalls: integer('estimated_calls').notNull().default(0),
    /** US dollars; null when the model's price is not known. */
    costUsd: doublePrecision('cost_usd'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('model_uses_user_idx').on(table.userId, table.createdAt),
    index('model_uses_created_idx').on(table.createdAt),
    index('model_uses_updated_idx').on(table.updatedAt),
  ],
);
