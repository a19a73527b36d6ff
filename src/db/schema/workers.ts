import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** One row per process that works on jobs, written every few seconds while it does. Times are the database's. */
export const workerProcesses = pgTable('worker_processes', {
  id: uuid('id').primaryKey(),
  startedAt: instant('started_at').notNull().defaultNow(),
  beatAt: instant('beat_at').notNull().defaultNow(),
});
