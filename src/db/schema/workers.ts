import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Heartbeats of processes that run jobs, by the database's clock. */
export const workerProcesses = pgTable('worker_processes', {
  id: uuid('id').primaryKey(),
  startedAt: instant('started_at').notNull().defaultNow(),
  beatAt: instant('beat_at').notNull().defaultNow(),
});
