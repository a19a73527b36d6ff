import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { runs } from './content.ts';

export const siteRateLimits = pgTable(
  'site_pace',
  {
    /** `youtube`, `bilibili`, `xiaoyuzhou`, `apple`, or `host:<name>`. */
    site: text('site').primaryKey(),
    nextStart: instant('next_start').notNull(),
    blockedUntil: instant('blocked_until'),
    reason: text('reason'),
    /** Blocks since the last success. */
    strikes: integer('strikes').notNull().default(0),
  },
  (table) => [index('site_pace_next_idx').on(table.nextStart)],
);

/** Runs that wait for a site. The row stays as long as the run; `waiting` is false after the run's turn. */
export const runWaits = pgTable(
  'run_waits',
  {
    runId: uuid('run_id')
      .primaryKey()
      .references(() => runs.id, { onDelete: 'cascade' }),
    site: text('site').notNull(),
    priority: integer('priority').notNull(),
    waiting: boolean('waiting').notNull().default(true),
    until: instant('until'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('run_waits_site_idx').on(table.site, table.waiting, table.priority.desc(), table.createdAt)],
);
