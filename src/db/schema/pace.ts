/** How fast sites are asked, for all processes together, and which runs wait for their turn at one. */
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { runs } from './content.ts';

export const sitePace = pgTable(
  'site_pace',
  {
    /** `youtube`, `bilibili`, `xiaoyuzhou`, `apple`, or `host:<name>`. */
    site: text('site').primaryKey(),
    /** No run starts at the site before this. Only ever moves on. */
    nextStart: instant('next_start').notNull(),
    /** The site asked to be left alone until then; null when it did not. */
    blockedUntil: instant('blocked_until'),
    /** The error code of the last block. */
    reason: text('reason'),
    /** Blocks in a row without a success between them. */
    strikes: integer('strikes').notNull().default(0),
  },
  (table) => [index('site_pace_next_idx').on(table.nextStart)],
);

/** A run's place in the line of its site. The row stays with the run; `waiting` is false once it has had its turn. */
export const runWaits = pgTable(
  'run_waits',
  {
    runId: uuid('run_id')
      .primaryKey()
      .references(() => runs.id, { onDelete: 'cascade' }),
    site: text('site').notNull(),
    /** As in the queue: higher goes first. */
    priority: integer('priority').notNull(),
    waiting: boolean('waiting').notNull().default(true),
    until: instant('until'),
    /** How often the site sent this run away. */
    blocks: integer('blocks').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('run_waits_site_idx').on(table.site, table.waiting, table.priority.desc(), table.createdAt)],
);
