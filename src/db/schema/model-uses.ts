import { boolean, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { user } from './auth.ts';
import { instant } from './columns.ts';

/** Use of models: one row for all calls and attempts of a task. Kept for a month. */
export const modelUses = pgTable(
  'model_uses',
  {
    /** `note:<run>`, `chat:<message>` and the like. */
    job: text('job').primaryKey(),
    kind: text('kind').notNull(),
    /** Null for work shared by users. */
    userId: text('user_id').references(() => user.id, { onDelete: 'cascade' }),
    ownKey: boolean('own_key').notNull(),
    /** Paid from the user's balance, so it does not count towards the server's budget. */
    fromBalance: boolean('from_balance').notNull().default(false),
    model: text('model').notNull(),
    calls: integer('calls').notNull().default(0),
    inputTokens: integer('input_tokens').notNull().default(0),
    cachedTokens: integer('cached_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    estimatedCalls: integer('estimated_calls').notNull().default(0),
    /** Null when the model's price is unknown. */
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
