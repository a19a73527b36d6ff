import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** What was taken of a limit within its current window, for all processes. Rows of past windows are removed by a job. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** `<limit>:<who>`, as `accounts-hour:203.0.113.7`. */
    key: text('key').primaryKey(),
    taken: integer('taken').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [index('rate_limits_ends_idx').on(table.endsAt)],
);
