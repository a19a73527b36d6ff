import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Counts within the current window. A job removes rows of past windows. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** `<limit>:<who>`, such as `accounts-hour:203.0.113.7`. */
    key: text('key').primaryKey(),
    taken: integer('taken').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [index('rate_limits_ends_idx').on(table.endsAt)],
);
